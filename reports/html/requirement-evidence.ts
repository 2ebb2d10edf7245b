import type { CheckResult, RequirementResult, Verdict } from "../../schemas/report.ts";
import { findingsAgainst, type LocatedFinding, type ReportIndex } from "../evidence-list.ts";

/** What one check says about one requirement. */
export interface CheckEvidence {
  readonly id: string;
  readonly verdict: Verdict;
  readonly check: CheckResult | undefined;
  readonly findings: readonly LocatedFinding[];
}

/** All that bears on one requirement, ready to be shown. */
export interface RequirementEvidence {
  /** The checks that look at it, and those whose exchanges broke it. */
  readonly checks: readonly CheckEvidence[];
  /** Findings that are not listed, since the page would drown in them. */
  readonly moreFindings: number;
  /** How many other checks' exchanges were judged by it without complaint. */
  readonly alsoJudged: { readonly checks: number; readonly exchanges: number };
}

/** A rule for all responses can be broken by every exchange; this many findings show the kind of thing it is. */
const mostFindings = 20;

/**
 * Sorts the evidence of a requirement: what a reader wants to see one by one, and what only counts. A check of the
 * requirement's own stands for all, be it a scenario or a rule that was judged on the exchanges of others.
 */
export function collectEvidence(requirement: RequirementResult, index: ReportIndex): RequirementEvidence {
  const all = findingsAgainst(requirement, index);
  const findings = all.slice(0, mostFindings);
  const own = index.checks.get(requirement.id);
  if (own !== undefined) {
    return {
      checks: [{ id: own.id, verdict: requirement.verdict, check: own, findings }],
      moreFindings: all.length - findings.length,
      alsoJudged: countOthers(requirement, [own.id]),
    };
  }
  const ids = new Set([...requirement.checks, ...findings.map((located) => located.check)]);
  const checks = [...ids].map((id): CheckEvidence => {
    const check = index.checks.get(id);
    const own = requirement.evidence.find((evidence) => evidence.check === id);
    return {
      id,
      verdict: own?.verdict ?? check?.verdict ?? requirement.verdict,
      check,
      findings: findings.filter((located) => located.check === id),
    };
  });
  return {
    checks,
    moreFindings: all.length - findings.length,
    alsoJudged: countOthers(requirement, [...ids]),
  };
}

/** The checks whose exchanges were looked at as well, and without complaint. */
function countOthers(
  { evidence }: RequirementResult,
  shown: readonly string[],
): RequirementEvidence["alsoJudged"] {
  const others = evidence.filter(({ check, finding }) => finding === undefined && !shown.includes(check));
  return {
    checks: new Set(others.map(({ check }) => check)).size,
    exchanges: new Set(others.flatMap(({ exchanges }) => exchanges)).size,
  };
}
