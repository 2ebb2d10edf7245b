/** `compare`: what changed between two reports, or several implementations side by side. */
import { renderComparisonJson, renderComparisonText } from "../../reports/compare.ts";
import { compareReports } from "../../reports/comparison.ts";
import { renderComparisonHtml } from "../../reports/html/comparison-page.tsx";
import { renderMatrixHtml } from "../../reports/html/matrix-page.tsx";
import type { ReportLinks } from "../../reports/html/report-link.tsx";
import { renderMatrixJson, renderMatrixText, toConformanceMatrix } from "../../reports/matrix.ts";
import { withoutCommandsInJson } from "../../reports/workflow-commands.ts";
import type { Report } from "../../schemas/report.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { type Command, UsageError } from "./command.ts";
import { writeNow } from "./destination.ts";
import { readReport } from "./read-report.ts";
import { toReportLinks } from "./report-links.ts";
import { colorOptions, terminalOptions } from "./terminal-options.ts";

/** A comparison in each of its forms. */
interface Rendered {
  readonly text: string;
  readonly json: string;
  readonly html: string;
  readonly regressed: boolean;
}

export const compareCommand: Command = {
  configure: (parser) =>
    parser
      .positional("reports", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "report.json files or directories of runs, the older one first",
      })
      .option("html", { type: "string", describe: "Also write an HTML page to this file" })
      .option("json", { type: "boolean", default: false, describe: "Print JSON" })
      .options(colorOptions),
  run: async (options) => {
    const files = [options["reports"]].flat().map(String);
    if (files.length < 2)
      throw new UsageError("Cannot compare one report: expected two, or more for a matrix");
    const reports: Report[] = [];
    for (const file of files) reports.push(await readReport(file, { mayBePipe: true }));
    const rendered = render(reports, toReportLinks(files, options["html"]), options);
    process.stdout.write(options["json"] === true ? withoutCommandsInJson(rendered.json) : rendered.text);
    const page = options["html"];
    if (typeof page === "string") await writeNow(page, rendered.html);
    return rendered.regressed ? exitCodes.failed : exitCodes.conformant;
  },
};

function render(
  reports: readonly Report[],
  links: ReportLinks,
  options: Readonly<Record<string, unknown>>,
): Rendered {
  const [before, after] = reports;
  if (reports.length === 2 && before !== undefined && after !== undefined) {
    const comparison = compareReports(before, after);
    return {
      text: renderComparisonText(comparison, terminalOptions(options)),
      json: renderComparisonJson(comparison),
      html: renderComparisonHtml(comparison, links),
      regressed: comparison.regressed,
    };
  }
  const matrix = toConformanceMatrix(reports);
  return {
    text: renderMatrixText(matrix, terminalOptions(options)),
    json: renderMatrixJson(matrix),
    html: renderMatrixHtml(matrix, links),
    regressed: false,
  };
}
