/** `--report jsonl:FILE`: the events of a run, each written as one line of JSON when it happens. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import type { ErrorEvent, RunEvent } from "../events.ts";
import { describeFileError, OutputError } from "./command.ts";
import { type Destination, toDestination, toOwnStream } from "./destination.ts";
import { makeFolders } from "./output.ts";

const prefix = "jsonl:";

/** True for a value of `--report` that names an event stream. */
export function isEventStream(word: string): boolean {
  return word.startsWith(prefix) && word.length > prefix.length;
}

export interface EventStream {
  readonly write: (event: RunEvent | ErrorEvent) => void;
  /** Resolves when all lines are written, or cannot be. Never rejects. */
  readonly end: () => Promise<void>;
  /** @throws OutputError if a line could not be written, unless nobody reads our own output any more */
  readonly assertWritten: () => void;
  readonly files: readonly string[];
}

/**
 * @param words values of `--report` that name event streams
 * @throws UsageError if a file cannot be written
 */
export async function openEventStream(words: readonly string[]): Promise<EventStream> {
  const destinations: Destination[] = [];
  for (const word of words) destinations.push(await toDestination(word.slice(prefix.length)));
  await makeFolders(destinations.flatMap(({ place, isReplaced }) => (isReplaced ? [dirname(place)] : [])));
  const streams = await Promise.all(destinations.map(openStream));
  return {
    write(event) {
      const line = `${JSON.stringify(event)}\n`;
      for (const { stream } of streams) if (stream.writable) stream.write(line);
    },
    async end() {
      for (const { stream, isOwn } of streams) {
        if (isOwn) continue;
        stream.end();
        // a full disk was told already, and a pipe without a reader has no end
        if (stream.writable || stream.writableLength > 0) await once(stream, "close").catch(() => {});
      }
    },
    assertWritten() {
      for (const { failure } of streams) {
        const error = failure();
        if (error !== undefined) throw error;
      }
    },
    files: destinations.map(({ file }) => file),
  };
}

interface OpenStream {
  readonly stream: NodeJS.WritableStream & WritableState;
  readonly isOwn: boolean;
  readonly failure: () => OutputError | undefined;
}

async function openStream(destination: Destination): Promise<OpenStream> {
  const own = await toOwnStream(destination);
  if (own !== undefined) return { stream: own, isOwn: true, failure: () => undefined };
  const stream = createWriteStream(destination.place, { flags: destination.isReplaced ? "w" : "a" });
  let failure: OutputError | undefined;
  stream.on("error", (error) => {
    failure ??= new OutputError(
      `Cannot write events to "${destination.file}": ${describeFileError(error)}; this is not a result about the registry`,
      { cause: error },
    );
  });
  return { stream, isOwn: false, failure: () => failure };
}

interface WritableState {
  readonly writable: boolean;
  readonly writableLength: number;
}
