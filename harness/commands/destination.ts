/** Where one file of ours is to go: a regular file is replaced whole, anything else that has a name is written into. */
import { constants, fstatSync, type Stats } from "node:fs";
import { access, appendFile, lstat, open, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describeFileError, UsageError } from "./command.ts";

export interface Destination {
  /** The path as it was given. */
  readonly file: string;
  /** The file itself, where the path leads to it by symbolic links. */
  readonly place: string;
  /** False where a pipe or a device is there already, which nothing may take the place of. */
  readonly isReplaced: boolean;
}

/** The name of standard output among the files of reports. */
const standardOutput = "-";

/** The end of a file that is being written. */
const unfinished = ".partial";

/**
 * @throws UsageError where something is there that cannot be written
 */
export async function toDestination(file: string): Promise<Destination> {
  if (file === standardOutput) return { file, place: file, isReplaced: false };
  try {
    const place = await followLinks(file);
    const found = await statOf(place);
    if (found?.isDirectory() === true) throw new Error("it is a directory");
    if (found?.isSocket() === true && toOwnStream(found) === undefined) throw new Error("it is a socket");
    const isReplaced = found === undefined || (found.isFile() && toOwnStream(found) === undefined);
    if (!isReplaced && toOwnStream(found) === undefined) await access(place, constants.W_OK);
    return { file, place, isReplaced };
  } catch (error) {
    throw toUnwritable(file, error);
  }
}

/** Most links in a row, as on Linux. */
const maxLinks = 40;

/** Where symbolic links lead, also to what is not there yet. */
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

/** What a folder that is to be made, or cannot be made, says of a file in it. */
const absent: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

async function statOf(place: string): Promise<Stats | undefined> {
  return await stat(place).catch(isMissing);
}

function isMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && absent.has(error.code)) return undefined;
  throw error;
}

/** Our own standard output or error, by whatever name: opened anew, it would not be the same pipe or the same place in it. */
function toOwnStream({ dev, ino }: Stats): NodeJS.WriteStream | undefined {
  return [process.stdout, process.stderr].find((stream) => {
    try {
      const own = fstatSync(stream.fd);
      return own.dev === dev && own.ino === ino;
    } catch {
      // a stream that was closed before we began is nobody's destination
      return false;
    }
  });
}

/** The file that is written before it takes its place. */
export function toUnfinished({ place }: Destination): string {
  return `${place}${unfinished}`;
}

/** Writes what is to be there, out of sight. */
export async function prepare(destination: Destination, content: string): Promise<void> {
  await writeFile(toUnfinished(destination), content);
}

/** Puts what was prepared in its place. */
export async function replace(destination: Destination): Promise<void> {
  await rename(toUnfinished(destination), destination.place);
}

/** Writes into what is there, which stays what it is. */
export async function writeInto({ place }: Destination, content: string): Promise<void> {
  const stream = place === standardOutput ? process.stdout : toOwnStream(await stat(place));
  if (stream === undefined) return await appendWhenRead(place, content);
  await new Promise<void>((done, fail) => {
    stream.write(content, (error) => (error ? fail(error) : done()));
  });
}

/** Milliseconds between two looks whether somebody reads a pipe. */
const readerPollMs = 100;

/** Opening a pipe that nobody reads would hold up the whole process, and Ctrl-C with it: so it is opened once it is read. */
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

/** Takes away what was prepared. Never rejects. */
export async function abandon(destination: Destination): Promise<void> {
  if (destination.isReplaced) await rm(toUnfinished(destination), { force: true }).catch(() => {});
}

/**
 * Writes a file at once.
 * @throws UsageError where it cannot be written
 */
export async function writeNow(file: string, content: string): Promise<void> {
  const destination = await toDestination(file);
  try {
    if (!destination.isReplaced) return await writeInto(destination, content);
    await prepare(destination, content);
    await replace(destination);
  } catch (error) {
    await abandon(destination);
    throw toUnwritable(file, error);
  }
}

/** What to say of a place that cannot be written. */
export function toUnwritable(file: string, error: unknown): UsageError {
  return new UsageError(`Cannot write "${file}": ${describeFileError(error)}`, { cause: error });
}
