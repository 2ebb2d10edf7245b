/** Decides every verdict of a run. No other file does. */
import type { Level, Profile, ProfileResult, CaseResult, RunVerdict, Verdict } from "../../schemas/report.ts";
import type { DescribedRequirement } from "../sentences.ts";
import { toRequirements } from "./requirement-results.ts";
import type { Outcome } from "./check-outcome.ts";

/** Exit codes of `run` and `verify`. */
export const exitCodes = {
  conformant: 0,
  failed: 1,
  usage: 2,
  untestable: 3,
  partial: 4,
  internal: 5,
  interrupted: 130,
} as const;

/**
 * A scenario's outcome as a verdict: a failed `should` is a warning.
 * @param strict whether the run counts it as a failure all the same (`--strict`)
 */
export function toVerdict(outcome: Pick<Outcome, "verdict">, level: Level, strict: boolean): Verdict {
  return outcome.verdict === "failed" && level === "should" && !strict ? "warned" : outcome.verdict;
}

type Judged = Pick<CaseResult, "level" | "verdict" | "profiles" | "notOffered" | "accepted">;

/** True for a result that was decided, or that needs no decision since the feature is not offered. */
function isDecided(result: Judged): boolean {
  return result.verdict === "passed" || result.verdict === "warned" || isNotOffered(result);
}

/** Only a skipped requirement can be not offered. */
function isNotOffered({ notOffered }: Judged): boolean {
  return notOffered === true;
}

/**
 * The verdict over a set of requirements: `non-conformant` if one failed, `undecided` if none was decided,
 * `partial` if one was not decided, else `conformant`. The baseline changes no verdict.
 */
export function decide(results: readonly Judged[]): RunVerdict {
  if (results.some(({ verdict }) => verdict === "failed")) return "non-conformant";
  const decided = results.filter(({ verdict }) => verdict === "passed" || verdict === "warned");
  if (decided.length === 0 && !(results.length > 0 && results.every(isNotOffered))) return "undecided";
  return results.every(isDecided) ? "conformant" : "partial";
}

/** A profile's verdict by the cases that belong to it, and the counts of their requirements. */
export function decideProfile(
  name: Profile,
  cases: readonly CaseResult[],
  described: readonly DescribedRequirement[],
): ProfileResult {
  const own = cases.filter(({ profiles }) => profiles.includes(name));
  return { name, verdict: decide(own), ...countsOf(toRequirements(own, described)) };
}

export function countsOf(results: readonly Pick<Judged, "verdict">[]): Readonly<Record<Verdict, number>> {
  const counts: Record<Verdict, number> = {
    passed: 0,
    failed: 0,
    warned: 0,
    skipped: 0,
    blocked: 0,
    errored: 0,
  };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

export interface ExitFacts {
  readonly results: readonly Judged[];
  readonly interrupted: boolean;
  /** True if the suite itself broke. */
  readonly broken?: boolean;
  /** Stale, expired or unknown entries of the baseline. */
  readonly baselineErrors: number;
}

/** The exit code for the results. Accepted results count as decided, with any verdict. */
export function toExitCode({ results, interrupted, broken, baselineErrors }: ExitFacts): number {
  if (broken === true) return exitCodes.internal;
  if (interrupted) return exitCodes.interrupted;
  if (results.some(({ verdict }) => verdict === "errored")) return exitCodes.internal;
  const open = results.filter(({ accepted }) => accepted === undefined);
  if (open.some(({ verdict }) => verdict === "failed") || baselineErrors > 0) return exitCodes.failed;
  if (decide(results) === "undecided") return exitCodes.untestable;
  return open.every(isDecided) ? exitCodes.conformant : exitCodes.partial;
}
