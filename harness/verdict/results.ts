/** The result of each requirement, check and observation, as the report has it. */
import type { Check, Invariant, Observation } from "../check.ts";
import { programInReports } from "../program-in-reports.ts";
import type { Requirement } from "../vocabulary.ts";
import type {
  CheckResult,
  Evidence,
  Exchange,
  Finding,
  ObservationResult,
  CaseResult,
} from "../../schemas/report.ts";
import { toBlockedBy } from "./causes/blame.ts";
import type { InvariantTally } from "./invariants.ts";
import { notOffered, offersNone } from "../plan/needs.ts";
import type { JudgedParts, ReportParts } from "./report-parts.ts";
import { toCheckId } from "../exchange/actor-ids.ts";
import type { CheckOutcome, Outcome } from "./check-outcome.ts";
import { profilesOf } from "../plan/selection.ts";
import { toVerdict } from "./verdicts.ts";

function describe(
  requirement: Requirement,
): Pick<
  CaseResult,
  "id" | "requirement" | "level" | "title" | "chapter" | "section" | "reading" | "operations" | "profiles"
> {
  const { id, of = id, level, rule, source, reading, operations } = requirement;
  return {
    id,
    requirement: of,
    level,
    title: rule,
    chapter: id.split("/")[0] ?? id,
    section: source,
    ...(reading === undefined ? {} : { reading }),
    operations,
    profiles: profilesOf(requirement),
  };
}

const missingOutcome: CheckOutcome = {
  outcome: { verdict: "errored", reason: "the check was not run" },
  findings: [],
  exchanges: [],
  durationMs: 0,
};

export function toCheckCase(parts: ReportParts, check: Check): CaseResult {
  const { outcome, findings, exchanges, reviewed = [] } = parts.outcomes.get(check.id) ?? missingOutcome;
  const verdict = toVerdict(outcome, check.level, parts.plan.options.strict);
  const reason = toReason(outcome, check.rule);
  const evidence: readonly Evidence[] =
    findings.length === 0
      ? [{ check: check.id, verdict, exchanges: [...exchanges, ...reviewed.toSorted()] }]
      : findings.map((finding) => ({
          check: check.id,
          verdict,
          exchanges,
          finding: { rule: check.rule, ...finding },
        }));
  return {
    ...describe(check),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(outcome.notOffered === undefined ? {} : { notOffered: outcome.notOffered }),
    ...toCause(outcome),
    checks: [check.id],
    evidence,
  };
}

function toCause({ verdict, causeExchange, reason = "" }: Outcome): Pick<CaseResult, "cause"> {
  return verdict === "blocked" ? { cause: causeExchange ?? reason } : {};
}

/** @param rule the requirement's rule; a finding that expects the same does not repeat it */
function toReason({ finding, reason }: Outcome, rule: string): string | undefined {
  if (finding === undefined) return reason;
  return finding.expected === rule
    ? `got ${finding.got}`
    : `got ${finding.got}, expected ${finding.expected}`;
}

export function toInvariantCase(parts: JudgedParts, invariant: Invariant): CaseResult {
  const tally = parts.judge.tally(invariant.id);
  const { outcome } = toInvariantOutcome(parts, invariant, tally);
  const verdict = toVerdict(outcome, invariant.level, parts.plan.options.strict);
  const reason = toReason(outcome, invariant.rule);
  const evidence: readonly Evidence[] = [
    ...(outcome.owner === undefined ? tally.findings : []).map(({ finding, exchange }) => ({
      check: toCheckId(exchange.actor),
      verdict,
      exchanges: [exchange.id],
      finding: { rule: invariant.rule, ...finding },
    })),
    ...tally.held.map((exchange) => ({
      check: toCheckId(exchange.actor),
      verdict: "passed" as const,
      exchanges: [exchange.id],
    })),
  ];
  return {
    ...describe(invariant),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(outcome.notOffered === undefined ? {} : { notOffered: outcome.notOffered }),
    ...toCause(outcome),
    checks: [invariant.id, ...new Set(evidence.map(({ check }) => check))],
    evidence,
  };
}

export function toInvariantOutcome(
  parts: JudgedParts,
  invariant: Invariant,
  tally: InvariantTally,
): { readonly outcome: Outcome } {
  const owner = parts.consequences.get(invariant.id);
  if (owner !== undefined) return { outcome: toBlockedBy(owner) };
  const first = tally.findings[0];
  if (first !== undefined) return { outcome: { verdict: "failed", finding: first.finding } };
  if (tally.judged > 0) return { outcome: { verdict: "passed" } };
  const off = notOffered(parts.plan.target, invariant.operations);
  if (off.length > 0 && offersNone(parts.plan.target, invariant.operations)) {
    return {
      outcome: {
        verdict: "skipped",
        reason: `the target declares "features.${off[0] ?? ""}" as not offered`,
        notOffered: true,
      },
    };
  }
  return { outcome: withNothingToJudge(parts, invariant) };
}

