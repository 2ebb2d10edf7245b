/** What all requests of one run share: where they go, how they are paced, recorded and judged. */
import { setImmediate } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import { parseJson } from "./json-body.ts";
import type { Journal } from "./journal.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Recorder } from "./recorder.ts";
import type { Redaction } from "./redaction.ts";
import type { Transport } from "./transport.ts";
import type { WriteLimits } from "./write-guard.ts";

/** Whoever sends requests: a check in one form, a shared set-up, the preflight. Its exchanges are numbered from 0. */
export interface Actor {
  readonly id: string;
  /** Ids of the exchanges sent, and of those of shared set-ups that were looked at. */
  readonly exchanges: string[];
  ordinal: number;
  /** How often it has begun anew because the network failed. */
  restarts: number;
  /** The actor's clock: the end of its latest exchange and all sleeps since, in milliseconds from the run's start. */
  nowMs: number;
  /**
   * Milliseconds that its exchanges and sleeps took together. Waiting for a limiter or for room does not count, so that a
   * slow pace costs no verdict.
   */
  busyMs: number;
  /** Milliseconds it may be busy before it is `blocked`. */
  deadlineMs: number;
  startedMs: number | undefined;
  /** Requests under way, those included that nobody waits for any more. */
  readonly pending: Set<Promise<unknown>>;
}

export interface Session extends WriteLimits {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly journal: Journal;
  readonly redaction: Redaction;
  readonly scheduler: Scheduler;
  readonly seed: number;
  /** Milliseconds one request may wait for a limiter, all in all. */
  readonly limiterPatienceMs: number;
  /** Milliseconds after which a registry has to show what was done. */
  readonly settleMs: number;
  /** Ids of the uploads whose bytes a transfer was said to have taken. */
  readonly arrivals: Set<string>;
  /** Milliseconds one check may take. */
  readonly checkDeadlineMs: number;
  /** Judges the rules that hold for every response. */
  readonly judge: (answer: Answer) => void;
}

export function createActor(session: Pick<Session, "checkDeadlineMs">, id: string): Actor {
  return {
    id,
    exchanges: [],
    ordinal: 0,
    restarts: 0,
    nowMs: 0,
    busyMs: 0,
    deadlineMs: session.checkDeadlineMs,
    startedMs: undefined,
    pending: new Set(),
  };
}

/**
 * Waits until nothing of the actor's is under way: of requests sent at once, the first that fails ends a scenario while the
 * others still run, and what they do belongs to it.
 */
export async function drainRequests({ pending }: Actor): Promise<void> {
  while (pending.size > 0) {
    await Promise.allSettled(pending);
    // what waited for them goes on, and may send more
    await setImmediate();
  }
}

/** Begins anew: what the actor has made so far is at stake, and its further names and versions are others. */
export function restartScenario({ journal }: Pick<Session, "journal">, actor: Actor): void {
  journal.restartScenario(actor.id);
  actor.restarts += 1;
}

/** Milliseconds between two looks at what is on its way: 50 at first, twice as many each time, 1000 at most. */
export function toPollWait(looks: number): number {
  return Math.min(50 * 2 ** looks, 1000);
}

/** Waits on the actor's clock. */
export async function pause(session: Session, actor: Actor, milliseconds: number): Promise<void> {
  actor.nowMs += milliseconds;
  actor.busyMs += milliseconds;
  await session.transport.sleep(milliseconds, actor.id);
}

/** The answer as the record has it: without secrets, so that nothing said of it holds any, live or judged again. */
export function asRecorded({ redaction }: Session, answer: Answer): Answer {
  const bytes = redaction.bytes(answer.bytes);
  if (bytes === answer.bytes) return answer;
  return { ...answer, bytes, body: parseJson(bytes, answer.exchange)?.value };
}
