/** `explain ID --report FILE`: what a report has on one requirement or observation. */
import { renderRequirement } from "../../reports/terminal-finding.ts";
import { createTerminalPage, type TerminalOptions } from "../../reports/terminal-page.ts";
import type { Report } from "../../schemas/report.ts";
import { programName } from "./program.ts";

/** What a report holds on one requirement or observation. */
export function toEvidence(
  report: Report,
  id: string,
): Pick<Report, "requirements" | "checks" | "observations"> & { readonly madeAt: string } {
  return {
    requirements: [...report.requirements, ...(report.unscored ?? [])].filter((one) => one.id === id),
    checks: report.checks.filter((one) => one.id === id),
    observations: report.observations.filter((one) => one.id === id),
    madeAt: report.run.startedAt,
  };
}

export function renderEvidence(report: Report, id: string, options: TerminalOptions): string {
  const { requirements, observations, madeAt } = toEvidence(report, id);
  const [requirement] = requirements;
  const [observation] = observations;
  if (requirement !== undefined) {
    // a report has the name of the program without how it was started
    const rendered = renderRequirement(report, requirement, options).replaceAll(
      /(?<=^ *(?:repeat +)?)registry-conformance run /gmu,
      () => `${programName()} run `,
    );
    return `\nIn the run of ${madeAt}:\n\n${rendered}`;
  }
  if (observation === undefined) return `\nNot part of the run of ${madeAt}\n`;
  const page = createTerminalPage(options);
  page.blank();
  page.paragraph("  ", `${observation.observed ? "" : "not seen: "}${observation.answer}`);
  return `\nIn the run of ${madeAt}:\n${page.text()}`;
}
