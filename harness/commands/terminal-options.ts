/** Colour and width of the terminal. */
import { isatty } from "node:tty";
import type { Options } from "yargs";

/** The options of every command with coloured output. yargs reads `--no-color` as the opposite of the other, and does not list it. */
export const colorOptions: Readonly<Record<"color" | "no-color", Options>> = {
  color: { type: "boolean", describe: "Colour; by default if the terminal supports it" },
  "no-color": { type: "boolean", describe: "No colour" },
};

/**
 * Colour as requested; otherwise if the terminal supports it and `NO_COLOR` is empty or not set (no-color.org). The width is that
 * of the terminal.
 */
export function terminalOptions(options: Readonly<Record<string, unknown>>): {
  readonly color: boolean;
  readonly width: number;
} {
  const wanted = options["color"];
  // not `process.stdout.isTTY`: without a terminal it is absent, although its type is boolean
  const color =
    typeof wanted === "boolean"
      ? wanted
      : isatty(process.stdout.fd) && (process.env["NO_COLOR"] ?? "") === "";
  return { color, width: process.stdout.columns ?? 80 };
}
