import type { CaseResult, Report, RequirementResult, Verdict } from "../schemas/report.ts";
import { countNotOffered } from "./conclusion.ts";

/**
 * The verdict of a chapter, by its most severe result. `partial`: some requirements were not decided; `undecided`: none was;
 * `not offered`: the target declares all of them as not offered.
 */
export type ChapterVerdict =
  "failed" | "errored" | "partial" | "undecided" | "warned" | "passed" | "not offered";

/** One chapter of a report with its requirements, in the report's order. */
export interface ChapterResult {
  readonly name: string;
  readonly requirements: readonly RequirementResult[];
  /** The cases of its requirements. */
  readonly cases: readonly CaseResult[];
  readonly counts: Readonly<Record<Verdict, number>>;
  /** How many of the skipped requirements belong to features that the target declares as not offered. */
  readonly notOffered: number;
  readonly verdict: ChapterVerdict;
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

function toVerdict(counts: Readonly<Record<Verdict, number>>, notOffered: number): ChapterVerdict {
  if (counts.failed > 0) return "failed";
  if (counts.errored > 0) return "errored";
  const isDecided = counts.blocked + counts.skipped <= notOffered;
  if (!isDecided) return counts.passed + counts.warned > 0 ? "partial" : "undecided";
  if (counts.warned > 0) return "warned";
  return counts.passed > 0 || notOffered === 0 ? "passed" : "not offered";
}

function toChapter(
  name: string,
  requirements: readonly RequirementResult[],
  all: ReadonlyMap<string, CaseResult>,
): ChapterResult {
  const counts = countVerdicts(requirements);
  const notOffered = countNotOffered(requirements);
  const cases = requirements.flatMap(({ checks }) => checks.flatMap((id) => all.get(id) ?? []));
  return { name, requirements, cases, counts, notOffered, verdict: toVerdict(counts, notOffered) };
}

/** Groups the requirements of a report by chapter, in the order of their first requirement. */
export function toChapters(report: Report): readonly ChapterResult[] {
  const groups = new Map<string, RequirementResult[]>();
  for (const requirement of report.requirements) {
    const group = groups.get(requirement.chapter);
    if (group === undefined) groups.set(requirement.chapter, [requirement]);
    else group.push(requirement);
  }
  const cases = new Map(report.cases.map((one) => [one.id, one]));
  return [...groups].map(([name, requirements]) => toChapter(name, requirements, cases));
}
