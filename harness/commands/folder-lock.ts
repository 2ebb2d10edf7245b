/** Keeps two runs from writing their files into one folder at once. */
import { rmSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describeFileError, UsageError } from "./command.ts";
import { removeUnfinished, unfinished } from "./destination.ts";

export interface FolderLock {
  /** Lets other runs write here. Never throws. */
  readonly release: () => void;
}

/** Who writes into a folder. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** The end of the names of its unfinished files. */
  readonly unfinished: string;
}

const lockName = ".conformance-run.lock";

/**
 * @param folder exists
 * @throws UsageError if another run writes there, or the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, lockName);
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt: new Date().toISOString(),
    unfinished,
  };
  const text = JSON.stringify(holder);
  if (!(await isCreated(file, text))) {
    await removeStale(folder, file);
    if (!(await isCreated(file, text))) throw toHeld(folder, file, await readHolder(file));
  }
  function release(): void {
    process.off("exit", release);
    try {
      rmSync(file, { force: true });
    } catch {
      // where the folder is gone or has become a file, the lock is gone too; what cannot be written is reported elsewhere
    }
  }
  // also where a second Ctrl-C ends the process at once
  process.once("exit", release);
  return { release };
}

/** @returns false if the lock exists */
async function isCreated(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw new UsageError(`Cannot write "${file}": ${describeFileError(error)}`, { cause: error });
  }
}

/**
 * Removes the lock of a run that was killed, and its unfinished files.
 * @throws UsageError if that run may still be under way
 */
async function removeStale(folder: string, file: string): Promise<void> {
  const holder = await readHolder(file);
  if (holder === undefined || isAlive(holder)) throw toHeld(folder, file, holder);
  const aside = `${file}${unfinished}`;
  await rename(file, aside).catch(() => {});
  const taken = await readHolder(aside);
  if (taken !== undefined && taken.startedAt !== holder.startedAt) {
    // another run took the lock over in the meantime
    await rename(aside, file);
    throw toHeld(folder, file, taken);
  }
  await rm(aside, { force: true });
  await removeUnfinished(folder, holder.unfinished);
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, "utf8"));
    return isHolder(content) ? content : undefined;
  } catch {
    // being written, being removed, or not ours: its owner is unknown
    return undefined;
  }
}

function isHolder(content: unknown): content is Holder {
  if (typeof content !== "object" || content === null) return false;
  return (
    "pid" in content &&
    Number.isSafeInteger(content.pid) &&
    "host" in content &&
    typeof content.host === "string" &&
    "startedAt" in content &&
    typeof content.startedAt === "string" &&
    "unfinished" in content &&
    typeof content.unfinished === "string" &&
    /^\.[\w-]+\.partial$/u.test(content.unfinished)
  );
}

/** On another machine, or in another container, nobody can tell. */
function isAlive({ pid, host, unfinished: own }: Holder): boolean {
  if (host !== hostname()) return true;
  // the only process of a container often has the same number each time
  if (pid === process.pid) return own === unfinished;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function toHeld(folder: string, file: string, holder: Holder | undefined): UsageError {
  const who =
    holder === undefined
      ? "another run"
      : `the run of process ${holder.pid} on "${holder.host}", started at ${holder.startedAt},`;
  return new UsageError(
    `Cannot write reports to "${folder}": ${who} writes there; use another --out, or remove "${file}" if that run has ended`,
  );
}
