/** The command or its target file is wrong (exit code 2). The message says what to change. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}
