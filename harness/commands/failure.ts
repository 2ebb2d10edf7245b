/** What went wrong with a command, for the user and as an exit code. */
import { toVisibleLines } from "../../reports/visible-text.ts";
import { withoutCommands } from "../../reports/workflow-commands.ts";
import { exitCodes } from "../verdict/verdicts.ts";

const exitCodeOf: Readonly<Record<string, number>> = {
  UsageError: exitCodes.usage,
  OptionsError: exitCodes.usage,
  TargetError: exitCodes.usage,
  SelectionError: exitCodes.usage,
  ErrataError: exitCodes.usage,
  SetError: exitCodes.usage,
  ProxyError: exitCodes.usage,
  YError: exitCodes.usage,
  Untestable: exitCodes.untestable,
  OutputError: exitCodes.internal,
};

/** The message for what the user can fix; with a stack trace only for our own bugs. */
export function toFailure(error: unknown): { readonly message: string; readonly exitCode: number } {
  const { name, message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const exitCode = exitCodeOf[name];
  if (exitCode !== undefined) return { message: toPrintable(message), exitCode };
  return {
    message: `Error in the suite itself; this is not a result about the registry\n${toPrintable(stack)}`,
    exitCode: exitCodes.internal,
  };
}

/**
 * Prints what went wrong.
 * @returns the exit code
 */
export function reportFailure(error: unknown): number {
  const { message, exitCode } = toFailure(error);
  process.stderr.write(`${message}\n`);
  return exitCode;
}

/** Text of a registry or a report must not move the cursor or be obeyed by a CI service. */
function toPrintable(text: string): string {
  return withoutCommands(toVisibleLines(text));
}
