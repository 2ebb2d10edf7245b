/** `--report jsonl:FILE`: the events of a run, each written as one line of JSON when it happens. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import type { ErrorEvent, RunEvent } from "../events.ts";
import { type Destination, toDestination, toOwnStream } from "./destination.ts";
import { makeFolders } from "./output.ts";

const prefix = "jsonl:";

/** True for a value of `--report` that names an event stream. */
export function isEventStream(word: string): boolean {
  return word.startsWith(prefix) && word.length > prefix.length;
}

export interface EventStream {
  readonly write: (event: RunEvent | ErrorEvent) => void;
  /** Resolves when all lines are written. Never rejects. */
  readonly end: () => Promise<void>;
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
      for (const { stream } of streams) stream.write(line);
    },
    async end() {
      for (const { stream, isOwn } of streams) {
        if (isOwn) continue;
        stream.end();
        // a full disk was told already, and a pipe without a reader has no end
        if (stream.writable || stream.writableLength > 0) await once(stream, "close").catch(() => {});
      }
    },
    files: destinations.map(({ file }) => file),
  };
}

async function openStream(
  destination: Destination,
): Promise<{ readonly stream: NodeJS.WritableStream & WritableState; readonly isOwn: boolean }> {
  const own = await toOwnStream(destination);
  if (own !== undefined) return { stream: own, isOwn: true };
  const stream = createWriteStream(destination.place, { flags: destination.isReplaced ? "w" : "a" });
  let isTold = false;
  stream.on("error", ({ message }) => {
    if (!isTold) process.stderr.write(`Cannot write events to "${destination.file}": ${message}\n`);
    isTold = true;
  });
  return { stream, isOwn: false };
}

interface WritableState {
  readonly writable: boolean;
  readonly writableLength: number;
}
