/** Puts outcomes, tallies and exchanges together into the report. */
import type { Exchange, Profile, Report, CaseResult } from "../../schemas/report.ts";
import { toReleaseId } from "../api/journal.ts";
import { assignBlame, withoutConsequences } from "./causes/blame.ts";
import { createCircumstances } from "./causes/circumstances/circumstances.ts";
import { openRecordedRun } from "./causes/circumstances/recorded-run.ts";
import { createOrigins } from "./causes/circumstances/origin.ts";
import { createStories } from "./causes/circumstances/story.ts";
import { findCauses } from "./causes/causes.ts";
import { findDeviations, type SightingParts } from "./causes/sightings.ts";
import { withLookalikes } from "./causes/lookalikes.ts";
import { findConsequences } from "./causes/consequences.ts";
import { findForeignResponses } from "./foreign-responses.ts";
import { leaveToOthers, type Reported } from "./leave-to-others.ts";
import { findLongestChain } from "../plan/longest-chain.ts";
import type { JudgedParts, ReportParts } from "./report-parts.ts";
import {
  toCheckCase,
  toCheckResult,
  toInvariantOutcome,
  toInvariantCase,
  toInvariantResult,
  toObservationResult,
} from "./results.ts";
import type { VisitOptions } from "../plan/run-plan.ts";
import { profileOrder } from "../vocabulary.ts";
import { toRequirements } from "./requirement-results.ts";
import { toRootCauses } from "./root-causes.ts";
import type { CheckOutcome } from "./check-outcome.ts";
import { countsOf, decide, decideProfile, toExitCode } from "./verdicts.ts";

export function buildReport(given: ReportParts): Report {
  const { plan, selection, recorder, interrupted } = given;
  const exchanges = recorder.exchanges();
  const blamed = assignBlame(given.outcomes, selection.checks, exchanges);
  const alone = leaveToOthers(blamed, selection.checks, { exchanges, invariants: toReported(given) });
  const sorted = sortExchangesByStart(alone, exchanges);
  const met: JudgedParts = { ...given, outcomes: sorted, consequences: new Map() };
  const { invariantFindings, owners } = toCauseFindings(met);
  const deviations = findDeviations({
    cases: toCases(met),
    exchanges,
    invariantFindings,
    owners,
  });
  const readRun = openRecordedRun(exchanges, deviations.flat(), (id) => given.outcomes.get(id)?.triedAgain);
  const tell = createCircumstances(readRun);
  const story = createStories(readRun);
  const origin = createOrigins(readRun);
  const consequences = findConsequences(deviations, selection, tell);
  const outcomes = withoutConsequences(sorted, consequences);
  const parts: JudgedParts = { ...given, outcomes, consequences };
  const actors = new Map(exchanges.map((exchange) => [exchange.id, exchange.actor]));
  const cases = toCases(parts);
  const requirements = toRequirements(cases, selection.requirements);
  const checks = [
    ...selection.checks.map((check) => toCheckResult(parts, check)),
    ...selection.invariants.map((one) => toInvariantResult(parts, one, actors)),
  ];
  const foreignResponses = findForeignResponses(exchanges);
  const profiles = profilesOfRun(parts);
  return {
    reportVersion: 2,
    suite: plan.suite,
    target: toTargetFacts(parts),
    run: toRunFacts(parts),
    verdict: decide(cases),
    exitCode: toExitCode({
      results: cases,
      interrupted,
      broken: given.broken !== undefined,
      baselineErrors: 0,
    }),
    counts: countsOf(requirements),
    profiles: profiles.map((name) => decideProfile(name, cases, selection.requirements)),
    requirements,
    cases,
    checks,
    observations: selection.observations.map((one) => toObservationResult(one, outcomes.get(one.id))),
    ...(foreignResponses === undefined ? {} : { foreignResponses }),
    causes: withLookalikes(
      findCauses(deviations, { cases, checks, candidates: selection, tell, story, origin, exchanges }),
      { cases, exchanges },
    ),
    rootCauses: toRootCauses(cases),
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

function toCases(parts: JudgedParts): readonly CaseResult[] {
  const { checks, invariants } = parts.selection;
  // a visit sends few kinds of requests: a rule for others is none of its
  const isMeant = ({ verdict }: CaseResult): boolean =>
    parts.plan.options.visit === undefined || verdict !== "skipped";
  return [
    ...checks.map((check) => toCheckCase(parts, check)),
    ...invariants.map((invariant) => toInvariantCase(parts, invariant)).filter(isMeant),
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
  return profiles.length === 0 ? profileOrder : profiles;
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
  const {
    seed,
    seedChosenBy,
    depth,
    only,
    skip,
    strict,
    concurrency,
    traffic,
    visit,
    errata = [],
    set,
  } = plan.options;
  const counts = recorder.counts();
  const lastEnd = recorder
    .exchanges()
    .reduce((latest, { startedAtMs, durationMs }) => Math.max(latest, startedAtMs + durationMs), 0);
  return {
    id: parts.runId,
    startedAt: new Date(plan.startedAtMs).toISOString(),
    durationMs: Math.round(lastEnd - (visit === undefined ? 0 : visit.startedAtMs - plan.startedAtMs)),
    seed,
    ...(seedChosenBy === undefined ? {} : { seedChosenBy }),
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
    ...(visit === undefined ? {} : { visit: toVisitFacts(visit) }),
    ...(traffic === undefined ? {} : { traffic: { source: traffic.source, notJudged: [] } }),
    ...(errata.length === 0 ? {} : { errata }),
    ...(set === undefined ? {} : { set: { name: set.name, digest: set.digest } }),
  };
}

function toVisitFacts({ startedAtMs, exchangesDigest }: VisitOptions): NonNullable<Report["run"]["visit"]> {
  return { startedAt: new Date(startedAtMs).toISOString(), exchangesDigest };
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
