/** How the results and the latency of one implementation changed from version to version. Plain data for its page. */
import type { Report, Verdict } from "../schemas/report.ts";
import type { SiteImplementation, SiteRun } from "./site.ts";

/** The newest run of one version. */
export interface TrendPoint {
  /** The version, or the day of the run if the target file names none. */
  readonly label: string;
  readonly run: SiteRun;
}

/** The median durations of one operation, in milliseconds; undefined where a run has no such exchange. */
export interface LatencyTrend {
  readonly operation: string;
  readonly medians: readonly (number | undefined)[];
}

export interface Trend {
  /** The oldest first. */
  readonly points: readonly TrendPoint[];
  readonly latencies: readonly LatencyTrend[];
}

/** Requests to the states hook, and to addresses outside of the API. */
const notOfTheApi: readonly string[] = ["state", "other"];

/** More would not fit beside each other. */
const maxPoints = 8;

/** @returns undefined if there is only one version */
export function toTrend({ runs }: SiteImplementation): Trend | undefined {
  const newest = new Map<string, SiteRun>();
  // the runs are in order, the newest first
  for (const run of runs) {
    const label = labelOf(run.report);
    if (!newest.has(label)) newest.set(label, run);
  }
  const points = [...newest]
    .slice(0, maxPoints)
    .map(([label, run]) => ({ label, run }))
    .toReversed();
  if (points.length < 2) return undefined;
  const operations = new Set(points.flatMap(({ run }) => run.latency.map(({ operation }) => operation)));
  for (const other of notOfTheApi) operations.delete(other);
  return {
    points,
    latencies: [...operations]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((operation) => ({
        operation,
        medians: points.map(({ run }) => run.latency.find((one) => one.operation === operation)?.median),
      })),
  };
}

function labelOf({ target, run }: Report): string {
  return target.implementation?.version ?? run.startedAt.slice(0, 10);
}

/** The verdicts that a trend shows, with `blocked`, `skipped` and `errored` as one number. */
export function toTrendCounts({ counts }: Report): readonly (readonly [name: string, count: number])[] {
  const sum = (...verdicts: readonly Verdict[]): number =>
    verdicts.reduce((total, verdict) => total + counts[verdict], 0);
  return [
    ["passed", counts.passed],
    ["failed", counts.failed],
    ["warned", counts.warned],
    ["not decided", sum("blocked", "skipped", "errored")],
  ];
}
