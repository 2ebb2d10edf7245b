/** How to write to the terminal we have. */
import { isatty } from "node:tty";
import type { Options } from "yargs";

/** The options of every command that may colour; yargs takes `--no-color` for the other one's opposite, and does not list it. */
export const colorOptions: Readonly<Record<"color" | "no-color", Options>> = {
  color: { type: "boolean", describe: "Colour, by default where the terminal has it" },
  "no-color": { type: "boolean", describe: "No colour" },
};

/**
 * Colour as asked for, else where the terminal has it and `NO_COLOR` does not forbid it, which it does where it is not empty
 * (no-color.org); the terminal's own width.
 */
export function terminalOptions(options: Readonly<Record<string, unknown>>): {
  readonly color: boolean;
  readonly width: number;
} {
  const wanted = options["color"];
  // not `process.stdout.isTTY`: where there is no terminal it is absent, not false, whatever its type says
  const color =
    typeof wanted === "boolean"
      ? wanted
      : isatty(process.stdout.fd) && (process.env["NO_COLOR"] ?? "") === "";
  return { color, width: process.stdout.columns ?? 80 };
}
