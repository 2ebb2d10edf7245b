import { defineConfig, type ViteUserConfig } from "vitest/config";

/** For Stryker: the unit tests of what decides verdicts. */
const config: ViteUserConfig = defineConfig({
  test: { include: ["harness/running/*.test.ts", "harness/expect/*.test.ts", "harness/baseline/*.test.ts"] },
});
export default config;
