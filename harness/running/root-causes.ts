import type { RequirementResult, RootCause } from "../../schemas/report.ts";

/** The causes of blocked requirements, each once, the one with most requirements first. */
export function toRootCauses(requirements: readonly RequirementResult[]): readonly RootCause[] {
  const causes = new Map<string, { exchange?: string; requirements: string[] }>();
  for (const { id, verdict, reason = "", cause } of requirements) {
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
