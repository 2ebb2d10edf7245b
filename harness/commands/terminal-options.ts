/** How to write to the terminal we have. */
import { isatty } from "node:tty";

/** Colour as asked for, else where the terminal has it and `NO_COLOR` does not forbid it; the terminal's own width. */
export function terminalOptions(options: Readonly<Record<string, unknown>>): {
  readonly color: boolean;
  readonly width: number;
} {
  const wanted = options["color"];
  // not `process.stdout.isTTY`: where there is no terminal it is absent, not false, whatever its type says
  const color =
    typeof wanted === "boolean" ? wanted : isatty(process.stdout.fd) && process.env["NO_COLOR"] === undefined;
  return { color, width: process.stdout.columns ?? 80 };
}
