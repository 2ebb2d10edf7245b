/** Writes the files of a run. An unwritable directory is reported before the first request. Files appear complete and together, or not at all. */
import { createWriteStream, existsSync, type WriteStream } from "node:fs";
import { mkdir, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { finished } from "node:stream/promises";
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
import { lockFolder } from "./folder-lock.ts";
import { renderSafely } from "./render-safely.ts";
import { formats, isFormat, type ReportFormat } from "./report-formats.ts";

export interface Output {
  /** Takes one line of `exchanges.ndjson`. */
  readonly writeExchange: (line: string) => void;
  readonly writeReports: (report: Report) => Promise<void>;
  /** Removes unfinished files if there is no report. Never rejects. */
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
  // a renderer that cannot be loaded is known before the first request, and not when the reports are due
  await Promise.all(reports.map(({ format }) => formats[format].load()));
  // named files are replaced whole, each by itself; the files of a folder belong together
  const lock = whole === undefined ? undefined : await lockFolder(whole);
  const stream = recording === undefined ? undefined : openStream(toUnfinished(recording), onFailure);
  return {
    writeExchange: (line) => {
      stream?.write(line);
    },
    async writeReports(report) {
      const renderJson = await formats.json.load();
      // every format is rendered from the content of report.json, so that `verify` can render it again and compare; exchanges
      // are recorded as they are written
      const json = renderSafely("report.json", () => renderJson({ ...report, exchanges: [] }));
      const results = json === undefined ? report : (JSON.parse(json) as Report);
      const written: Report = { ...results, exchanges: report.exchanges };
      const others: (() => Promise<void>)[] = [];
      const missing = new Set<Destination>();
      for (const { format, destination } of reports) {
        const render = await formats[format].load();
        const content = renderSafely(destination.file, () => render(written));
        if (content === undefined) missing.add(destination);
        else if (destination.isReplaced) await writing(destination, () => prepare(destination, content));
        else others.push(() => writing(destination, () => writeInto(destination, content)));
      }
      if (stream !== undefined && recording !== undefined)
        await writing(recording, () => closeStream(stream));
      // no file appears before all are written
      for (const one of all) {
        if (!one.isReplaced) continue;
        // a file of an earlier run would be read as this run's
        if (missing.has(one)) await rm(one.place, { force: true });
        else await writing(one, () => replace(one));
      }
      lock?.release();
      // a pipe without a reader delays no other file
      for (const write of others) await write();
    },
    async discard() {
      if (stream !== undefined) await closeStream(stream).catch(() => {});
      for (const one of all) await abandon(one);
      lock?.release();
      // only folders of this run, and only if they are empty
      for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
    },
    files: all.map(({ file }) => file),
  };
}

async function planDirectory(directory: string): Promise<Plan> {
  const reports: PlannedReport[] = [];
  for (const [format, { file }] of Object.entries(formats)) {
    reports.push({
      format: format as ReportFormat,
      destination: await toDestination(join(directory, file)),
    });
  }
  const recording = await toDestination(join(directory, "exchanges.ndjson"));
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
