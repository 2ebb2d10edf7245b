/** What a command is to the command line. */
import type { Argv } from "yargs";

/** What a run has to keep could not be written while it ran: a disk that filled up, a folder that went away (exit code 5). */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** A command that was called wrongly (exit code 2); the message is all the user needs. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface Command {
  /** Names the options; yargs checks them. */
  readonly configure: (parser: Argv) => Argv;
  /** @returns the exit code */
  readonly run: (options: Readonly<Record<string, unknown>>) => Promise<number>;
}

/** The words of an option that may be repeated; from the environment they come as one text with spaces between them. */
export function toWords(value: unknown): readonly string[] {
  return [value]
    .flat()
    .flatMap((one) => (typeof one === "string" ? one.split(/\s+/) : []))
    .filter((word) => word !== "");
}

/**
 * The value of an option that is a number.
 * @throws UsageError where it is none, or not within its bounds
 */
export function toNumber(
  options: Readonly<Record<string, unknown>>,
  name: string,
  bounds: { readonly least: number; readonly most?: number; readonly whole: boolean },
): number {
  const { least, most = Number.MAX_VALUE, whole } = bounds;
  const value = options[name];
  const holds =
    typeof value === "number" && value >= least && value <= most && (!whole || Number.isSafeInteger(value));
  if (!holds)
    throw new UsageError(
      `Cannot use --${name}: expected a ${whole ? "whole " : ""}number ${bounds.most === undefined ? `of at least ${least}` : `from ${least} to ${most}`}`,
    );
  return value;
}

const fileReasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a directory",
  ENOENT: "no such file or directory",
  ENOSPC: "the disk is full",
  ENOTDIR: "part of the path is no directory",
  EROFS: "the file system is read-only",
};

/** Why a file could not be read or written, without the words of the operating system's interface. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return fileReasons[code] ?? error.message;
}
