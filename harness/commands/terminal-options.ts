/** How to write to the terminal we have. */

/** Colour as asked for, else where the terminal has it and `NO_COLOR` does not forbid it; the terminal's own width. */
export function terminalOptions(options: Readonly<Record<string, unknown>>): {
  readonly color: boolean;
  readonly width: number;
} {
  const wanted = options["color"];
  const color =
    typeof wanted === "boolean" ? wanted : process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  return { color, width: process.stdout.columns ?? 80 };
}
