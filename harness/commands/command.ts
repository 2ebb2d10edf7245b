/** The interface between the command line and a command, and what several commands use. */
import type { Argv } from "yargs";

/** A file could not be written during the run, for example because the disk is full (exit code 5). */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** Wrong usage of a command (exit code 2). The message is all that the user needs. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface Command {
  /** Names the options; yargs checks them. */
  readonly configure: (parser: Argv) => Argv;
  /** @returns the exit code */
  readonly run: (options: Readonly<Record<string, unknown>>) => Promise<number>;
}

/** The values of a repeatable option. In an environment variable they are one text, separated by spaces. */
export function toWords(value: unknown): readonly string[] {
  return [value]
    .flat()
    .flatMap((one) => (typeof one === "string" ? one.split(/\s+/) : []))
    .filter((word) => word !== "");
}

/**
 * The value of a numeric option.
 * @throws UsageError if it is not a number within the bounds
 */
export function toNumber(
  options: Readonly<Record<string, unknown>>,
  name: string,
  bounds: { readonly min: number; readonly max?: number; readonly whole: boolean },
): number {
  const { min, max = Number.MAX_VALUE, whole } = bounds;
  const value = options[name];
  const holds =
    typeof value === "number" && value >= min && value <= max && (!whole || Number.isSafeInteger(value));
  if (!holds)
    throw new UsageError(
      `Cannot use --${name}: expected a ${whole ? "whole " : ""}number ${bounds.max === undefined ? `of at least ${min}` : `from ${min} to ${max}`}`,
    );
  return value;
}

const fileReasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a directory",
  ENOENT: "no such file or directory",
  ENOSPC: "the disk is full",
  ENOTDIR: "part of the path is not a directory",
  EROFS: "the file system is read-only",
};

/** Why a file could not be read or written, without names of system calls. */
export function describeFileError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return fileReasons[code] ?? error.message;
}

/** The first of these options that was given: a list with something in it, or anything but `false`. */
export function firstGiven(
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | undefined {
  return names.find((name) => {
    const value = options[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
}
