/** Links from a page about several reports to the page of each. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The address of the `report.html` beside a report, relative to a page; nothing if there is none. */
function toReportLink(report: string, page: string): string | undefined {
  const file = join(dirname(report), "report.html");
  if (!existsSync(file)) return undefined;
  const path = relative(dirname(page), file).split(sep).map(encodeURIComponent).join("/");
  // a leading dot keeps a name with a colon from being read as a scheme
  return `./${path}`;
}

/** The links for a page, in the order of the reports. Without a page there are none. */
export function toReportLinks(reports: readonly string[], page: unknown): readonly (string | undefined)[] {
  return typeof page === "string" ? reports.map((report) => toReportLink(report, page)) : [];
}
