/** `verify`: verifies the report of a finished run, offline, from its recorded exchanges. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chapters } from "../../suites/index.ts";
import { renderCaveats } from "../../reports/conclusion.ts";
import { formatCounted } from "../../reports/measures.ts";
import { renderRequirement } from "../../reports/terminal-finding.ts";
import { toVisibleText } from "../../reports/visible-text.ts";
import { withoutCommands } from "../../reports/workflow-commands.ts";
import type { Erratum, Report } from "../../schemas/report.ts";
import { describeOtherErrata } from "../errata/read-errata.ts";
import {
  type AppliedSet,
  applyPackageSet,
  describeOtherSet,
  SetError,
} from "../requirement-sets/requirement-sets.ts";
import { verify, type Verification, verifyMerged } from "../running/verify.ts";
import { recordingFile, unpackRecording } from "../running/packed-recording.ts";
import {
  type BrokenRecording,
  readRecording,
  readRecordings,
  type Recording,
} from "../running/read-recording.ts";
import { toPatternOfAny } from "../running/selection.ts";
import { exitCodes } from "../running/verdicts.ts";
import { type Command, toWords, UsageError } from "./command.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { readReport, readText } from "./read-report.ts";
import { withRecorded } from "./report-recording.ts";
import { formats } from "./report-formats.ts";
import { describeSuite } from "../suite-identity.ts";
import { readErrata } from "./use-errata.ts";
import { readSet, setOption } from "./use-set.ts";
import { colorOptions, terminalOptions } from "./terminal-options.ts";

/** Maximum number of differences shown; the rest is counted. */
const shownDifferences = 10;

export const verifyCommand: Command = {
  configure: (parser) =>
    parser
      .positional("dir", {
        type: "string",
        demandOption: true,
        describe: "Directory of the run: report.json and exchanges.ndjson",
      })
      .option("only", {
        type: "string",
        array: true,
        default: [],
        describe: "Explain the results whose ids match",
      })
      .option("errata", {
        type: "string",
        describe: "The errata that the run was made with, if they are not the package's",
      })
      .options(setOption("The requirement set that the run was made with, if it is not the newest"))
      .options(colorOptions),
  run: async (options) => {
    keepHeapLean();
    const { report, judged, differences } = await verifyFolder(String(options["dir"]), {
      errata: await readErrata(options),
      set: await readSet(options),
    });
    const only = toWords(options["only"]);
    if (only.length > 0 && judged.report !== undefined)
      process.stdout.write(explain(judged.report, only, options));
    process.stdout.write(renderVerification(report, differences));
    return differences.length === 0 ? exitCodes.conformant : exitCodes.failed;
  },
};

/** What decides which requirements count. */
export interface Governance {
  readonly errata: readonly Erratum[];
  /** By default the one of the package that the report names. */
  readonly set?: AppliedSet;
}

interface VerifiedFolder {
  /** The report as it is in the folder. */
  readonly report: Report;
  readonly judged: Verification;
  /** Why the report is not confirmed; empty if it is. */
  readonly differences: readonly string[];
}

/**
 * Verifies the report of a run's folder from its recording, with the files beside it.
 * @param governance the errata and the set that the report has to name
 * @throws UsageError if a file cannot be read
 */
export async function verifyFolder(folder: string, { errata, set }: Governance): Promise<VerifiedFolder> {
  const report = await readReport(join(folder, "report.json"));
  const other = describeOtherErrata(report.run.errata ?? [], errata) ?? differenceOfSet(report, set);
  if (other !== undefined) return { report, judged: { differences: [other] }, differences: [other] };
  const text = await readText(join(folder, recordingFile));
  const { report: whole, judged } = await judgeAgain(report, text);
  // files rendered from a wrong report would only repeat its differences
  const differences =
    judged.differences.length > 0 ? judged.differences : await findForeignFiles(folder, whole);
  return { report: whole, judged, differences };
}

/** @param given by default the set of the package that the report names */
function differenceOfSet({ run }: Report, given: AppliedSet | undefined): string | undefined {
  try {
    return describeOtherSet(run.set, given ?? applyPackageSet(run.set?.name, chapters));
  } catch (error) {
    if (error instanceof SetError) return `the set of the report is unknown: ${error.message}`;
    throw error;
  }
}

/** A forged recording may make the checks throw. */
async function judgeAgain(report: Report, text: string): Promise<Omit<VerifiedFolder, "differences">> {
  const by = { chapters, suite: describeSuite() };
  let whole = report;
  try {
    const lines = unpackRecording(text);
    const isMerged = report.run.shards !== undefined;
    const recordings = isMerged ? readRecordings(lines) : toList(readRecording(lines));
    if ("broken" in recordings) return { report, judged: { differences: [recordings.broken] } };
    whole = withRecorded(report, recordings);
    const [only] = recordings;
    const judged =
      isMerged || only === undefined
        ? await verifyMerged(whole, recordings, by)
        : await verify(whole, only, by);
    return { report: whole, judged };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { report: whole, judged: { differences: [`${recordingFile} cannot be verified: ${reason}`] } };
  }
}

function toList(recording: Recording | BrokenRecording): readonly Recording[] | BrokenRecording {
  return "broken" in recording ? recording : [recording];
}

/** The files beside the recording that differ from what the report gives: their readers would see a different result. */
async function findForeignFiles(folder: string, report: Report): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const { file, load } of Object.values(formats)) {
    const place = join(folder, file);
    if (!existsSync(place)) continue;
    const render = await load();
    if ((await readText(place)) !== render(report))
      foreign.push(`${file} is not what this suite writes for the report`);
  }
  return foreign;
}

function renderVerification(report: Report, differences: readonly string[]): string {
  const lines: string[] = [];
  if (differences.length === 0) {
    lines.push(
      `confirmed: the ${formatCounted(report.exchanges.length, "exchange")} of this ${report.run.depth} run with seed ${report.run.seed} give ${report.verdict}, ${formatCounted(report.requirements.length, "requirement")} as reported`,
      ...renderCaveats(report),
      ...renderUnchecked(report),
    );
  } else {
    lines.push(`NOT CONFIRMED: ${differences[0] ?? ""}`);
    lines.push(...differences.slice(1, shownDifferences).map((difference) => `  also: ${difference}`));
    if (differences.length > shownDifferences)
      lines.push(`  and ${differences.length - shownDifferences} more`);
  }
  // a forged report may have line breaks and control characters in its texts
  return withoutCommands(`${lines.map(toVisibleText).join("\n")}\n`);
}

/** The claims that a recording cannot confirm. */
function renderUnchecked({ baseline, exitCode, run }: Report): readonly string[] {
  const lines: string[] = [];
  if (baseline !== undefined)
    lines.push(`not checked: the baseline "${baseline.file}", which makes the exit code ${exitCode}`);
  if (run.limiterWaitMs > 0) lines.push("not checked: how long the requests waited for a rate limiter");
  return lines;
}

function explain(
  report: Report,
  only: readonly string[],
  options: Readonly<Record<string, unknown>>,
): string {
  const pattern = toPatternOfAny(only);
  const results = report.cases.filter(
    ({ id, requirement }) => pattern.test(id) || only.includes(requirement),
  );
  if (results.length === 0)
    throw new UsageError(`Cannot explain "${only.join(" ")}": no result of the run matches`);
  return results.map((result) => `${renderRequirement(report, result, terminalOptions(options))}\n`).join("");
}
