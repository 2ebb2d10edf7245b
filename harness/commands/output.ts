/** Where a run's files go. A directory that cannot be written is known before the first request; files appear whole or not at all. */
import { createWriteStream, existsSync, type WriteStream } from "node:fs";
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { finished } from "node:stream/promises";
import type { Report } from "../../schemas/report.ts";
import { UsageError } from "./command.ts";
import { formats, isFormat, type ReportFormat } from "./report-formats.ts";

export interface Output {
  /** Takes one line of `exchanges.ndjson`. */
  readonly writeExchange: (line: string) => void;
  readonly writeReports: (report: Report) => Promise<void>;
  /** Takes away what was begun, when there is no report to write. */
  readonly discard: () => Promise<void>;
  /** The files written, or to be written. */
  readonly files: readonly string[];
}

interface PlannedFile {
  readonly format: ReportFormat;
  readonly file: string;
}

/**
 * @param reports `FORMAT:FILE` each; where there is none, all formats go to `directory`
 * @throws UsageError where a format is unknown or a place cannot be written
 */
export async function openOutput(reports: readonly string[], directory: string): Promise<Output> {
  const intoDirectory = reports.length === 0;
  const planned = intoDirectory
    ? Object.entries(formats).map(([format, { file }]) => ({
        format: format as ReportFormat,
        file: join(directory, file),
      }))
    : reports.map(toPlanned);
  const made = await makeFolders(planned.map(({ file }) => dirname(file)));
  const exchanges = intoDirectory ? join(directory, "exchanges.ndjson") : undefined;
  const stream = exchanges === undefined ? undefined : openStream(`${exchanges}.partial`);
  return {
    writeExchange: (line) => {
      stream?.write(line);
    },
    async writeReports(report) {
      for (const { format, file } of planned) {
        const render = await formats[format].load();
        await writeWhole(file, render(report));
      }
      if (stream === undefined || exchanges === undefined) return;
      await closeStream(stream);
      await rename(`${exchanges}.partial`, exchanges);
    },
    async discard() {
      if (stream !== undefined) {
        await closeStream(stream);
        await rm(`${exchanges}.partial`, { force: true });
      }
      // only folders that we made, and only while they are empty
      for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
    },
    files: [...planned.map(({ file }) => file), ...(exchanges === undefined ? [] : [exchanges])],
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

function openStream(file: string): WriteStream {
  const stream = createWriteStream(file);
  // a full disk is reported when the stream is closed
  stream.on("error", () => {});
  return stream;
}

async function closeStream(stream: WriteStream): Promise<void> {
  stream.end();
  await finished(stream).catch((error: unknown) => {
    throw new UsageError(
      `Cannot write "${String(stream.path)}": ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  });
}

/** Writes beside the file and renames, so that nobody ever reads half a report. */
async function writeWhole(file: string, content: string): Promise<void> {
  const temporary = `${file}.partial`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UsageError(
      `Cannot write "${file}": ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
