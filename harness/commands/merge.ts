/** `merge`: one report from the runs that shared the checks (`run --shard`). */
import { join } from "node:path";
import { chapters } from "../../suites/index.ts";
import type { Report } from "../../schemas/report.ts";
import { mergeReports } from "../verdict/merge-reports.ts";
import { recordingFile } from "../recording/packed-recording.ts";
import { readRecording } from "../verify/read-recording.ts";
import { verify } from "../verify/verify.ts";
import { type AppliedSet, describeOtherSet } from "../requirement-sets/requirement-sets.ts";
import { describeSuite } from "../suite-identity.ts";
import { type Command, UsageError } from "./command.ts";
import { finishReport } from "./finish-report.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { openOutput, toReportWords } from "./output.ts";
import { readReport } from "./read-report.ts";
import { readRecordingText, withRecorded } from "./report-recording.ts";
import { colorOptions } from "./terminal-options.ts";
import { readSet, setOption } from "./use-set.ts";

export const mergeCommand: Command = {
  configure: (parser) =>
    parser
      .positional("dirs", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "Directories of the runs, one for each shard",
      })
      .option("baseline", {
        type: "string",
        describe: "File of known results, each with a reason and an expiry date",
      })
      .option("out", {
        type: "string",
        default: "conformance-report",
        describe: "Directory for all report files",
      })
      .option("report", {
        type: "string",
        array: true,
        default: [],
        describe: "FORMAT:FILE, instead of --out",
      })
      .options(setOption("The requirement set that the runs were made with, if it is not the newest"))
      .option("quiet", { type: "boolean", default: false, describe: "Print only failures" })
      .options(colorOptions),
  run: async (options) => {
    keepHeapLean();
    const set = await readSet(options);
    const shards = await readShards((options["dirs"] as readonly unknown[]).map(String), set);
    const output = await openOutput(toReportWords(options["report"]), String(options["out"]));
    try {
      const [first, ...rest] = shards.map(({ report }) => report);
      if (first === undefined) throw new UsageError("Nothing to merge: expected at least one directory");
      const merged = mergeReports([first, ...rest]);
      for (const { recording } of shards)
        for (const line of recording.trimEnd().split("\n")) output.writeExchange(`${line}\n`);
      return await finishReport(merged, options, output);
    } catch (error) {
      await output.discard();
      throw error;
    }
  },
};

/** One shard's report, as its recording gives it, and the recording. */
interface ShardFiles {
  readonly folder: string;
  readonly report: Report;
  readonly recording: string;
}

/**
 * In the order of the shards.
 * @throws UsageError if a report is not what its recording gives, or the shards are not those of one run
 */
async function readShards(folders: readonly string[], set: AppliedSet): Promise<readonly ShardFiles[]> {
  const all: ShardFiles[] = [];
  for (const folder of folders) all.push(await readShard(folder, set));
  const ordered = all.toSorted((a, b) => (a.report.run.shard?.index ?? 0) - (b.report.run.shard?.index ?? 0));
  assertWhole(ordered);
  return ordered;
}

async function readShard(folder: string, set: AppliedSet): Promise<ShardFiles> {
  const report = await readReport(join(folder, "report.json"));
  if (report.run.shard === undefined)
    throw new UsageError(`Cannot merge "${folder}": its run had no --shard, and is whole already`);
  const other = describeOtherSet(report.run.set, set);
  if (other !== undefined) throw new UsageError(`Cannot merge "${folder}": ${other}`);
  const text = await readRecordingText(join(folder, recordingFile));
  const recording = readRecording(text);
  if ("broken" in recording) throw new UsageError(`Cannot merge "${folder}": ${recording.broken}`);
  const { differences, report: again } = await verify(withRecorded(report, [recording]), recording, {
    chapters,
    suite: describeSuite(),
  });
  const [difference] = differences;
  if (again === undefined || difference !== undefined)
    throw new UsageError(
      `Cannot merge "${folder}": its report is not confirmed by its recording: ${difference ?? "the checks could not run"}`,
    );
  const { limiterWaitMs, exchangesDigest } = report.run;
  return {
    folder,
    // what a replay cannot know
    report: { ...again, run: { ...again.run, limiterWaitMs, exchangesDigest } },
    recording: text,
  };
}

/** @throws UsageError if a shard is missing, there twice, or of another run */
function assertWhole(shards: readonly ShardFiles[]): void {
  const [first] = shards;
  if (first === undefined) return;
  const total = first.report.run.shard?.total ?? 0;
  for (const shard of shards) {
    const difference = differenceOf(first.report, shard.report);
    if (difference !== undefined)
      throw new UsageError(
        `Cannot merge "${shard.folder}" with "${first.folder}": they differ in ${difference}`,
      );
  }
  const indexes = shards.map(({ report }) => report.run.shard?.index ?? 0);
  const twice = indexes.find((index, at) => indexes.indexOf(index) !== at);
  if (twice !== undefined) throw new UsageError(`Cannot merge: shard ${twice}/${total} is there twice`);
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((one) => !indexes.includes(one));
  if (missing.length > 0)
    throw new UsageError(
      `Cannot merge: ${missing.map((one) => `shard ${one}/${total}`).join(" and ")} missing. What did not run would look as if it had`,
    );
}

/** What two shards of one run have in common, and these do not. */
function differenceOf(a: Report, b: Report): string | undefined {
  const common = ({ run, target, suite }: Report): Readonly<Record<string, unknown>> => ({
    "the number of shards": run.shard?.total,
    "the suite": suite.digest,
    "the base URL": target.baseUrl,
    "the implementation": target.implementation,
    "--seed": run.seed,
    "--depth": run.depth,
    "--profile": run.profiles,
    "--only": run.only,
    "--skip": run.skip,
    "--strict": run.strict,
    "--errata": run.errata,
  });
  const others = common(b);
  return Object.entries(common(a)).find(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(others[name]),
  )?.[0];
}
