/** `explain ID --report FILE`: what a report has on one requirement or observation. */
import { renderRequirement } from "../../reports/terminal-finding.ts";
import { createTerminalPage, type TerminalOptions } from "../../reports/terminal-page.ts";
import type { Report } from "../../schemas/report.ts";
import { withOwnCommands } from "./program.ts";

/** What a report holds on one requirement, case or observation. */
export function toEvidence(
  report: Report,
  id: string,
): Pick<Report, "requirements" | "cases" | "checks" | "observations"> & { readonly madeAt: string } {
  const cases = [...report.cases, ...(report.unscored ?? [])].filter(
    (one) => one.id === id || one.requirement === id,
  );
  return {
    requirements: report.requirements.filter((one) => one.id === id),
    cases,
    checks: report.checks.filter((one) => cases.some((result) => result.id === one.id)),
    observations: report.observations.filter((one) => one.id === id),
    madeAt: report.run.startedAt,
  };
}

export function renderEvidence(report: Report, id: string, options: TerminalOptions): string {
  const { cases, observations, madeAt } = toEvidence(report, id);
  const [observation] = observations;
  if (cases.length > 0) {
    const parts = cases.map((one) => renderRequirement(report, one, options));
    const rendered = withOwnCommands(parts.join("\n"));
    return `\nIn the run of ${madeAt}:\n\n${rendered}`;
  }
  if (observation === undefined) return `\nNot part of the run of ${madeAt}\n`;
  const page = createTerminalPage(options);
  page.blank();
  page.paragraph("  ", `${observation.observed ? "" : "not seen: "}${observation.answer}`);
  return `\nIn the run of ${madeAt}:\n${page.text()}`;
}
