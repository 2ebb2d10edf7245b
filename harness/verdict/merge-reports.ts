/** Merges the reports of shards into one: each check ran in one of them, and rules for every response were judged in all. */
import type { Cause, CheckResult, MergedShard, Report, CaseResult, Verdict } from "../../schemas/report.ts";
import { sha256 } from "../seed.ts";
import { nothingInShard } from "./results.ts";
import { largestFirst } from "./causes/cause-order.ts";
import { failuresFirst } from "./causes/causes.ts";
import { findForeignResponses } from "./foreign-responses.ts";
import { toRequirements } from "./requirement-results.ts";
import { withLookalikes } from "./causes/lookalikes.ts";
import { toRootCauses } from "./root-causes.ts";
import { countsOf, decide, decideProfile, toExitCode } from "./verdicts.ts";

/** Of several verdicts on one rule, the first that any shard gave: what was seen anywhere was seen. */
const strongestFirst: readonly Verdict[] = ["errored", "failed", "warned", "passed", "blocked", "skipped"];

function strongest<T extends { readonly verdict: Verdict }>(results: readonly [T, ...T[]]): T {
  const rank = ({ verdict }: T): number => strongestFirst.indexOf(verdict);
  return results.reduce((best, one) => (rank(one) < rank(best) ? one : best));
}

/** Values with the same key, in the order in which the keys first came. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

/** Checks come before rules for every response, as in the report of one run. */
function inOrder<T extends { readonly id: string }>(
  all: readonly (readonly [T, ...T[]])[],
  shards: number,
): readonly (readonly [T, ...T[]])[] {
  const isRuleForAll = (group: readonly T[]): boolean => group.length === shards;
  return [...all.filter((group) => !isRuleForAll(group)), ...all.filter(isRuleForAll)];
}

function mergeCase(results: readonly [CaseResult, ...CaseResult[]]): CaseResult {
  const { accepted: _accepted, ...chosen } = strongest(results);
  const { notOffered: _notOffered, ...undecided } = chosen;
  return {
    ...(chosen.reason === nothingInShard
      ? { ...undecided, reason: "no response to judge in this run" }
      : chosen),
    checks: distinct(results.flatMap(({ checks }) => checks)),
    evidence: results.flatMap(({ evidence }) => evidence),
  };
}

function mergeCheck(results: readonly [CheckResult, ...CheckResult[]]): CheckResult {
  return {
    ...strongest(results),
    exchanges: results.flatMap(({ exchanges }) => exchanges),
    findings: results.flatMap(({ findings }) => findings),
  };
}

function mergeCause(causes: readonly [Cause, ...Cause[]]): Cause {
  const [{ when, ...first }] = causes;
  return {
    ...first,
    // what sets the responses of one shard apart may not set those of another apart
    ...(causes.length > 1 || when === undefined ? {} : { when }),
    explains: distinct(causes.flatMap(({ explains }) => explains)),
    blocks: distinct(causes.flatMap(({ blocks }) => blocks)),
    operations: distinct(causes.flatMap(({ operations }) => operations)),
    count: causes.reduce((sum, { count }) => sum + count, 0),
  };
}

const byId = ({ id }: { readonly id: string }): string => id;

/**
 * @param reports those of all shards of a run, in their order
 * @returns the report of the whole run; the baseline has not been applied
 */
export function mergeReports(reports: readonly [Report, ...Report[]]): Report {
  const [first] = reports;
  const many = reports.length > 1;
  const all = <T>(take: (report: Report) => readonly T[]): readonly T[] => reports.flatMap(take);
  const merge = <T extends { readonly id: string }>(
    take: (report: Report) => readonly T[],
    one: (group: readonly [T, ...T[]]) => T,
  ): readonly T[] => {
    const groups = grouped(all(take), byId);
    return (many ? inOrder(groups, reports.length) : groups).map(one);
  };
  const cases = merge((report) => report.cases, mergeCase);
  const described = merge(
    (report) => report.requirements,
    ([one]) => one,
  );
  const requirements = toRequirements(cases, described);
  const exchanges = all(({ exchanges: own }) => own);
  const foreignResponses = findForeignResponses(exchanges);
  const { baseline: _baseline, foreignResponses: _foreign, ...rest } = first;
  const run = mergeRuns(reports);
  const withBase = reports.find(({ target }) => target.problemBase !== undefined) ?? first;
  return {
    ...rest,
    target: withBase.target,
    run,
    verdict: decide(cases),
    exitCode: toExitCode({
      results: cases,
      interrupted: run.interrupted,
      broken: run.broken !== undefined,
      baselineErrors: 0,
    }),
    counts: countsOf(requirements),
    profiles: first.profiles.map(({ name }) => decideProfile(name, cases, described)),
    requirements,
    cases,
    ...(reports.every(({ unscored }) => unscored === undefined)
      ? {}
      : { unscored: merge(({ unscored = [] }) => unscored, mergeCase) }),
    checks: merge(({ checks }) => checks, mergeCheck),
    observations: all(({ observations }) => observations),
    ...(foreignResponses === undefined ? {} : { foreignResponses }),
    causes: withLookalikes(
      failuresFirst(
        grouped(
          all(({ causes = [] }) => causes),
          byId,
        )
          .map(mergeCause)
          .toSorted(largestFirst),
        cases,
      ),
      { cases, exchanges },
    ),
    rootCauses: toRootCauses(cases),
    created: all(({ created = [] }) => created),
    left: all(({ left }) => left),
    exchanges,
  };
}

function mergeRuns(reports: readonly [Report, ...Report[]]): Report["run"] {
  const { shard: _shard, broken: _broken, ...first } = reports[0].run;
  const runs = reports.map(({ run }) => run);
  const sum = (take: (run: Report["run"]) => number): number =>
    runs.reduce((total, run) => total + take(run), 0);
  const broken = runs.find((run) => run.broken !== undefined)?.broken;
  const shards = runs.map(({ id, requests, durationMs, exchangesDigest }): MergedShard => ({
    id,
    requests,
    durationMs,
    exchangesDigest,
  }));
  return {
    ...first,
    startedAt: runs.map(({ startedAt }) => startedAt).toSorted()[0] ?? first.startedAt,
    durationMs: Math.max(...runs.map(({ durationMs }) => durationMs)),
    requests: sum(({ requests }) => requests),
    stateRequests: sum(({ stateRequests }) => stateRequests),
    limiterWaitMs: Math.max(...runs.map(({ limiterWaitMs }) => limiterWaitMs)),
    ...toReached(runs),
    interrupted: runs.some(({ interrupted }) => interrupted),
    ...(broken === undefined ? {} : { broken }),
    exchangesDigest: digestOfShards(shards.map(({ exchangesDigest }) => exchangesDigest)),
    shards,
  };
}

/** Shards run beside each other: the longest of their chains is that of all. */
function toReached(
  runs: readonly Report["run"][],
): Pick<Report["run"], "concurrencyReached" | "requestChain"> {
  const reached = runs.flatMap(({ concurrencyReached = [] }) => concurrencyReached);
  const [chain] = runs
    .flatMap(({ requestChain = [] }) => requestChain)
    .toSorted((a, b) => b.requests - a.requests);
  return {
    ...(reached.length === 0 ? {} : { concurrencyReached: Math.max(...reached) }),
    ...(chain === undefined ? {} : { requestChain: chain }),
  };
}

/** The digest that stands for several recordings, one after the other. */
export function digestOfShards(digests: readonly string[]): string {
  return sha256(digests.join("\n"));
}
