/** Reads the report of a run. */
import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Report } from "../../schemas/report.ts";
import { report as isReport } from "../../schemas/compiled/report.js";
import { valueAt } from "../exchange/answer.ts";
import { withAbout } from "../recording/read-about.ts";
import { describeFileError, UsageError } from "./command.ts";

/** A recording is at most about 50 MB; what is much larger is not ours, and would not fit into memory. */
const maxBytes = 256 * 1024 * 1024;

export interface ReadOptions {
  /** True if a pipe is read too, as in `compare <(git show main:report.json) report.json`. */
  readonly mayBePipe?: boolean;
}

/** @throws UsageError if the file cannot be read, is not a regular file (a pipe may never end), or is too large */
export async function readText(file: string, { mayBePipe = false }: ReadOptions = {}): Promise<string> {
  let opened: FileHandle | undefined;
  try {
    // without the flag, opening a pipe that nobody writes to would never end
    opened = await open(file, constants.O_RDONLY | (mayBePipe ? 0 : constants.O_NONBLOCK));
    const found = await opened.stat();
    if (found.isDirectory()) throw new Error("it is a directory");
    if (!found.isFile() && !(mayBePipe && found.isFIFO())) throw new Error("it is not a regular file");
    if (found.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    return await readAll(opened);
  } catch (error) {
    throw new UsageError(`Cannot read "${file}": ${describeFileError(error)}`, { cause: error });
  } finally {
    await opened?.close();
  }
}

/** A file may grow while it is read. */
async function readAll(file: FileHandle): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The file of a report.
 * @param place a `report.json`, or the directory of a run that has one
 */
export async function toReportFile(place: string): Promise<string> {
  const isDirectory = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isDirectory ? join(place, "report.json") : place;
}

/**
 * @param place a `report.json`, or the directory of a run that has one
 * @throws UsageError if the file is not a `report.json` of this version
 */
export async function readReport(place: string, options: ReadOptions = {}): Promise<Report> {
  const file = await toReportFile(place);
  const text = await readText(file, options);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`Cannot read "${file}": it is not valid JSON`, { cause: error });
  }
  if (valueAt(content, "reportVersion") === 1)
    throw new UsageError(
      `Cannot read "${file}": an earlier version of the suite wrote it (report version 1). Read it with that version, or run again`,
    );
  if (!isReport(content)) {
    const error = isReport.errors?.[0];
    throw new UsageError(
      `Cannot read "${file}": it is not a conformance report (${error?.instancePath ? `"${error.instancePath}"` : "it"} ${error?.message ?? "is wrong"})`,
    );
  }
  const report = content as Report;
  const exchanges = report.exchanges.map((one) => withAbout(one, report.target.baseUrl));
  return { ...report, exchanges };
}
