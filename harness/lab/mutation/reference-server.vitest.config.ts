import { defineConfig, type ViteUserConfig } from "vitest/config";

/** For Stryker: the conformance suite is the only test of the reference server. */
const config: ViteUserConfig = defineConfig({
  test: { include: ["harness/lab/mutation/*.mutation.ts"], testTimeout: 120_000 },
});
export default config;
