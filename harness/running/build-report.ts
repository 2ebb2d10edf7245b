/** Puts outcomes, tallies and exchanges together into the report. */
import type { Check, Invariant, Observation } from "../check.ts";
import type { BrokenRule } from "../expect/broken-rules.ts";
import type { Requirement } from "../vocabulary.ts";
import type { SchedulerFigures } from "../registry/scheduler.ts";
import { type CreatedRelease, toReleaseId } from "../registry/journal.ts";
import type { Recorder } from "../registry/recorder.ts";
import type {
  CheckResult,
  Evidence,
  Exchange,
  Finding,
  ObservationResult,
  Profile,
  Report,
  RequirementResult,
} from "../../schemas/report.ts";
import type { InvariantJudge, InvariantTally } from "./invariants.ts";
import { assignBlame, toBlockedBy, withoutConsequences } from "./blame.ts";
import { toRootCauses } from "./root-causes.ts";
import { findCauses, findDeviations, type SightingParts } from "./causes.ts";
import { findConsequences } from "./consequences.ts";
import { leaveToOthers, type Reported } from "./leave-to-others.ts";
import { findForeignResponses } from "./foreign-responses.ts";
import { findLongestChain } from "./longest-chain.ts";
import { notOffered } from "./needs.ts";
import type { RunPlan } from "./run-plan.ts";
import type { CheckOutcome, Outcome } from "./run-check.ts";
import { profilesOf, type Selection } from "./selection.ts";
import { countsOf, decide, decideProfile, toExitCode, toVerdict } from "./verdicts.ts";

export interface ReportParts {
  readonly plan: RunPlan;
  readonly selection: Selection;
  readonly outcomes: ReadonlyMap<string, CheckOutcome>;
  readonly judge: InvariantJudge;
  readonly recorder: Recorder;
  readonly runId: string;
  readonly scheduler: SchedulerFigures;
  readonly interrupted: boolean;
  /** What broke the suite in mid-run, if something did. */
  readonly broken?: string;
  /** The number of failures that ended the run early. */
  readonly stoppedAfter?: number;
  /** Releases that the run published and that are still in the registry. */
  readonly notCleanedUp: readonly string[];
  readonly created: readonly CreatedRelease[];
}

/** The parts with what follows from all of them together. */
interface JudgedParts extends ReportParts {
  /** Rules for every response that only saw what another requirement fails for. */
  readonly consequences: ReadonlyMap<string, BrokenRule>;
}

const allProfiles: readonly Profile[] = ["read", "search", "publish", "trust", "unpublish", "advisories"];

export function buildReport(given: ReportParts): Report {
  const { plan, selection, recorder, interrupted } = given;
  const { options } = plan;
  const exchanges = recorder.exchanges();
  const blamed = assignBlame(given.outcomes, selection.checks, exchanges);
  const alone = leaveToOthers(blamed, selection.checks, { exchanges, invariants: toReported(given) });
  const sorted = sortExchangesByStart(alone, exchanges);
  const met: JudgedParts = { ...given, outcomes: sorted, consequences: new Map() };
  const { invariantFindings, owners } = toCauseFindings(met);
  const deviations = findDeviations({
    requirements: toRequirements(met),
    exchanges,
    invariantFindings,
    owners,
  });
  const consequences = findConsequences(deviations, selection);
  const outcomes = withoutConsequences(sorted, consequences);
  const parts: JudgedParts = { ...given, outcomes, consequences };
  const actors = new Map(exchanges.map((exchange) => [exchange.id, exchange.actor]));
  const requirements = toRequirements(parts);
  const checks = [
    ...selection.checks.map((check) => toCheckResult(parts, check)),
    ...selection.invariants.map((one) => toInvariantResult(parts, one, actors)),
  ];
  const foreignResponses = findForeignResponses(exchanges);
  const profiles = profilesOfRun(parts);
  return {
    reportVersion: 1,
    suite: plan.suite,
    target: toTargetFacts(parts),
    run: toRunFacts(parts),
    verdict: decide(requirements, options.strict),
    exitCode: toExitCode({
      results: requirements,
      strict: options.strict,
      interrupted,
      broken: given.broken !== undefined,
      baselineErrors: 0,
    }),
    counts: countsOf(requirements),
    profiles: profiles.map((name) => decideProfile(name, requirements, options.strict)),
    requirements,
    checks,
    observations: selection.observations.map((one) => toObservationResult(one, outcomes.get(one.id))),
    ...(foreignResponses === undefined ? {} : { foreignResponses }),
    causes: findCauses(deviations, {
      requirements,
      checks,
      candidates: selection,
    }),
    rootCauses: toRootCauses(requirements),
    // sorted, since checks that run at once publish in any order
    created: parts.created.flatMap((release) => (release.isCertain ? [toReleaseId(release)] : [])).toSorted(),
    left: parts.notCleanedUp.toSorted(),
    exchanges,
  };
}

