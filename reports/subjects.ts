/** What a report is about, in the words that name it everywhere. */
import type { Report } from "../schemas/report.ts";

/** What was tested: name and version if the target file gives them, otherwise the base URL. */
export function renderSubject(report: Report): string {
  const implementation = report.target.implementation;
  if (implementation === undefined) return report.target.baseUrl;
  return implementation.version === undefined
    ? implementation.name
    : `${implementation.name} ${implementation.version}`;
}

/** Names each of these reports by its subject. Those with one subject are told apart by where it is, or by when they are from. */
export function createSubjects(reports: readonly Report[]): (report: Report) => string {
  const isOnly = (report: Report, toName: (report: Report) => string): boolean =>
    reports.filter((other) => toName(other) === toName(report)).length === 1;
  return (report) => {
    if (isOnly(report, renderSubject)) return renderSubject(report);
    return isOnly(report, renderPlace)
      ? renderPlace(report)
      : `${renderSubject(report)} of ${report.run.startedAt}`;
  };
}

function renderPlace(report: Report): string {
  return `${renderSubject(report)} at ${report.target.baseUrl.replace(/^https?:\/\//u, "")}`;
}
