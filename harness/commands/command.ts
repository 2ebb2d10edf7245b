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
