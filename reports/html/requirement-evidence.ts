import type { CheckResult, CaseResult, Verdict } from "../../schemas/report.ts";
import { findingsAgainst, type LocatedFinding, type ReportIndex } from "../evidence-list.ts";

/** The evidence of one check for one requirement. */
export interface CheckEvidence {
  readonly id: string;
  readonly verdict: Verdict;
  readonly check: CheckResult | undefined;
  readonly findings: readonly LocatedFinding[];
}

/** The evidence for one requirement, as the page shows it. */
export interface RequirementEvidence {
  /** Its checks, and the checks with findings on it. */
  readonly checks: readonly CheckEvidence[];
  /** The number of findings that are not listed. */
  readonly moreFindings: number;
  /** Exchanges of other checks that it was also checked on, without a finding. */
  readonly alsoChecked: { readonly checks: number; readonly exchanges: number };
}

/** Every exchange can break a rule for all responses; this many findings are shown. */
const maxFindings = 20;

/**
 * Sorts the evidence of a requirement: what is shown in detail, and what is only counted. If the requirement has a check of its
 * own, a scenario or a rule for all responses, that check has all findings.
 */
export function collectEvidence(requirement: CaseResult, index: ReportIndex): RequirementEvidence {
  const all = findingsAgainst(requirement, index);
  const findings = all.slice(0, maxFindings);
  const own = index.checks.get(requirement.id);
  if (own !== undefined) {
    return {
      checks: [{ id: own.id, verdict: requirement.verdict, check: own, findings }],
      moreFindings: all.length - findings.length,
      alsoChecked: countWithoutFinding(requirement, [own.id]),
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
    alsoChecked: countWithoutFinding(requirement, [...ids]),
  };
}

/** Counts the evidence of other checks without a finding. */
function countWithoutFinding(
  { evidence }: CaseResult,
  shown: readonly string[],
): RequirementEvidence["alsoChecked"] {
  const others = evidence.filter(({ check, finding }) => finding === undefined && !shown.includes(check));
  return {
    checks: new Set(others.map(({ check }) => check)).size,
    exchanges: new Set(others.flatMap(({ exchanges }) => exchanges)).size,
  };
}
