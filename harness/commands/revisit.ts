/** `revisit`: reads what an earlier run published once more, and holds it against what that run saw. */
import { basename, join, resolve } from "node:path";
import { toShellWord } from "../../reports/curl.ts";
import type { EarlierRun } from "../certify.ts";
import type { RunOptions } from "../plan/run-plan.ts";
import { recordingFile } from "../recording/packed-recording.ts";
import { readRecordings } from "../verify/read-recording.ts";
import { certifyAndReport } from "./certify-run.ts";
import { type Command, firstGiven, UsageError } from "./command.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { readReport } from "./read-report.ts";
import { readRecordingText } from "./report-recording.ts";
import { readSettings } from "./run-command.ts";
import { configureRun } from "./run-options.ts";
import { readNamedTarget } from "./run-target.ts";

/** Options of `run` that say nothing of a visit: it reads everything once, and writes nothing. */
const refused: readonly string[] = [
  "choice",
  "failed-from",
  "fault",
  "keep",
  "list",
  "max-failures",
  "read-only",
  "reference",
  "repeat",
  "seed",
  "shard",
  "soak",
  "watch",
];

export const revisitCommand: Command = {
  configure: (parser) =>
    [...refused, "depth"]
      .reduce((current, name) => current.hide(name), configureRun(parser))
      .positional("dir", {
        type: "string",
        demandOption: true,
        describe: "Directory of a finished run, made with --keep",
      })
      .option("out", {
        type: "string",
        default: "conformance-revisit",
        describe: "Directory for all report files",
      }),
  run: async (options) => {
    keepHeapLean();
    assertAccepted(options);
    const folder = String(options["dir"]);
    if (resolve(folder) === resolve(String(options["out"])))
      throw new UsageError(`Cannot write into "${folder}": it has the run that is read again; use --out`);
    const { earlier, seed } = await readEarlier(folder);
    // a visit has one depth, whatever CONFORMANCE_DEPTH says
    const settings: RunOptions = {
      ...(await readSettings(options)),
      depth: "standard",
      seed,
      cleanUp: false,
    };
    const { target, warnings } = await readNamedTarget(options);
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    return await certifyAndReport(target, settings, options, earlier);
  },
};

/** @throws UsageError if an option of `run` is used that a visit cannot have */
function assertAccepted(options: Readonly<Record<string, unknown>>): void {
  const used = firstGiven(options, refused);
  if (used !== undefined)
    throw new UsageError(
      used === "reference" || used === "fault" || used === "choice"
        ? `Cannot use --${used} with revisit: the bundled server keeps nothing; use serve and --target`
        : `Cannot use --${used} with revisit: it reads everything that the run published, and writes nothing`,
    );
}

/**
 * The run of a folder, from its report and its recording.
 * @throws UsageError if it is not the whole run of one machine, or there is nothing to be read again
 */
async function readEarlier(folder: string): Promise<{ readonly earlier: EarlierRun; readonly seed: number }> {
  const report = await readReport(join(folder, "report.json"));
  const file = join(folder, recordingFile);
  const recordings = readRecordings(await readRecordingText(file));
  if ("broken" in recordings) throw new UsageError(`Cannot read "${file}": ${recordings.broken}`);
  const [recording, ...others] = recordings;
  const { run } = report;
  if (recording === undefined || others.length > 0 || run.shard !== undefined || run.traffic !== undefined)
    throw new UsageError(`Cannot revisit "${folder}": it is not the whole run of one machine`);
  if (recording.digest !== run.exchangesDigest)
    throw new UsageError(
      `Cannot revisit "${folder}": its recording is not the one of its report; verify says more`,
    );
  if (recording.run.options.cleanUp)
    throw new UsageError(
      `Cannot revisit "${folder}": the run has unpublished what it published; make it with --keep`,
    );
  if ((report.created ?? []).length === 0 && run.visit === undefined)
    throw new UsageError(`Cannot revisit "${folder}": the run published nothing`);
  return {
    seed: recording.run.options.seed,
    earlier: {
      runId: run.id,
      startedAtMs: recording.run.startedAtMs,
      exchangesDigest: recording.digest,
      command: `revisit ${toShellWord(basename(resolve(folder)))}`,
      exchanges: recording.exchanges.map(({ previous: _previous, ...exchange }) => ({
        ...exchange,
        id: `${prefix}${exchange.id}`,
        actor: `${prefix}${exchange.actor}`,
      })),
    },
  };
}

/** A check of the visit may have the name of one of the earlier run. */
const prefix = "earlier:";
