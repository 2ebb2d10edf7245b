import type { CaseResult, RootCause } from "../../schemas/report.ts";

/** The causes of blocked cases, each once, the one with most of them first. */
export function toRootCauses(cases: readonly CaseResult[]): readonly RootCause[] {
  const causes = new Map<string, { exchange?: string; requirements: string[] }>();
  for (const { id, verdict, reason = "", cause } of cases) {
    if (verdict !== "blocked") continue;
    const known = causes.get(reason) ?? {
      requirements: [],
      ...(cause?.includes("#") ? { exchange: cause } : {}),
    };
    known.requirements.push(id);
    causes.set(reason, known);
  }
  return [...causes]
    .map(([cause, about]) => ({ cause, ...about }))
    .toSorted((a, b) => b.requirements.length - a.requirements.length);
}
