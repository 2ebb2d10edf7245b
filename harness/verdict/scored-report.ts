/** The report of a run with a requirement set: what is not in the set stands apart, so that no reader can count it. */
import type { Report } from "../../schemas/report.ts";
import { buildReport } from "./build-report.ts";
import type { ReportParts } from "./report-parts.ts";

/** The report. Its verdict, counts and causes are those that the run has without the requirements outside of the set. */
export function buildScoredReport(parts: ReportParts): Report {
  const { unscored } = parts.selection;
  const isOutside = ({ id }: { readonly id: string }): boolean => unscored.has(id);
  const { checks, invariants } = parts.selection;
  if (![...checks, ...invariants].some(isOutside)) return buildReport(parts);
  const all = buildReport(parts);
  const scored = buildReport(withoutUnscored(parts));
  return { ...scored, observations: all.observations, unscored: all.cases.filter(isOutside) };
}

function withoutUnscored(parts: ReportParts): ReportParts {
  const { selection, outcomes } = parts;
  const isInside = ({ id }: { readonly id: string }): boolean => !selection.unscored.has(id);
  return {
    ...parts,
    outcomes: new Map([...outcomes].filter(([id]) => isInside({ id }))),
    selection: {
      ...selection,
      checks: selection.checks.filter(isInside),
      invariants: selection.invariants.filter(isInside),
      observations: selection.observations.filter(isInside),
      carriers: selection.carriers.filter(isInside),
    },
  };
}