function toReported({ selection, judge }: ReportParts): readonly Reported[] {
  return selection.invariants.map(({ id, level }) => ({
    id,
    level,
    findings: judge.findings(id).map(({ finding }) => finding),
  }));
}

function toRequirements(parts: JudgedParts): readonly RequirementResult[] {
  const { checks, invariants } = parts.selection;
  return [
    ...checks.map((check) => toCheckRequirement(parts, check)),
    ...invariants.map((invariant) => toInvariantRequirement(parts, invariant)),
  ];
}

/** What causes follow from besides the results: all findings against invariants, and which of them block what. */
function toCauseFindings(met: JudgedParts): Pick<SightingParts, "invariantFindings" | "owners"> {
  const { selection, judge } = met;
  const findings = selection.invariants.map(
    ({ id }) => [id, judge.findings(id).map(({ finding }) => finding)] as const,
  );
  const owners = [
    ...[...met.outcomes].map(([id, { outcome }]) => [id, outcome] as const),
    ...selection.invariants.map(
      (one) => [one.id, toInvariantOutcome(met, one, judge.tally(one.id)).outcome] as const,
    ),
  ].flatMap(([id, { owner }]) => (owner === undefined ? [] : [[id, owner] as const]));
  return { invariantFindings: new Map(findings), owners: new Map(owners) };
}

function profilesOfRun({ plan }: ReportParts): readonly Profile[] {
  const { profiles } = plan.options;
  return profiles.length === 0 ? allProfiles : profiles;
}

function toTargetFacts({ plan, judge }: ReportParts): Report["target"] {
  const { baseUrl, implementation, features } = plan.target;
  const problemBase = judge.problemBase();
  return {
    baseUrl,
    ...(problemBase === undefined ? {} : { problemBase }),
    ...(implementation === undefined ? {} : { implementation }),
    notOffered: Object.entries(features).flatMap(([feature, offered]) => (offered ? [] : [feature])),
  };
}

function toRunFacts(parts: ReportParts): Report["run"] {
  const { plan, recorder } = parts;
  const { seed, depth, only, skip, strict, concurrency, traffic, errata = [], set } = plan.options;
  const counts = recorder.counts();
  const lastEnd = recorder
    .exchanges()
    .reduce((latest, { startedAtMs, durationMs }) => Math.max(latest, startedAtMs + durationMs), 0);
  return {
    id: parts.runId,
    startedAt: new Date(plan.startedAtMs).toISOString(),
    durationMs: Math.round(lastEnd),
    seed,
    depth,
    requests: counts.registry,
    stateRequests: counts.states,
    profiles: profilesOfRun(parts),
    only,
    skip,
    strict,
    concurrency,
    concurrencyReached: parts.scheduler.maxAtOnce,
    requestChain: findLongestChain(parts.outcomes, recorder.exchanges(), parts.selection.checks),
    limiterWaitMs: parts.scheduler.limiterWaitMs,
    interrupted: parts.interrupted,
    ...(parts.broken === undefined ? {} : { broken: parts.broken }),
    ...(parts.stoppedAfter === undefined ? {} : { stoppedAfter: parts.stoppedAfter }),
    exchangesDigest: recorder.digest(),
    ...(plan.options.shard === undefined ? {} : { shard: plan.options.shard }),
    ...(traffic === undefined ? {} : { traffic: { source: traffic.source, notJudged: [] } }),
    ...(errata.length === 0 ? {} : { errata }),
    ...(set === undefined ? {} : { set: { name: set.name, digest: set.digest } }),
  };
}

/** Each check's exchanges in the order in which they were sent: of several at once, any may end first. */
function sortExchangesByStart(
  outcomes: ReportParts["outcomes"],
  exchanges: readonly Exchange[],
): ReadonlyMap<string, CheckOutcome> {
  const starts = new Map(exchanges.map(({ id, startedAtMs }) => [id, startedAtMs]));
  const startOf = (id: string): number => starts.get(id) ?? 0;
  return new Map(
    [...outcomes].map(([id, outcome]) => [
      id,
      {
        ...outcome,
        exchanges: outcome.exchanges.toSorted((a, b) => startOf(a) - startOf(b) || (a < b ? -1 : 1)),
      },
    ]),
  );
}

