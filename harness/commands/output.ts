/** Writes the files of a run. An unwritable directory is reported before the first request. Files appear complete and together, or not at all. */
import { createReadStream, createWriteStream, existsSync, type WriteStream } from "node:fs";
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { toVisibleText } from "../../reports/visible-text.ts";
import type { Report } from "../../schemas/report.ts";
import { describeFileError, OutputError, UsageError } from "./command.ts";
import {
  abandon,
  type Destination,
  prepare,
  replace,
  toDestination,
  toUnfinished,
  unfinished,
  writeInto,
} from "./destination.ts";
import { packRecording, recordingFile } from "../recording/packed-recording.ts";
import { lockFolder } from "./folder-lock.ts";
import { renderSafely } from "./render-safely.ts";
import { certificateFile, formats, isFormat, type ReportFormat } from "./report-formats.ts";

export interface Output {
  /** Takes one line of `exchanges.ndjson`. */
  readonly writeExchange: (line: string) => void;
  readonly writeReports: (report: Report) => Promise<void>;
  /** Removes unfinished files if there is no report, and says which files of an earlier run stay. Never rejects. */
  readonly discard: () => Promise<void>;
  /** The files written, or to be written. */
  readonly files: readonly string[];
}

interface PlannedReport {
  readonly format: ReportFormat;
  readonly destination: Destination;
}

interface Plan {
  readonly reports: readonly PlannedReport[];
  /** Where `exchanges.ndjson` goes. */
  readonly recording: Destination | undefined;
}

/** The values of `--report`. In an environment variable they are one text, and file names may contain spaces. */
export function toReportWords(value: unknown): readonly string[] {
  const formatAhead = new RegExp(`\\s+(?=(?:${[...Object.keys(formats), "jsonl"].join("|")}):)`, "u");
  return [value].flat().flatMap((one) => (typeof one === "string" ? one.trim().split(formatAhead) : []));
}

/**
 * @param named `FORMAT:FILE` each
 * @param directory where all formats go if `named` is empty; without it, no file is written then
 * @param onFailure called when the recording can no longer be written, so that the run can end
 * @throws UsageError if a format is unknown or a file cannot be written
 */
export async function openOutput(
  named: readonly string[],
  directory: string | undefined,
  onFailure: () => void = () => {},
): Promise<Output> {
  const whole = named.length === 0 ? directory : undefined;
  const { reports, recording } = whole === undefined ? await planNamed(named) : await planDirectory(whole);
  const all = [
    ...reports.map(({ destination }) => destination),
    ...(recording === undefined ? [] : [recording]),
  ];
  // nothing is written next to a pipe or a device
  const made = await makeFolders(
    all.flatMap(({ place, isReplaced }) => (isReplaced ? [dirname(place)] : [])),
  );
  // named files are replaced whole, each by itself; the files of a folder belong together
  const lock = whole === undefined ? undefined : await lockFolder(whole);
  const stream = recording === undefined ? undefined : openStream(toUnfinished(recording), onFailure);
  const loadRenderers = once(() => reports.map(({ format }) => formats[format].load().catch(() => {})));
  return {
    writeExchange: (line) => {
      stream?.write(line);
      // before the first request they would delay the run, and after the last its reports
      if (line.startsWith('{"id"')) loadRenderers();
    },
    async writeReports(report) {
      const packing = stream === undefined ? undefined : finishRecording(stream, recording);
      // its failure is thrown where it is awaited, after the reports are rendered
      packing?.catch(() => {});
      const written = await toWritten(report, recording);
      const others: (() => Promise<void>)[] = [];
      const missing = new Set<Destination>();
      for (const { format, destination } of reports) {
        const content = await render(format, destination, written);
        if (content === undefined) missing.add(destination);
        else if (destination.isReplaced) await writing(destination, () => prepare(destination, content));
        else others.push(() => writing(destination, () => writeInto(destination, content)));
      }
      await packing;
      // no file appears before all are written
      for (const one of all) {
        if (!one.isReplaced) continue;
        // a file of an earlier run would be read as this run's
        if (missing.has(one)) await rm(one.place, { force: true });
        else await writing(one, () => replace(one));
      }
      if (whole !== undefined) await removeEarlier(whole);
      lock?.release();
      // a pipe without a reader delays no other file
      for (const write of others) await write();
    },
    async discard() {
      if (stream !== undefined) await closeStream(stream).catch(() => {});
      for (const one of all) await abandon(one);
      lock?.release();
      tellOfEarlier(all);
      // only folders of this run, and only if they are empty
      for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
    },
    files: all.map(({ file }) => file),
  };
}

/** Files that stay would be read as the reports of the run that failed. */
function tellOfEarlier(destinations: readonly Destination[]): void {
  const [first, ...others] = destinations.filter(({ place, isReplaced }) => isReplaced && existsSync(place));
  if (first === undefined) return;
  const count = others.length;
  const more = count === 0 ? " is" : ` and ${count} more ${count === 1 ? "file" : "files"} are`;
  process.stderr.write(`No report was written. ${first.file}${more} from an earlier run\n`);
}

