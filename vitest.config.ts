import { configDefaults, defineConfig, type ViteUserConfigFnObject } from "vitest/config";

/**
 * `vitest run` leaves out the tests that need Chromium (`--mode browser`) and those that need the tools of `harness/lab/openapi`
 * (`--mode openapi`). No mode runs built files.
 */
const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  const isBrowser = mode === "browser";
  const special: Readonly<Record<string, string>> = {
    browser: "**/*.browser.test.ts",
    openapi: "**/*.tools.test.ts",
  };
  const own = special[mode];
  return {
    test: {
      // nothing asserts how long something takes: a busy machine is no failure
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // by default one core stays free, which is half of a small machine
      maxWorkers: "100%",
      include: own === undefined ? configDefaults.include : [own],
      exclude: [...configDefaults.exclude, "dist/**", ...(own === undefined ? Object.values(special) : [])],
      globalSetup: [
        ...(isBrowser ? ["harness/lab/testing/require-chromium.ts"] : []),
        "harness/lab/testing/build-what-is-missing.ts",
      ],
    },
  };
});
export default config;
