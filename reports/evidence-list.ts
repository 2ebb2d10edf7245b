import type {
  CheckResult,
  Evidence,
  Exchange,
  Finding,
  Report,
  RequirementResult,
} from "../schemas/report.ts";
import { formatCounted } from "./measures.ts";

/** A finding against one requirement, with the check that made it and the exchange that shows it. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly check: string;
  readonly exchange?: Exchange;
  /** Where in the volume names it was seen: `scoped form`, `unscoped form` or `both forms`. */
  readonly where?: string;
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
    ...(finding.form === undefined ? {} : { where: `${finding.form} form` }),
    ...(exchange === undefined ? {} : { exchange }),
  };
}

/** A finding that was made once more. */
function repeat(known: LocatedFinding, again: LocatedFinding): LocatedFinding {
  const isElsewhere = known.where !== undefined && again.where !== undefined && known.where !== again.where;
  return { ...known, repeats: known.repeats + 1, ...(isElsewhere ? { where: "both forms" } : {}) };
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
    const located = locate(evidence, finding, index);
    const known = distinct.get(complaint);
    distinct.set(complaint, known === undefined ? located : repeat(known, located));
  }
  return [...distinct.values()];
}

/**
 * The commands that repeat what speaks against a requirement, each once: its own check's, which names whatever carried it;
 * else those of the checks whose findings speak against it, or of all.
 */
export function replaysOf(requirement: RequirementResult, index: ReportIndex): readonly string[] {
  const own = index.checks.get(requirement.id);
  if (own !== undefined) return [own.replay];
  const accusing = requirement.evidence.filter((evidence) => evidence.finding !== undefined);
  const ids = accusing.length > 0 ? accusing.map((evidence) => evidence.check) : requirement.checks;
  return [...new Set(ids.flatMap((id) => index.checks.get(id)?.replay ?? []))];
}

/**
 * The smallest input found that still breaks the requirement. A rule for all responses has none: what its carriers found is
 * against rules of their own.
 */
export function counterexampleOf(requirement: RequirementResult, index: ReportIndex): unknown {
  const own = index.checks.get(requirement.id);
  if (own !== undefined) return own.counterexample;
  return requirement.checks
    .map((id) => index.checks.get(id)?.counterexample)
    .find((value) => value !== undefined);
}

/** `and 1 more exchange says the same`, for findings told once; nothing for one that stands alone. */
export function renderRepeats(repeats: number): string | undefined {
  if (repeats === 0) return undefined;
  return `and ${formatCounted(repeats, "more exchange")} ${repeats === 1 ? "says" : "say"} the same`;
}

/** What begins the reason of a rule for all responses that saw none; the rest is why the checks before it sent nothing. */
const nothingToJudge = "no response to judge: ";

/** Requirements grouped by the reason given for their verdict, largest group first; one cause makes one group. */
export function groupByReason(
  requirements: readonly RequirementResult[],
): readonly { readonly reason: string; readonly ids: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { id, reason } of requirements) {
    const key = reason?.replace(nothingToJudge, "") ?? "no reason given";
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups]
    .map(([reason, ids]) => ({ reason, ids }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
}
