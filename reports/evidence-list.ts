import type { CheckResult, Evidence, Exchange, Finding, Report, CaseResult } from "../schemas/report.ts";
import { formatCounted } from "./measures.ts";

/** A finding on one requirement, with the check that reported it and the exchange that shows it. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly check: string;
  readonly exchange?: Exchange;
  /** The form of the volume name: `scoped form`, `unscoped form` or `both forms`. */
  readonly where?: string;
  /** How many more findings are equal except for the form or the exchange. */
  readonly repeats: number;
}

/** Checks and exchanges by id; made once per rendering, since a report has thousands of them. */
export interface ReportIndex {
  readonly baseUrl: string;
  readonly checks: ReadonlyMap<string, CheckResult>;
  readonly cases: ReadonlyMap<string, CaseResult>;
  readonly exchanges: ReadonlyMap<string, Exchange>;
}

/** Indexes the checks and exchanges of a report by id. */
export function indexReport(report: Report): ReportIndex {
  return {
    baseUrl: report.target.baseUrl,
    checks: new Map(report.checks.map((check) => [check.id, check])),
    cases: new Map(report.cases.map((one) => [one.id, one])),
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
  };
}

/** The exchanges that a check sent or looked at, those of its set-up among them. */
export function exchangesOfCheck(index: ReportIndex, check: string): readonly Exchange[] {
  return (index.checks.get(check)?.exchanges ?? []).flatMap((id) => index.exchanges.get(id) ?? []);
}

/** The ids of the exchanges that findings are about. */
export function exchangesWithFinding({ cases }: ReportIndex): ReadonlySet<string> {
  const ids = [...cases.values()].flatMap(({ evidence }) =>
    evidence.flatMap(({ finding }) => finding?.exchange ?? []),
  );
  return new Set(ids);
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

/** Counts an equal finding. */
function merge(known: LocatedFinding, equal: LocatedFinding): LocatedFinding {
  const isOtherForm = known.where !== undefined && equal.where !== undefined && known.where !== equal.where;
  return { ...known, repeats: known.repeats + 1, ...(isOtherForm ? { where: "both forms" } : {}) };
}

/**
 * The findings on a requirement, equal ones once: forty copies of one finding would hide the others.
 */
export function findingsAgainst(requirement: CaseResult, index: ReportIndex): readonly LocatedFinding[] {
  const distinct = new Map<string, LocatedFinding>();
  for (const evidence of requirement.evidence) {
    const { finding } = evidence;
    if (finding === undefined) continue;
    const key = JSON.stringify([finding.rule, finding.expected, finding.got]);
    const located = locate(evidence, finding, index);
    const known = distinct.get(key);
    distinct.set(key, known === undefined ? located : merge(known, located));
  }
  return [...distinct.values()];
}

/**
 * The commands that repeat the findings on a requirement, each once. If the requirement has a check of its own, it is that
 * check's command; otherwise the commands of the checks with findings, or of all its checks.
 */
export function replaysOf(requirement: CaseResult, index: ReportIndex): readonly string[] {
  const own = index.checks.get(requirement.id);
  if (own !== undefined) return [own.replay];
  const withFinding = requirement.evidence.filter((evidence) => evidence.finding !== undefined);
  const ids = withFinding.length > 0 ? withFinding.map((evidence) => evidence.check) : requirement.checks;
  return [...new Set(ids.flatMap((id) => index.checks.get(id)?.replay ?? []))];
}

/**
 * The smallest input that still fails. A rule for all responses has no such input: the inputs of the checks that carry it
 * belong to other rules.
 */
export function counterexampleOf(requirement: CaseResult, index: ReportIndex): unknown {
  const own = index.checks.get(requirement.id);
  if (own !== undefined) return own.counterexample;
  return requirement.checks
    .map((id) => index.checks.get(id)?.counterexample)
    .find((value) => value !== undefined);
}

/** The numbered sentences of an input that is a story: a sequence of requests with their responses. */
export function storyOf(counterexample: unknown): readonly string[] | undefined {
  if (!Array.isArray(counterexample) || counterexample.length === 0) return undefined;
  const lines = counterexample.filter(
    (line): line is string => typeof line === "string" && /^\d+\. /.test(line),
  );
  return lines.length === counterexample.length ? lines : undefined;
}

/** `and 1 more exchange with the same finding`; undefined if there is no other exchange. */
export function renderRepeats(repeats: number): string | undefined {
  if (repeats === 0) return undefined;
  return `and ${formatCounted(repeats, "more exchange")} with the same finding`;
}

/** How the reason of a rule for all responses begins if there was no response; the rest is why no request was sent. */
const nothingToJudge = "no response to judge: ";

/** Requirements grouped by the reason for their verdict, largest group first. */
export function groupByReason(
  requirements: readonly Pick<CaseResult, "id" | "reason">[],
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
