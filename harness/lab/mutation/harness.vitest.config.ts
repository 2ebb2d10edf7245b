import { defineConfig, type ViteUserConfig } from "vitest/config";

/** For Stryker: the unit tests of what decides verdicts; those that run the whole suite would take a minute for each mutant. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      "harness/{plan,run,verdict,verify}/**/*.test.ts",
      "harness/expect/*.test.ts",
      "harness/baseline/*.test.ts",
    ],
    exclude: ["**/determinism.test.ts", "**/request-budget.test.ts", "**/writes.test.ts"],
  },
});
export default config;
