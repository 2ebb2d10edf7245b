/** Where a run's files go. A directory that cannot be written is known before the first request; files appear whole and all together, or not at all. */
import { createWriteStream, existsSync, type WriteStream } from "node:fs";
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { finished } from "node:stream/promises";
import type { Report } from "../../schemas/report.ts";
import { OutputError, UsageError } from "./command.ts";
import { formats, isFormat, type ReportFormat } from "./report-formats.ts";

export interface Output {
  /** Takes one line of `exchanges.ndjson`. */
  readonly writeExchange: (line: string) => void;
  readonly writeReports: (report: Report) => Promise<void>;
  /** Takes away what was begun, when there is no report to write. Never rejects. */
  readonly discard: () => Promise<void>;
  /** The files written, or to be written. */
  readonly files: readonly string[];
}

interface PlannedFile {
  readonly format: ReportFormat;
  readonly file: string;
}

/** The end of a file that is being written. */
const unfinished = ".partial";

/**
 * @param reports `FORMAT:FILE` each; where there is none, all formats go to `directory`
 * @param onFailure told when the recording can no longer be written, so that the run need not go on
 * @throws UsageError where a format is unknown or a place cannot be written
 */
export async function openOutput(
  reports: readonly string[],
  directory: string,
  onFailure: () => void = () => {},
): Promise<Output> {
  const intoDirectory = reports.length === 0;
  const planned = intoDirectory
    ? Object.entries(formats).map(([format, { file }]) => ({
        format: format as ReportFormat,
        file: join(directory, file),
      }))
    : reports.map(toPlanned);
  const twice = planned.find(({ file }, index) => planned.findIndex((one) => one.file === file) !== index);
  if (twice !== undefined) throw new UsageError(`Cannot write two reports to "${twice.file}"`);
  const made = await makeFolders(planned.map(({ file }) => dirname(file)));
  const exchanges = intoDirectory ? join(directory, "exchanges.ndjson") : undefined;
  const stream = exchanges === undefined ? undefined : openStream(`${exchanges}${unfinished}`, onFailure);
  const files = [...planned.map(({ file }) => file), ...(exchanges === undefined ? [] : [exchanges])];
  return {
    writeExchange: (line) => {
      stream?.write(line);
    },
    async writeReports(report) {
      const renderJson = await formats.json.load();
      // every format is made of what report.json holds, so that it can be made again from there and compared
      const written = JSON.parse(renderJson(report)) as Report;
      for (const { format, file } of planned) {
        const render = await formats[format].load();
        await writing(file, () => writeFile(`${file}${unfinished}`, render(written)));
      }
      if (stream !== undefined) await writing(String(exchanges), () => closeStream(stream));
      // nothing is seen before everything is there
      for (const file of files) await writing(file, () => rename(`${file}${unfinished}`, file));
    },
    async discard() {
      if (stream !== undefined) await closeStream(stream).catch(() => {});
      for (const file of files) await rm(`${file}${unfinished}`, { force: true }).catch(() => {});
      // only folders that we made, and only while they are empty
      for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
    },
    files,
  };
}

function toPlanned(text: string): PlannedFile {
  const at = text.indexOf(":");
  const format = text.slice(0, Math.max(at, 0));
  const file = text.slice(at + 1);
  if (!isFormat(format) || file === "") {
    throw new UsageError(
      `Cannot use --report "${text}": expected FORMAT:FILE with one of ${Object.keys(formats).join(", ")}`,
    );
  }
  return { format, file };
}

/** @returns the folders that were not there before, outermost first */
async function makeFolders(folders: readonly string[]): Promise<readonly string[]> {
  const made: string[] = [];
  for (const folder of new Set(folders.map((one) => resolve(one)))) {
    try {
      // one level at a time: Node's own recursive form never ends below some special file systems
      for (const level of missingLevels(folder)) {
        await mkdir(level);
        made.push(level);
      }
      const probe = join(folder, `.conformance-${process.pid}`);
      await writeFile(probe, "probe");
      await rm(probe);
    } catch (error) {
      throw new UsageError(
        `Cannot write reports to "${folder}": ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
  return made;
}

function missingLevels(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [...missingLevels(dirname(folder)), folder];
}

function openStream(file: string, onFailure: () => void): WriteStream {
  const stream = createWriteStream(file);
  // a full disk is told of when the stream is closed; until then the run comes to its end
  stream.on("error", onFailure);
  return stream;
}

async function closeStream(stream: WriteStream): Promise<void> {
  if (stream.errored !== null) throw stream.errored;
  stream.end();
  await finished(stream);
}

/** @throws OutputError where what is written cannot be */
async function writing(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw new OutputError(
      `Cannot write "${file}": ${error instanceof Error ? error.message : String(error)}; the run ended early or has no report, and this says nothing about the registry`,
      { cause: error },
    );
  }
}
