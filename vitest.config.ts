import { readdirSync, readFileSync } from "node:fs";
import { configDefaults, defineConfig, type ViteUserConfigFnObject } from "vitest/config";

/** A test file that changes what all files of one worker share: the process, its environment, its clock, or mocked modules. */
const changesGlobals =
  /process\.(?:env\b|chdir|exitCode|on\(|once\(|emit\(|kill\(|memoryUsage)|globalThis\.|proxies\.test\.fixture|vi\.(?:mock|stub|spyOn|useFakeTimers|setSystemTime)|Object\.defineProperty\(process/u;

const folders = ["harness", "reference-server", "reports", "schemas", "suites"];

/** The test files that need a worker of their own. */
function filesWithGlobals(): readonly string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
    .filter((file) => /\.test\.tsx?$/u.test(file) && !file.includes("node_modules"))
    .filter((file) => changesGlobals.test(readFileSync(file, "utf8")));
}

/**
 * `vitest run` leaves out the tests that need Chromium (`--mode browser`) and those that need the tools of `harness/lab/openapi`
 * (`--mode openapi`). No mode runs built files. Files that change nothing global share their worker and its modules: to load these is
 * most of the time of a test.
 */
const config: ViteUserConfigFnObject = defineConfig(({ mode }) => {
  const isBrowser = mode === "browser";
  const special: Readonly<Record<string, string>> = {
    browser: "**/*.browser.test.ts",
    openapi: "**/*.tools.test.ts",
  };
  const own = special[mode];
  const apart = own === undefined ? filesWithGlobals() : [];
  const exclude = [
    ...configDefaults.exclude,
    "dist/**",
    ...(own === undefined ? Object.values(special) : []),
  ];
  return {
    test: {
      // nothing asserts how long something takes: a busy machine is no failure
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // by default one core stays free, which is half of a small machine
      maxWorkers: "100%",
      globalSetup: [
        ...(isBrowser ? ["harness/lab/testing/require-chromium.ts"] : []),
        "harness/lab/testing/build-what-is-missing.ts",
      ],
      projects: [
        {
          extends: true,
          test: {
            name: "together",
            include: own === undefined ? configDefaults.include : [own],
            exclude: [...exclude, ...apart],
            ...(own === undefined ? { pool: "threads", isolate: false } : {}),
          },
        },
        ...(apart.length === 0
          ? []
          : [{ extends: true as const, test: { name: "apart", include: [...apart], exclude } }]),
      ],
    },
  };
});
export default config;
