import { defineConfig } from "vitest/config";

/** For Stryker: the unit tests of what decides verdicts. */
export default defineConfig({
  test: { include: ["harness/running/*.test.ts", "harness/expect/*.test.ts", "harness/baseline/*.test.ts"] },
});
