import type {
  CheckResult,
  Evidence,
  Exchange,
  Finding,
  Report,
  RequirementResult,
} from "../schemas/report.ts";

/** A finding against one requirement, with the check that made it and the exchange that shows it. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly check: string;
  readonly exchange?: Exchange;
  /** How many further findings said the same in other words of place: another form, another exchange. */
  readonly repeats: number;
}

/** Finds checks and exchanges by id; made once per rendering, since reports hold thousands of them. */
export interface ReportIndex {
  readonly baseUrl: string;
  readonly checks: ReadonlyMap<string, CheckResult>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
}

/** Indexes the checks and exchanges of a report by id. */
export function indexReport(report: Report): ReportIndex {
  return {
    baseUrl: report.target.baseUrl,
    checks: new Map(report.checks.map((check) => [check.id, check])),
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
  };
}

function locate(evidence: Evidence, finding: Finding, index: ReportIndex): LocatedFinding {
  const exchangeId = finding.exchange ?? evidence.exchanges.at(-1);
  const exchange = exchangeId === undefined ? undefined : index.exchanges.get(exchangeId);
  return {
    finding,
    check: evidence.check,
    repeats: 0,
    ...(exchange === undefined ? {} : { exchange }),
  };
}

/**
 * The findings that speak against a requirement, the same complaint told once: a rule broken in forty places is one thing to
 * mend, and forty copies of it hide the others.
 */
export function findingsAgainst(
  requirement: RequirementResult,
  index: ReportIndex,
): readonly LocatedFinding[] {
  const distinct = new Map<string, LocatedFinding>();
  for (const evidence of requirement.evidence) {
    const { finding } = evidence;
    if (finding === undefined) continue;
    const complaint = JSON.stringify([finding.rule, finding.expected, finding.got]);
    const known = distinct.get(complaint);
    if (known === undefined) distinct.set(complaint, locate(evidence, finding, index));
    else distinct.set(complaint, { ...known, repeats: known.repeats + 1 });
  }
  return [...distinct.values()];
}

/** The commands that repeat what speaks against a requirement, each once; of all its checks where no finding says which. */
export function replaysOf(requirement: RequirementResult, index: ReportIndex): readonly string[] {
  const accusing = requirement.evidence.filter((evidence) => evidence.finding !== undefined);
  const ids = accusing.length > 0 ? accusing.map((evidence) => evidence.check) : requirement.checks;
  return [...new Set(ids.flatMap((id) => index.checks.get(id)?.replay ?? []))];
}

/** Requirements grouped by the reason given for their verdict, largest group first. */
export function groupByReason(
  requirements: readonly RequirementResult[],
): readonly { readonly reason: string; readonly ids: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { id, reason } of requirements) {
    const key = reason ?? "no reason given";
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups]
    .map(([reason, ids]) => ({ reason, ids }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
}
