/** The destination of a file: a regular file is replaced as a whole; a pipe or a device is written to. */
import { randomBytes } from "node:crypto";
import { constants, fstatSync, type Stats } from "node:fs";
import {
  access,
  appendFile,
  lstat,
  open,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describeFileError, UsageError } from "./command.ts";

export interface Destination {
  /** The path as it was given. */
  readonly file: string;
  /** The file itself, after symbolic links. */
  readonly place: string;
  /** False if a pipe or a device has this path: it is written to and never replaced. */
  readonly isReplaced: boolean;
}

/** The name of standard output among the files of reports. */
const standardOutput = "-";

/** The end of the name of a file that is being written: a different one for each process. */
export const unfinished: string = `.${process.pid}-${randomBytes(4).toString("hex")}.partial`;

/**
 * @throws UsageError if something has this path that cannot be written
 */
export async function toDestination(file: string): Promise<Destination> {
  if (file === standardOutput) return { file, place: file, isReplaced: false };
  try {
    const place = await followLinks(file);
    const found = await statOf(place);
    if (found?.isDirectory() === true) throw new Error("it is a directory");
    if (found?.isSocket() === true && ownStreamOf(found) === undefined) throw new Error("it is a socket");
    const isReplaced = found === undefined || (found.isFile() && ownStreamOf(found) === undefined);
    if (!isReplaced && ownStreamOf(found) === undefined) await access(place, constants.W_OK);
    return { file, place, isReplaced };
  } catch (error) {
    throw toUnwritable(file, error);
  }
}

/** Maximum number of links in a row, as on Linux. */
const maxLinks = 40;

/** Where symbolic links lead, even if nothing exists there yet. */
async function followLinks(file: string): Promise<string> {
  let place = resolve(file);
  for (let links = 0; links < maxLinks; links++) {
    const found = await lstat(place).catch(isMissing);
    if (found?.isSymbolicLink() !== true) return place;
    const next = resolve(dirname(place), await readlink(place));
    // what `/proc` calls `pipe:[1]` has no other name
    if ((await statOf(next)) === undefined && (await statOf(place)) !== undefined) return place;
    place = next;
  }
  throw new Error("its symbolic links have no end");
}

/** The error codes for a file in a folder that does not exist. */
const absent: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

async function statOf(place: string): Promise<Stats | undefined> {
  return await stat(place).catch(isMissing);
}

function isMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && absent.has(error.code)) return undefined;
  throw error;
}

/** Our own standard output or error under any name. Opened again, it would not be the same pipe or position. */
function ownStreamOf({ dev, ino }: Stats): NodeJS.WriteStream | undefined {
  return [process.stdout, process.stderr].find((stream) => {
    try {
      const own = fstatSync(stream.fd);
      return own.dev === dev && own.ino === ino;
    } catch {
      // a stream that was closed before the start cannot be the destination
      return false;
    }
  });
}

/** The file that is written first and then renamed. */
export function toUnfinished({ place }: Destination): string {
  return `${place}${unfinished}`;
}

/** Writes the content to the unfinished file. */
export async function prepare(destination: Destination, content: string, mode = 0o666): Promise<void> {
  // a file or a link that somebody put there is never written through
  await writeFile(toUnfinished(destination), content, { flag: "wx", mode });
}

/** Renames the unfinished file to the destination. */
export async function replace(destination: Destination): Promise<void> {
  await rename(toUnfinished(destination), destination.place);
}

/** Our standard output or error, if it has this name; undefined for anything else. */
export async function toOwnStream({
  place,
  isReplaced,
}: Destination): Promise<NodeJS.WriteStream | undefined> {
  if (place === standardOutput) return process.stdout;
  return isReplaced ? undefined : ownStreamOf(await stat(place));
}

/** Writes to an existing pipe or device. */
export async function writeInto(destination: Destination, content: string): Promise<void> {
  const { place } = destination;
  const stream = await toOwnStream(destination);
  if (stream === undefined) return await appendWhenRead(place, content);
  await new Promise<void>((done, fail) => {
    stream.write(content, (error) => (error ? fail(error) : done()));
  });
}

/** Milliseconds between two attempts to open a pipe. */
const readerPollMs = 100;

/** Opening a pipe without a reader would block the whole process and Ctrl-C. So it is opened when it has a reader. */
async function appendWhenRead(place: string, content: string): Promise<void> {
  for (;;) {
    const opened = await open(place, constants.O_WRONLY | constants.O_NONBLOCK).catch(isUnread);
    if (opened === undefined) {
      await wait(readerPollMs);
      continue;
    }
    // the reader is kept by this end while the other, which waits for room, writes
    try {
      return await appendFile(place, content);
    } finally {
      await opened.close();
    }
  }
}

function isUnread(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENXIO") return undefined;
  throw error;
}

/** Removes the unfinished file. Never rejects. */
export async function abandon(destination: Destination): Promise<void> {
  if (destination.isReplaced) await rm(toUnfinished(destination), { force: true }).catch(() => {});
}

/** Removes what a process that was killed has left in a folder. Never rejects. */
export async function removeUnfinished(folder: string, ending: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (name.endsWith(ending)) await rm(join(folder, name), { force: true }).catch(() => {});
}

/**
 * Writes a file at once.
 * @param mode its permissions, also if it exists
 * @throws UsageError if it cannot be written
 */
export async function writeNow(file: string, content: string, mode?: number): Promise<void> {
  const destination = await toDestination(file);
  try {
    if (!destination.isReplaced) return await writeInto(destination, content);
    await prepare(destination, content, mode);
    await replace(destination);
  } catch (error) {
    await abandon(destination);
    throw toUnwritable(file, error);
  }
}

/** The error for a file that cannot be written. */
export function toUnwritable(file: string, error: unknown): UsageError {
  return new UsageError(`Cannot write "${file}": ${describeFileError(error)}`, { cause: error });
}
