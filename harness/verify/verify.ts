/** Verifies a report: runs the checks against the recording of its run, and compares the results. */
import type { Chapter } from "../check.ts";
import { isSameJson } from "../expect/expect.ts";
import { quote } from "../expect/quote.ts";
import { createRedaction } from "../recording/redaction.ts";
import { createReplayTransport } from "../recording/replay-transport.ts";
import type { CaseResult, Exchange, Report, RequirementResult } from "../../schemas/report.ts";
import { judgeRecording } from "../traffic/judge-recording.ts";
import { findBaselineContradictions } from "./baseline-claims.ts";
import { digestOfShards, mergeReports } from "../verdict/merge-reports.ts";
import { type Recording, toReportExchanges } from "./read-recording.ts";
import { runSuite } from "../run/run.ts";
import type { RunProgress } from "../plan/run-plan.ts";
import { toExitCode } from "../verdict/verdicts.ts";

/** The result of a verification. The report is confirmed if there is no difference. */
export interface Verification {
  readonly differences: readonly string[];
  /** The report that the recording gives, if the checks could run. */
  readonly report?: Report;
}

/** The checks, and the suite they are from. */
export interface Judges {
  readonly chapters: readonly Chapter[];
  readonly suite: Report["suite"];
  readonly onProgress?: (progress: RunProgress) => void;
}

/**
 * Runs the same checks against the recording and compares the result with the report.
 * @param by a suite digest that is not the report's is a difference
 */
export async function verify(report: Report, recording: Recording, by: Judges): Promise<Verification> {
  const mismatch = describeMismatch(report, recording.digest, by.suite);
  if (mismatch !== undefined) return { differences: [mismatch] };
  if (recording.run.options.traffic !== undefined) return verifyTraffic(report, recording, by);
  const again = await replay(recording, report.target.problemBase, by);
  return {
    differences: [...again.differences, ...compareReports(report, again.report)],
    report: again.report,
  };
}

/** As `verify`, for a report that was merged from the recordings of several shards. */
export async function verifyMerged(
  report: Report,
  recordings: readonly Recording[],
  by: Judges,
): Promise<Verification> {
  const digest = digestOfShards(recordings.map((one) => one.digest));
  const mismatch = describeMismatch(report, digest, by.suite);
  if (mismatch !== undefined) return { differences: [mismatch] };
  const all: Replayed[] = [];
  for (const recording of recordings) all.push(await replay(recording, report.target.problemBase, by));
  const [first, ...rest] = all.map(({ report: one }) => one);
  if (first === undefined) return { differences: ["exchanges.ndjson has no recording"] };
  const merged = mergeReports([first, ...rest]);
  return {
    differences: [...all.flatMap(({ differences }) => differences), ...compareReports(report, merged)],
    report: merged,
  };
}

/** What the checks give against a recording, and where they ask for something else than it has. */
interface Replayed {
  readonly report: Report;
  readonly differences: readonly string[];
}

async function replay(recording: Recording, problemBase: string | undefined, by: Judges): Promise<Replayed> {
  const redaction = createRedaction({ isReplay: true });
  const ofEarlierRun = recording.run.options.visit?.exchanges ?? 0;
  const exchanges = recording.exchanges.slice(ofEarlierRun);
  const earlier = recording.exchanges.slice(0, ofEarlierRun).map(({ previous: _previous, ...one }) => one);
  const transport = createReplayTransport(exchanges, redaction);
  const again = await runSuite({
    chapters: by.chapters,
    target: recording.run.target,
    options: recording.run.options,
    transport,
    redaction,
    suite: by.suite,
    ...(by.onProgress === undefined ? {} : { onProgress: by.onProgress }),
    startedAtMs: recording.run.startedAtMs,
    ...(ofEarlierRun === 0 ? {} : { earlier }),
    writeLine: () => {},
    replaying: {
      exchanges,
      problemBase,
      notReached: recording.notReached,
      ...(recording.brokenBy === undefined ? {} : { broken: recording.brokenBy }),
      ...(recording.stoppedAfter === undefined ? {} : { stoppedAfter: recording.stoppedAfter }),
    },
  });
  // that the checks send them again, the transport saw
  const shown = toReportExchanges(recording);
  const unused = transport
    .unused()
    .map((id) => `exchange ${id} is in the recording, but no check requests it`);
  const told = describeOthersAbout(recording, again.exchanges);
  return {
    report: { ...again, exchanges: shown },
    differences: [...transport.differences(), ...told, ...unused],
  };
}

/** What the recording says of a request is what its check says of it. */
function describeOthersAbout({ exchanges }: Recording, sent: readonly Exchange[]): readonly string[] {
  const recorded = new Map(exchanges.map(({ id, about }) => [id, about]));
  return sent.flatMap(({ id, about }) =>
    isSameJson(recorded.get(id), about)
      ? []
      : [`exchange ${id} was about ${quote(recorded.get(id))}, and is now about ${quote(about)}`],
  );
}

/** Observed traffic was judged, and is judged again. */
function verifyTraffic(report: Report, recording: Recording, by: Judges): Verification {
  const again = judgeRecording(recording, { ...by, options: recording.run.options, writeLine: () => {} });
  return { differences: compareReports(report, again), report: again };
}

/** Why report, recording and suite do not belong together; undefined if they do. */
function describeMismatch({ run, suite }: Report, digest: string, own: Report["suite"]): string | undefined {
  if (digest !== run.exchangesDigest)
    return "the digest of the last line of exchanges.ndjson is not the one in the report: lines are missing, added or edited";
  if (own.digest !== suite.digest)
    return `the report was made by suite ${suite.version} (${suite.digest}), and this is ${own.version} (${own.digest})`;
  return undefined;
}

