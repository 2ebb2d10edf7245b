/** `run`: certifies one registry and writes the reports. */
import { exitCodes } from "../verdict/verdicts.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { certifyAndReport } from "./certify-run.ts";
import type { Command } from "./command.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { configureRun, toSettings } from "./run-options.ts";
import { assertReferenceOptions, readNamedTarget, startReference } from "./run-target.ts";

export const runCommand: Command = {
  configure: configureRun,
  run: async (options) => {
    keepHeapLean();
    assertReferenceOptions(options);
    const settings = await narrow(await readSettings(options), options);
    if (options["watch"] === undefined) return await runOnce(settings, options);
    const { watch } = await import("./watch.ts");
    return await watch((learn) => runOnce(settings, options, learn), options);
  },
};

/** @param learn receives the base URL before the first request */
async function runOnce(
  settings: RunOptions,
  options: Readonly<Record<string, unknown>>,
  learn: (baseUrl: string) => void = () => {},
): Promise<number> {
  const reference = options["reference"] === true ? await startReference(options) : undefined;
  try {
    const { target, warnings } =
      reference === undefined ? await readNamedTarget(options) : await reference.read();
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    learn(target.baseUrl);
    if (options["list"] === true) {
      const { renderRunList } = await import("./run-list.ts");
      const { readSet } = await import("./use-set.ts");
      process.stdout.write(
        renderRunList(target, { ...settings, set: settings.set ?? (await readSet(options)) }),
      );
      return exitCodes.conformant;
    }
    if (options["repeat"] !== undefined) {
      const { repeatRuns } = await import("./repeat.ts");
      return await repeatRuns(target, settings, options);
    }
    return await certifyAndReport(target, settings, options);
  } finally {
    await reference?.close();
  }
}

/**
 * What the options say about a run, without `--failed-from`.
 * @throws UsageError if an option is wrong or a file that it names cannot be read
 */
export async function readSettings(options: Readonly<Record<string, unknown>>): Promise<RunOptions> {
  return { ...toSettings(options), ...(await readNamed(options)) };
}

/** The errata and the requirement set that options name. Those of the package come with the suite, which is not loaded yet. */
async function readNamed(
  options: Readonly<Record<string, unknown>>,
): Promise<Pick<RunOptions, "errata" | "set">> {
  return {
    ...(options["errata"] === undefined
      ? {}
      : { errata: await (await import("./use-errata.ts")).readErrata(options) }),
    ...(options["set"] === undefined ? {} : { set: await (await import("./use-set.ts")).readSet(options) }),
  };
}

/** With `--failed-from`, the requirements of that report that did not pass. */
export async function narrow(
  settings: RunOptions,
  options: Readonly<Record<string, unknown>>,
): Promise<RunOptions> {
  const file = options["failed-from"];
  if (typeof file !== "string") return settings;
  const { readFailed } = await import("./failed-from.ts");
  return { ...settings, only: await readFailed(file, settings.only) };
}
