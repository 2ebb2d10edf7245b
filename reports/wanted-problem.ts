import type { Slug } from "../schemas/problems.ts";
import type { Finding } from "../schemas/report.ts";

/** True for a finding that wants a problem in place of what came: one of these, or any if none is given. A refusal may be any of them. */
export function wantsProblem({ wanted }: Finding, ...slugs: readonly Slug[]): boolean {
  const problems = wanted?.problems ?? [];
  return slugs.length === 0
    ? problems.length > 0 || wanted?.answer === "refusal"
    : slugs.some((slug) => problems.includes(slug));
}
