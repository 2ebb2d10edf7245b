import { configDefaults, defineConfig, type ViteUserConfigFnObject } from "vitest/config";

/** `vitest run` leaves the tests that need Chromium out; `vitest run --mode browser` runs nothing else. Neither runs built files. */
const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  const isBrowser = mode === "browser";
  const browserTests = "**/*.browser.test.ts";
  return {
    test: {
      include: isBrowser ? [browserTests] : configDefaults.include,
      exclude: [...configDefaults.exclude, "dist/**", ...(isBrowser ? [] : [browserTests])],
      globalSetup: [
        ...(isBrowser ? ["harness/lab/testing/require-chromium.ts"] : []),
        "harness/lab/testing/build-what-is-missing.ts",
      ],
    },
  };
});
export default config;