/** The differences between the report and the recording, verdicts first. */
function compareReports(claimed: Report, again: Report): readonly string[] {
  const verdicts = claimed.cases.flatMap(({ id, verdict }) => {
    const other = again.cases.find((one) => one.id === id);
    if (other === undefined) return [`requirement ${id} is in the report, but the run did not select it`];
    return other.verdict === verdict
      ? []
      : [`requirement ${id} is ${verdict} in the report, and the recording gives ${other.verdict}`];
  });
  const missing = again.cases
    .filter(({ id }) => !claimed.cases.some((one) => one.id === id))
    .map(
      ({ id, verdict }) => `requirement ${id} is missing from the report, and the recording gives ${verdict}`,
    );
  const parts: readonly (readonly [name: string, claimed: unknown, again: unknown])[] = [
    ["verdict", claimed.verdict, again.verdict],
    ["exit code", claimed.exitCode, toClaimableExitCode(claimed, again)],
    ["counts", claimed.counts, again.counts],
    ["profiles", claimed.profiles, again.profiles],
    ["cases", claimed.cases.map(withoutAcceptance), again.cases.map(withoutAcceptance)],
    ["requirements", claimed.requirements.map(withoutAcceptance), again.requirements.map(withoutAcceptance)],
    ["unscored cases", claimed.unscored ?? null, again.unscored ?? null],
    ["checks", claimed.checks, again.checks],
    ["observations", claimed.observations, again.observations],
    ["root causes", claimed.rootCauses, again.rootCauses],
    ["causes", withoutGuesses(claimed), withoutGuesses(again)],
    ["foreign responses", claimed.foreignResponses ?? null, again.foreignResponses ?? null],
    ["target", claimed.target, again.target],
    ["suite", claimed.suite, again.suite],
    ["run", toComparableRun(claimed), toComparableRun(again)],
    ["list of created releases", claimed.created, again.created],
    ["list of releases that were not cleaned up", claimed.left, again.left],
    ["exchanges", byId(claimed.exchanges), byId(again.exchanges)],
  ];
  const others = parts.flatMap(([name, left, right]) => {
    if (isSameJson(plain(left), plain(right))) return [];
    return [
      `the report's ${name} differs from the recording${describeDifference(plain(left), plain(right))}`,
    ];
  });
  const order =
    again.exchanges.map(({ id }) => id).join(" ") === claimed.exchanges.map(({ id }) => id).join(" ");
  return [
    ...verdicts,
    ...missing,
    ...others,
    ...findBaselineContradictions(claimed),
    ...findRecordingContradictions(claimed, again.exchanges.length),
    ...(order ? [] : ["the report lists different exchanges from exchanges.ndjson, or in a different order"]),
  ];
}

/** A report that leaves its exchanges to the recording says how many these are. */
function findRecordingContradictions({ recording }: Report, count: number): readonly string[] {
  return recording === undefined || recording.exchanges === count
    ? []
    : [`the report says that its recording has ${recording.exchanges} exchanges, and it has ${count}`];
}

/** The exit code of the results, with the verdicts that the report's baseline accepts. */
function toClaimableExitCode(claimed: Report, again: Report): number {
  const accepted = new Map(claimed.cases.map((result) => [result.id, result.accepted]));
  const results = again.cases.map((result): CaseResult => {
    const acceptance = accepted.get(result.id);
    return claimed.baseline === undefined || acceptance === undefined
      ? result
      : { ...result, accepted: acceptance };
  });
  const { interrupted, broken } = again.run;
  const baselineErrors = claimed.baseline?.errors.length ?? 0;
  return toExitCode({ results, interrupted, broken: broken !== undefined, baselineErrors });
}

/** As it would be read back from a file: without members that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/** What a cause looks like depends on the faults that a build knows, and decides nothing. What is said of its request is only written. */
function withoutGuesses({ causes }: Report): unknown {
  return causes?.map(({ looksLike: _guess, request: _request, ...cause }) => cause) ?? null;
}

function withoutAcceptance({ accepted: _accepted, ...rest }: RequirementResult): unknown {
  return rest;
}

/**
 * Without what a replay cannot know: how long the live run waited for a rate limiter, the digest of the live order, and how much
 * traffic was not judged.
 */
function toComparableRun(report: Report): unknown {
  const {
    limiterWaitMs: _wait,
    concurrencyReached: _atOnce,
    exchangesDigest: _digest,
    traffic,
    shards,
    ...rest
  } = report.run;
  return {
    ...rest,
    ...(traffic === undefined ? {} : { source: traffic.source }),
    ...(shards === undefined ? {} : { shards: shards.map(({ exchangesDigest: _own, ...one }) => one) }),
  };
}

function byId(exchanges: readonly Exchange[]): unknown {
  return exchanges.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The first difference between two values. */
function describeDifference(left: unknown, right: unknown): string {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return `: the report has ${quote(left)}, the recording gives ${quote(right)}`;
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [a, b]: readonly unknown[] = [Reflect.get(left, key), Reflect.get(right, key)];
    if (!isSameJson(a, b)) {
      const id: unknown = typeof a === "object" && a !== null ? Reflect.get(a, "id") : undefined;
      return ` at ${typeof id === "string" ? id : key}${describeDifference(a, b)}`;
    }
  }
  return "";
}
