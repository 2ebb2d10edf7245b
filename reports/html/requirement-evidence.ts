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

/** Sorts the evidence of a requirement: what a reader wants to see one by one, and what only counts. */
export function collectEvidence(requirement: RequirementResult, index: ReportIndex): RequirementEvidence {
  const all = findingsAgainst(requirement, index);
  const findings = all.slice(0, mostFindings);
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
  const others = requirement.evidence.filter((evidence) => !ids.has(evidence.check));
  return {
    checks,
    moreFindings: all.length - findings.length,
    alsoJudged: {
      checks: new Set(others.map((evidence) => evidence.check)).size,
      exchanges: new Set(others.flatMap((evidence) => evidence.exchanges)).size,
    },
  };
}
