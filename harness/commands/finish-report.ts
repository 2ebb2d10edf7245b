/** What commands do with a report that no registry was asked for. */
import { renderTerminal } from "../../reports/terminal.ts";
import type { Report } from "../../schemas/report.ts";
import type { Output } from "./output.ts";
import { withOwnCommands } from "./program.ts";
import { renderSafely } from "./render-safely.ts";
import { terminalOptions } from "./terminal-options.ts";
import { openBaseline } from "./use-baseline.ts";

/**
 * Applies the baseline, writes the reports and prints the result.
 * @returns the exit code
 */
export async function finishReport(
  judged: Report,
  options: Readonly<Record<string, unknown>>,
  output: Output,
): Promise<number> {
  const useBaseline = await openBaseline(options);
  const report = await useBaseline(judged);
  await output.writeReports(report);
  const files = output.files.filter((file) => file !== "-");
  const quiet = options["quiet"] === true;
  const text =
    renderSafely("terminal", () => renderTerminal(report, { ...terminalOptions(options), quiet, files })) ??
    `${report.verdict.toUpperCase()} (exit code ${report.exitCode})\n`;
  // a report on standard output is alone there
  const stream = output.files.includes("-") ? process.stderr : process.stdout;
  stream.write(withOwnCommands(text));
  return report.exitCode;
}