/** Why a rule for every response was not judged by one of several shards. */
export const nothingInShard = "no response to judge in this shard";

/** How the reason of a check begins that sent no request. */
const needed = "needs ";

/** The outcome of an invariant with nothing to judge: blocked if the checks that it needs were blocked, else skipped. */
function withNothingToJudge(parts: JudgedParts, invariant: Invariant): Outcome {
  const outcomes = [...parts.selection.checks, ...parts.selection.carriers]
    .filter((check) => check.operations.some((operation) => invariant.operations.includes(operation)))
    .flatMap((check) => parts.outcomes.get(check.id)?.outcome ?? []);
  const blocked = outcomes.find(({ verdict }) => verdict === "blocked");
  if (blocked !== undefined) return blocked;
  const reason = toCommonReason(outcomes);
  // the other shards may have something to judge, so that this one alone leaves nothing undecided
  if (parts.plan.options.shard !== undefined)
    return { verdict: "skipped", reason: nothingInShard, notOffered: true };
  return {
    verdict: "skipped",
    reason: reason === undefined ? "no response to judge in this run" : `no response to judge: ${reason}`,
  };
}

/** Why no request was sent: what most of the checks that would have sent one need. Where one ran, the rule had another reason. */
function toCommonReason(outcomes: readonly Outcome[]): string | undefined {
  if (outcomes.some(({ verdict }) => verdict !== "skipped")) return undefined;
  const counts = new Map<string, number>();
  for (const { reason = "" } of outcomes)
    if (reason.startsWith(needed)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

export function toCheckResult(parts: JudgedParts, check: Check): CheckResult {
  const result = parts.outcomes.get(check.id) ?? missingOutcome;
  const { outcome, findings, exchanges, durationMs, untriedForm } = result;
  const message = toReason(outcome, check.rule);
  return {
    id: check.id,
    title: check.rule,
    verdict: toVerdict(outcome, check.level, parts.plan.options.strict),
    ...(message === undefined ? {} : { message }),
    durationMs,
    exchanges,
    findings: findings.map((finding) => ({ rule: check.rule, ...finding })),
    ...(outcome.counterexample === undefined ? {} : { counterexample: outcome.counterexample }),
    ...(untriedForm === undefined ? {} : { untriedForm }),
    replay: toReplay(parts, [check.id]),
  };
}

export function toInvariantResult(
  parts: JudgedParts,
  invariant: Invariant,
  actors: ReadonlyMap<string, string>,
): CheckResult {
  const tally = parts.judge.tally(invariant.id);
  const { outcome } = toInvariantOutcome(parts, invariant, tally);
  const message = toReason(outcome, invariant.rule);
  const against = outcome.owner === undefined ? tally.findings : [];
  const findings: readonly Finding[] = against.map(({ finding }) => ({
    rule: invariant.rule,
    ...finding,
  }));
  const shown: readonly Exchange[] = [...against.map(({ exchange }) => exchange), ...tally.held];
  const culprit = findings[0]?.exchange === undefined ? undefined : actors.get(findings[0].exchange);
  const carrier =
    culprit === undefined || culprit.startsWith("given/") || culprit === "preflight" || isTraffic(parts)
      ? []
      : [toCheckId(culprit)];
  return {
    id: invariant.id,
    title: invariant.rule,
    verdict: toVerdict(outcome, invariant.level, parts.plan.options.strict),
    ...(message === undefined ? {} : { message }),
    durationMs: 0,
    exchanges: shown.map(({ id }) => id),
    findings,
    replay: toReplay(parts, [...carrier, invariant.id]),
  };
}

function isTraffic({ plan }: ReportParts): boolean {
  return plan.options.traffic !== undefined;
}

function toReplay(parts: JudgedParts, ids: readonly string[]): string {
  const { seed, depth, strict, targetArguments, traffic, visit } = parts.plan.options;
  const only = ids.map((id) => `--only ${id}`).join(" ");
  if (traffic !== undefined) return `${programInReports} ${traffic.command} ${only}`;
  if (visit !== undefined) return `${programInReports} ${visit.command} ${targetArguments} ${only}`;
  return `${programInReports} run ${targetArguments} ${only} --seed ${seed}${depth === "standard" ? "" : ` --depth ${depth}`}${strict ? " --strict" : ""}`;
}

export function toObservationResult(
  observation: Observation,
  outcome: CheckOutcome | undefined,
): ObservationResult {
  const observed = outcome?.outcome.verdict === "passed";
  return {
    id: observation.id,
    question: observation.question,
    section: observation.source,
    answer: observed
      ? [...new Set(outcome.answers)].join("; ") || "nothing to see"
      : outcome === undefined
        ? "not run"
        : (toReason(outcome.outcome, observation.question) ?? "no reason given"),
    observed,
    exchanges: outcome?.exchanges ?? [],
  };
}
