/** What all requests of one run share: base URL, transport, scheduler, recorder, redaction and invariants. */
import { setImmediate } from "node:timers/promises";
import type { BrokenRule } from "../expect/broken-rules.ts";
import type { Answer } from "../exchange/answer.ts";
import { parseJson } from "../exchange/json-body.ts";
import type { Journal } from "./journal.ts";
import { deriveNumber } from "../seed.ts";
import type { LastWrites } from "./last-writes.ts";
import type { UploadIds } from "./upload-ids.ts";
import type { Scheduler } from "../transport/scheduler.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { Redaction } from "../recording/redaction.ts";
import type { Transport } from "../transport/transport.ts";
import type { UnderWay } from "../recording/under-way.ts";
import type { WriteLimits } from "./write-guard.ts";

/** A sender of requests: a check in one form, a shared set-up, the preflight. Its exchanges are numbered from 0. */
export interface Actor {
  readonly id: string;
  /** Ids of its exchanges, and of those of the shared set-ups that it used. */
  readonly exchanges: string[];
  ordinal: number;
  /** How often it has restarted because the network failed. */
  restarts: number;
  /** How many requests of each operation it has sent since it began or restarted. */
  readonly sent: Map<string, number>;
  /** Answers of a gateway to requests that cannot be repeated alone, by their place in the scenario. */
  readonly gatewayErrors: Map<string, number>;
  /** How often the response to a request that cannot be repeated alone broke off, by its place in the scenario. */
  readonly breaks: Map<string, number>;
  /** Maximum total milliseconds that one request may wait for a gateway. */
  gatewayPatienceMs: number;
  /** The actor's clock: the end of its latest exchange and all sleeps since, in milliseconds from the run's start. */
  nowMs: number;
  /**
   * Total milliseconds of its exchanges and sleeps. Exchanges at once take the time of the longest. Time in the scheduler does not
   * count, so that a slow pace changes no verdict.
   */
  busyMs: number;
  /** Maximum of `busyMs`; above it the check is `blocked`. */
  deadlineMs: number;
  /** Maximum tries for a request without side effects if the network fails. */
  networkTries: number;
  startedMs: number | undefined;
  /** True once it has asked which half of what is varied it tries, by itself or in a set-up that it used. */
  usesHalf: boolean;
  /** Requests under way, including those whose result is no longer needed. */
  readonly pending: Set<Promise<unknown>>;
}

export interface Session extends WriteLimits {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Further base addresses of the same registry. */
  readonly replicas?: readonly string[];
  readonly transport: Transport;
  readonly recorder: Recorder;
  /** All requests under way, and those alone that ask the states hook for something. */
  readonly underWay: UnderWay;
  readonly tokensUnderWay: UnderWay;
  /** Requests that may change a volume, until `lastWrites` has noted them. */
  readonly writesUnderWay: UnderWay;
  readonly journal: Journal;
  readonly redaction: Redaction;
  readonly scheduler: Scheduler;
  /** When the uploads of the run expire, by their ids: texts as the registry gave them. */
  readonly expiries: Map<string, string>;
  /** About how many requests in a row an actor belongs to; zero for the many that are short. */
  readonly chainLengthOf: (actorId: string) => number;
  readonly seed: number;
  /** The number of this run among those that share the checks; undefined if it does all. */
  readonly shard?: number;
  /** Of each operation, how many requests in a row met nothing but 503, and when the last gave up. Not used in a replay. */
  readonly unavailable: Map<string, { readonly requests: number; readonly sinceMs: number }>;
  /** Maximum total milliseconds that one request may wait for a rate limiter. */
  readonly limiterPatienceMs: number;
  /** Milliseconds after which a change has to be visible. */
  readonly settleMs: number;
  readonly lastWrites: LastWrites;
  readonly uploadIds: UploadIds;
  /** When the byte transfer of an upload was last answered with a success, by the full name of the volume and the id. */
  readonly arrivals: Map<string, number>;
  /** Maximum milliseconds for one check. */
  readonly checkDeadlineMs: number;
  /** Judges the invariants: the rules for every response. */
  readonly judge: (answer: Answer) => void;
  /** Notes an exchange in the ledgers; one without a response has the status 0. */
  readonly note: (answer: Answer, sent: Uint8Array | undefined) => void;
  /** The invariants that the response of an exchange broke. */
  readonly brokenRules: (exchangeId: string) => readonly BrokenRule[];
}