function describe(
  requirement: Requirement,
): Pick<
  RequirementResult,
  "id" | "level" | "title" | "chapter" | "section" | "reading" | "operations" | "profiles"
> {
  const { id, level, rule, source, reading, operations } = requirement;
  return {
    id,
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

function toCheckRequirement(parts: ReportParts, check: Check): RequirementResult {
  const { outcome, findings, exchanges, reviewed = [] } = parts.outcomes.get(check.id) ?? missingOutcome;
  const verdict = toVerdict(outcome, check.level);
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

function toCause({ verdict, causeExchange, reason = "" }: Outcome): Pick<RequirementResult, "cause"> {
  return verdict === "blocked" ? { cause: causeExchange ?? reason } : {};
}

/** @param rule the requirement's rule; a finding that expects the same does not repeat it */
function toReason({ finding, reason }: Outcome, rule: string): string | undefined {
  if (finding === undefined) return reason;
  return finding.expected === rule
    ? `got ${finding.got}`
    : `got ${finding.got}, expected ${finding.expected}`;
}

function toInvariantRequirement(parts: JudgedParts, invariant: Invariant): RequirementResult {
  const tally = parts.judge.tally(invariant.id);
  const { outcome } = toInvariantOutcome(parts, invariant, tally);
  const verdict = toVerdict(outcome, invariant.level);
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

/** The check behind an actor: its id without the form. */
function toCheckId(actor: string): string {
  return actor.replace(/\.(?:scoped|unscoped)$/, "");
}

function toInvariantOutcome(
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
  if (
    off.length > 0 &&
    invariant.operations.every((operation) => notOffered(parts.plan.target, [operation]).length > 0)
  ) {
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

/** The outcome of an invariant with nothing to judge: blocked if the checks that it needs were blocked, else skipped. */
function withNothingToJudge(parts: JudgedParts, invariant: Invariant): Outcome {
  const outcomes = [...parts.selection.checks, ...parts.selection.carriers]
    .filter((check) => check.operations.some((operation) => invariant.operations.includes(operation)))
    .flatMap((check) => parts.outcomes.get(check.id)?.outcome ?? []);
  const blocked = outcomes.find(({ verdict }) => verdict === "blocked");
  if (blocked !== undefined) return blocked;
  const reason = outcomes.find((outcome) => outcome.reason !== undefined)?.reason;
  // the other shards may have something to judge, so that this one alone leaves nothing undecided
  if (parts.plan.options.shard !== undefined)
    return { verdict: "skipped", reason: nothingInShard, notOffered: true };
  return {
    verdict: "skipped",
    reason: reason === undefined ? "no response to judge in this run" : `no response to judge: ${reason}`,
  };
}

function toCheckResult(parts: JudgedParts, check: Check): CheckResult {
  const result = parts.outcomes.get(check.id) ?? missingOutcome;
  const { outcome, findings, exchanges, durationMs, untriedForm } = result;
  const message = toReason(outcome, check.rule);
  return {
    id: check.id,
    title: check.rule,
    verdict: toVerdict(outcome, check.level),
    ...(message === undefined ? {} : { message }),
    durationMs,
    exchanges,
    findings: findings.map((finding) => ({ rule: check.rule, ...finding })),
    ...(outcome.counterexample === undefined ? {} : { counterexample: outcome.counterexample }),
    ...(untriedForm === undefined ? {} : { untriedForm }),
    replay: toReplay(parts, [check.id]),
  };
}

function toInvariantResult(
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
    verdict: toVerdict(outcome, invariant.level),
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
  const { seed, depth, strict, targetArguments, traffic } = parts.plan.options;
  const only = ids.map((id) => `--only ${id}`).join(" ");
  if (traffic !== undefined) return `registry-conformance ${traffic.command} ${only}`;
  return `registry-conformance run ${targetArguments} ${only} --seed ${seed}${depth === "standard" ? "" : ` --depth ${depth}`}${strict ? " --strict" : ""}`;
}

function toObservationResult(observation: Observation, outcome: CheckOutcome | undefined): ObservationResult {
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
