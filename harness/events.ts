/** What happens in a run, as events: for programs that follow it, and for `--report jsonl:-`, one event in each line. */
import type { Cause, Level, Report, RunVerdict, Verdict } from "../schemas/report.ts";
import type { Wait } from "./transport/announce-waits.ts";
import type { RunProgress } from "./plan/run-plan.ts";

/** A check has ended. The verdict of its requirement, and why, follow with the event `requirement`. */
export interface CheckEvent {
  readonly event: "check";
  readonly id: string;
  readonly verdict: Verdict;
  readonly durationMs: number;
  readonly checksDone: number;
  readonly checksTotal: number;
  readonly requests: number;
}

/** The run waits for more than two seconds, for example for a rate limiter. */
export interface WaitEvent {
  readonly event: "wait";
  readonly milliseconds: number;
  readonly reason: string;
}

/** The verdict of a requirement, after the last check. */
export interface RequirementEvent {
  readonly event: "requirement";
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  /** Present if the baseline accepts the verdict. */
  readonly accepted?: true;
}

/** Why requirements failed, warned or are blocked. */
export interface CauseEvent extends Pick<Cause, "id" | "sentence" | "breaks" | "hint" | "repeat" | "when"> {
  readonly event: "cause";
  readonly explains: number;
  readonly blocks: number;
}

/** The last event of a run. */
export interface EndEvent {
  readonly event: "end";
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  readonly counts: Report["counts"];
  readonly seed: number;
  readonly requests: number;
  readonly durationMs: number;
  /** The name of the requirement set. */
  readonly set?: string;
}

/** The last event of a run without a report: the registry could not be tested, or the options are wrong. */
export interface ErrorEvent {
  readonly event: "error";
  readonly message: string;
  readonly exitCode: number;
}

export type RunEvent =
  | { readonly event: "start"; readonly baseUrl: string; readonly suite: Report["suite"] }
  | CheckEvent
  | WaitEvent
  | RequirementEvent
  | CauseEvent
  | EndEvent;

/** The event for the progress of a run; undefined if no check ended. */
export function toCheckEvent({
  ended,
  checksDone,
  checksTotal,
  requests,
}: RunProgress): CheckEvent | undefined {
  if (ended === undefined) return undefined;
  return { event: "check", ...ended, checksDone, checksTotal, requests };
}

export function toWaitEvent({ milliseconds, reason }: Wait): WaitEvent {
  return { event: "wait", milliseconds, reason };
}

/** The events at the end of a run: each requirement, each cause, and the verdict. */
export function toResultEvents(report: Report): readonly RunEvent[] {
  const { verdict, exitCode, counts, run } = report;
  return [
    ...report.cases.map(toRequirementEvent),
    ...(report.causes ?? []).map(toCauseEvent),
    {
      event: "end",
      verdict,
      exitCode,
      counts,
      seed: run.seed,
      requests: run.requests,
      durationMs: run.durationMs,
      ...(run.set === undefined ? {} : { set: run.set.name }),
    },
  ];
}

function toRequirementEvent(result: Report["cases"][number]): RequirementEvent {
  const { id, level, section, verdict, reason, accepted } = result;
  return {
    event: "requirement",
    id,
    level,
    section,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(accepted === undefined ? {} : { accepted: true }),
  };
}

function toCauseEvent(cause: Cause): CauseEvent {
  const { id, sentence, breaks, hint, repeat, explains, blocks, when } = cause;
  return {
    event: "cause",
    id,
    sentence,
    ...(breaks === undefined ? {} : { breaks }),
    explains: explains.length,
    blocks: blocks.length,
    hint,
    repeat,
    ...(when === undefined ? {} : { when }),
  };
}