export function createActor(
  session: Pick<Session, "checkDeadlineMs" | "limiterPatienceMs">,
  id: string,
): Actor {
  return {
    id,
    exchanges: [],
    ordinal: 0,
    restarts: 0,
    sent: new Map(),
    gatewayErrors: new Map(),
    breaks: new Map(),
    gatewayPatienceMs: session.limiterPatienceMs,
    nowMs: 0,
    busyMs: 0,
    deadlineMs: session.checkDeadlineMs,
    networkTries: 3,
    startedMs: undefined,
    usesHalf: false,
    pending: new Set(),
  };
}

/**
 * The base address that a request goes to. Of several, each write of a check may go to another one. All reads of one document by a check
 * go to the same one: what it polls for has to be seen there.
 */
export function baseFor({ baseUrl, replicas = [] }: Bases, actor: Actor, line: RequestLine): string {
  const of = line.method === "GET" ? line.path : actor.ordinal;
  return [baseUrl, ...replicas][deriveNumber("base", actor.id, of) % (1 + replicas.length)] ?? baseUrl;
}

type RequestLine = Record<"method" | "path", string>;

/** The base address that a URL begins with; the first one if it begins with none. */
export function baseOf({ baseUrl, replicas = [] }: Bases, url: string): string {
  return replicas.find((one) => url.startsWith(`${one}/`)) ?? baseUrl;
}

type Bases = Pick<Session, "baseUrl" | "replicas">;

/**
 * Waits until no request of the actor is under way. Of requests sent at once, the first that fails ends the scenario while
 * the others still run, and their exchanges belong to it.
 */
export async function drainRequests({ pending }: Actor): Promise<void> {
  while (pending.size > 0) {
    await Promise.allSettled(pending);
    // code that waited for them continues, and may send more
    await setImmediate();
  }
}

/** Restarts: releases that the actor has made may already exist, and its next names and versions are different ones. */
export function restartScenario({ journal }: Pick<Session, "journal">, actor: Actor): void {
  journal.restartScenario(actor.id);
  actor.sent.clear();
  actor.restarts += 1;
}

/** Milliseconds between two polls for a change: 50 at first, doubled each time, at most 1000. */
export function toPollWait(polls: number): number {
  return Math.min(50 * 2 ** polls, 1000);
}

/** True while an actor has used little of its time. */
export function isQuick({ busyMs, deadlineMs }: Actor): boolean {
  return busyMs < deadlineMs / 2;
}

/** Time has passed for an actor, in milliseconds of the run. What it does at once takes the time of the longest. */
export function advanceTo(actor: Actor, { fromMs, untilMs }: Record<"fromMs" | "untilMs", number>): void {
  actor.busyMs += Math.max(0, untilMs - Math.max(actor.nowMs, fromMs));
  actor.nowMs = Math.max(actor.nowMs, untilMs);
}

/**
 * Waits on the actor's clock: from the moment at which the response that is the reason for it has ended, so that waits at once are
 * not added up.
 * @param wait what for, and how long altogether if this is one wait of several
 */
export async function pause(
  session: Session,
  actor: Actor,
  { fromMs, milliseconds }: Record<"fromMs" | "milliseconds", number>,
  wait?: Parameters<Transport["sleep"]>[2],
): Promise<void> {
  await session.transport.sleep(milliseconds, actor.id, wait);
  advanceTo(actor, { fromMs, untilMs: fromMs + milliseconds });
}

/** The answer as it is recorded: without secrets, so that findings about it have none, in the run and in `verify`. */
export function asRecorded({ redaction }: Session, answer: Answer): Answer {
  const bytes = redaction.bytes(answer.bytes);
  if (bytes === answer.bytes) return answer;
  return { ...answer, bytes, body: parseJson(bytes, answer.exchange)?.value };
}
