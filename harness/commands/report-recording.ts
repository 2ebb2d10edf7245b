/** The recording beside a report, which has its exchanges. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Report } from "../../schemas/report.ts";
import { recordingFile, unpackRecording } from "../recording/packed-recording.ts";
import { readRecordings, type Recording, toReportExchanges } from "../verify/read-recording.ts";
import { UsageError } from "./command.ts";
import { readReport, readText, toReportFile } from "./read-report.ts";

/** A report with the exchanges of its recordings, if it leaves them to these. */
export function withRecorded(report: Report, recordings: readonly Recording[]): Report {
  return report.recording === undefined
    ? report
    : { ...report, exchanges: recordings.flatMap(toReportExchanges) };
}

/**
 * The lines of a recording.
 * @throws UsageError if the file cannot be read or unpacked
 */
export async function readRecordingText(file: string): Promise<string> {
  return unpack(file, await readText(file));
}

/** @throws UsageError if the text of the file cannot be unpacked */
export function unpack(file: string, text: string): string {
  try {
    return unpackRecording(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot read "${file}": ${reason}`, { cause: error });
  }
}

/**
 * The report with its exchanges. If they are in a recording that is not there any more, it has none.
 * @param place a `report.json`, or the directory of a run that has one
 * @throws UsageError if the report, or the recording beside it, cannot be read
 */
export async function readWholeReport(place: string): Promise<Report> {
  const file = await toReportFile(place);
  const report = await readReport(file);
  const recording = join(dirname(file), recordingFile);
  if (report.recording === undefined || !existsSync(recording)) return report;
  const recordings = readRecordings(await readRecordingText(recording));
  if ("broken" in recordings) throw new UsageError(`Cannot read "${recording}": ${recordings.broken}`);
  return withRecorded(report, recordings);
}