/**
 * The report as it is written. Every format is rendered from the content of report.json, so that `verify` can render it again and
 * compare; exchanges are recorded as they are written.
 * @param recording has the exchanges, if it is there
 */
async function toWritten(report: Report, recording: Destination | undefined): Promise<Report> {
  const renderJson = await formats.json.load();
  const reference = { file: recordingFile, exchanges: report.exchanges.length };
  const written = recording === undefined ? report : { ...report, recording: reference };
  const json = renderSafely("report.json", () => renderJson({ ...written, exchanges: [] }));
  return json === undefined ? written : { ...(JSON.parse(json) as Report), exchanges: report.exchanges };
}

/** The text of one format, or undefined if its renderer cannot be loaded or fails. */
async function render(
  format: ReportFormat,
  { file }: Destination,
  report: Report,
): Promise<string | undefined> {
  const loading = formats[format].load();
  const loaded = await loading.catch((error: unknown) => () => {
    throw error;
  });
  return renderSafely(file, () => loaded(report));
}

function once(work: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

/** Packs the lines of the recording, which stay as they are until the run has a report. */
async function finishRecording(stream: WriteStream, recording: Destination | undefined): Promise<void> {
  if (recording === undefined) return;
  const lines = toUnfinished(recording);
  const packed = `${recording.place}.packed${unfinished}`;
  await writing(recording, async () => {
    await closeStream(stream);
    try {
      await pipeline(createReadStream(lines), packRecording, createWriteStream(packed, { flags: "wx" }));
      await rename(packed, lines);
    } catch (error) {
      await rm(packed, { force: true });
      throw error;
    }
  });
}

/** Files of an earlier run that this one does not write would be read as this run's. That a certificate goes is said. */
async function removeEarlier(directory: string): Promise<void> {
  const certificate = join(directory, certificateFile);
  if (existsSync(certificate))
    process.stderr.write(`Removed ${toVisibleText(certificate)}, which was about an earlier report\n`);
  const others = Object.values(formats).flatMap(({ file, onDemand }) => (onDemand === true ? file : []));
  for (const file of [certificateFile, ...others])
    await rm(join(directory, file), { force: true }).catch(() => {});
}

async function planDirectory(directory: string): Promise<Plan> {
  const reports: PlannedReport[] = [];
  for (const [format, { file, onDemand }] of Object.entries(formats)) {
    if (onDemand === true) continue;
    reports.push({
      format: format as ReportFormat,
      destination: await toDestination(join(directory, file)),
    });
  }
  const recording = await toDestination(join(directory, recordingFile));
  if (!recording.isReplaced)
    throw new UsageError(`Cannot write "${recording.file}": it is not a regular file`);
  return { reports, recording };
}

async function planNamed(named: readonly string[]): Promise<Plan> {
  const reports: PlannedReport[] = [];
  for (const { format, file } of named.map(toFormatAndFile)) {
    const destination = await toDestination(file);
    if (reports.some((other) => other.destination.place === destination.place))
      throw new UsageError(`Cannot write two reports to "${file}"`);
    reports.push({ format, destination });
  }
  return { reports, recording: undefined };
}

function toFormatAndFile(text: string): { readonly format: ReportFormat; readonly file: string } {
  const at = text.indexOf(":");
  const format = text.slice(0, Math.max(at, 0));
  const file = text.slice(at + 1);
  if (!isFormat(format) || file.trim() === "") {
    throw new UsageError(
      `Cannot use --report "${text}": expected FORMAT:FILE with one of ${Object.keys(formats).join(", ")}, jsonl`,
    );
  }
  return { format, file };
}

/**
 * Makes the folders of the files, and checks that they can be written.
 * @returns the new folders, outermost first
 * @throws UsageError if a folder cannot be made or written
 */
export async function makeFolders(folders: readonly string[]): Promise<readonly string[]> {
  const made: string[] = [];
  for (const folder of new Set(folders.map((one) => resolve(one)))) {
    try {
      // one level at a time: Node's recursive form never ends below some special file systems
      for (const level of missingLevels(folder)) {
        await mkdir(level);
        made.push(level);
      }
      const probe = join(folder, `.conformance${unfinished}`);
      await writeFile(probe, "probe", { flag: "wx" });
      await rm(probe);
    } catch (error) {
      throw new UsageError(`Cannot write reports to "${folder}": ${describeFileError(error)}`, {
        cause: error,
      });
    }
  }
  return made;
}

function missingLevels(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [...missingLevels(dirname(folder)), folder];
}

function openStream(file: string, onFailure: () => void): WriteStream {
  const stream = createWriteStream(file, { flags: "wx" });
  // a full disk is reported when the stream is closed; until then the run can end
  stream.on("error", onFailure);
  return stream;
}

async function closeStream(stream: WriteStream): Promise<void> {
  if (stream.errored !== null) throw stream.errored;
  stream.end();
  await finished(stream);
}

/** @throws OutputError if the file cannot be written */
async function writing({ file }: Destination, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new OutputError(
      `Cannot write "${file}": ${describeFileError(error)}; the run ended early or has no report, and this is not a result about the registry`,
      { cause: error },
    );
  }
}
