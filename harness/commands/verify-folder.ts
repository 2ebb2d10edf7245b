/** Verifies the directory of a run: its report, its recording, and the files beside them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chapters } from "../../suites/index.ts";
import type { Erratum, Report } from "../../schemas/report.ts";
import { describeOtherErrata } from "../errata/read-errata.ts";
import {
  type AppliedSet,
  applyPackageSet,
  describeOtherSet,
  SetError,
} from "../requirement-sets/requirement-sets.ts";
import { recordingFile, unpackRecording } from "../recording/packed-recording.ts";
import {
  type BrokenRecording,
  readRecording,
  readRecordings,
  type Recording,
} from "../verify/read-recording.ts";
import type { RunProgress } from "../plan/run-plan.ts";
import { verify, type Verification, verifyMerged } from "../verify/verify.ts";
import { describeSuite } from "../suite-identity.ts";
import { readReport, readText } from "./read-report.ts";
import { formats } from "./report-formats.ts";
import { withRecorded } from "./report-recording.ts";

/** What decides which requirements count. */
export interface Governance {
  readonly errata: readonly Erratum[];
  /** By default the one of the package that the report names. */
  readonly set?: AppliedSet;
}

export interface VerifiedFolder {
  /** The report as it is in the folder. */
  readonly report: Report;
  readonly judged: Verification;
  /** Why the report is not confirmed; empty if it is. */
  readonly differences: readonly string[];
}

/**
 * Verifies the report of a run's folder from its recording, with the files beside it.
 * @param governance the errata and the set that the report has to name
 * @param onProgress called after each check that is judged again
 * @throws UsageError if a file cannot be read
 */
export async function verifyFolder(
  folder: string,
  { errata, set }: Governance,
  onProgress?: (progress: RunProgress) => void,
): Promise<VerifiedFolder> {
  const report = await readReport(join(folder, "report.json"));
  const other = describeOtherErrata(report.run.errata ?? [], errata) ?? differenceOfSet(report, set);
  if (other !== undefined) return { report, judged: { differences: [other] }, differences: [other] };
  const text = await readText(join(folder, recordingFile));
  const { report: whole, judged } = await judgeAgain(report, text, onProgress);
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
async function judgeAgain(
  report: Report,
  text: string,
  onProgress: ((progress: RunProgress) => void) | undefined,
): Promise<Omit<VerifiedFolder, "differences">> {
  const by = { chapters, suite: describeSuite(), ...(onProgress === undefined ? {} : { onProgress }) };
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
