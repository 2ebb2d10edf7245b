import type { Report, RequirementResult, Verdict } from "../schemas/report.ts";
import { countNotOffered } from "./conclusion.ts";

/**
 * Where a chapter stands, the graver word winning: something `failed`, the suite `errored`, something is left `open` though it
 * was to be decided, something `warned`, everything `passed`, or all of it is `not offered`.
 */
export type Standing = "failed" | "errored" | "open" | "warned" | "passed" | "not offered";

/** One chapter of a report with its requirements, in the report's order. */
export interface ChapterResult {
  readonly name: string;
  readonly requirements: readonly RequirementResult[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** How many of the skipped are so because the target declares their feature as not offered. */
  readonly notOffered: number;
  readonly standing: Standing;
}

/** Counts requirements, or anything else with a verdict, by verdict. */
export function countVerdicts(
  results: readonly { readonly verdict: Verdict }[],
): Readonly<Record<Verdict, number>> {
  const counts: Record<Verdict, number> = {
    passed: 0,
    failed: 0,
    warned: 0,
    skipped: 0,
    blocked: 0,
    errored: 0,
  };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

function toStanding(counts: Readonly<Record<Verdict, number>>, notOffered: number): Standing {
  if (counts.failed > 0) return "failed";
  if (counts.errored > 0) return "errored";
  if (counts.blocked + counts.skipped > notOffered) return "open";
  if (counts.warned > 0) return "warned";
  return counts.passed > 0 || notOffered === 0 ? "passed" : "not offered";
}

function toChapter(name: string, requirements: readonly RequirementResult[]): ChapterResult {
  const counts = countVerdicts(requirements);
  const notOffered = countNotOffered(requirements);
  return { name, requirements, counts, notOffered, standing: toStanding(counts, notOffered) };
}

/** Groups the requirements of a report by chapter; chapters come in the order of their first requirement. */
export function toChapters(report: Report): readonly ChapterResult[] {
  const groups = new Map<string, RequirementResult[]>();
  for (const requirement of report.requirements) {
    const group = groups.get(requirement.chapter);
    if (group === undefined) groups.set(requirement.chapter, [requirement]);
    else group.push(requirement);
  }
  return [...groups].map(([name, requirements]) => toChapter(name, requirements));
}
