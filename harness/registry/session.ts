/** What all requests of one run share: where they go, how they are paced, recorded and judged. */
import type { Exchange, HeaderField, Operation } from "../../schemas/report.ts";
import { Blocked } from "../outcome.ts";
import { deriveNumber } from "../seed.ts";
import type { Answer } from "./answer.ts";
import { type Politeness, toWait } from "./politeness.ts";
import type { Recorder } from "./recorder.ts";
import type { Redaction } from "./redaction.ts";
import type { Transport, WireOutcome, WireRequest } from "./transport.ts";

/** Whoever sends requests: a check in one form, a shared set-up, the preflight. Its exchanges are numbered from 0. */
export interface Actor {
  readonly id: string;
  /** Ids of the exchanges sent, and of those of shared set-ups that were looked at. */
  readonly exchanges: string[];
  ordinal: number;
  /** The actor's clock: the end of its latest exchange and all sleeps since, in milliseconds from the run's start. */
  nowMs: number;
  /** Milliseconds of its clock that may pass before it is `blocked`. */
  deadlineMs: number;
  startedMs: number | undefined;
}

export interface Session {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly redaction: Redaction;
  readonly politeness: Politeness;
  readonly seed: number;
  /** Milliseconds one request may wait for a limiter, all in all. */
  readonly limiterPatienceMs: number;
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
    nowMs: 0,
    deadlineMs: session.checkDeadlineMs,
    startedMs: undefined,
  };
}

/** One request with everything that steers how it is sent. */
export interface Dispatch {
  readonly operation: Operation | "state" | "other";
  readonly request: WireRequest;
  /** The limiter's view of who asks: `anonymous`, or the label of a token. */
  readonly tier: string;
  /** A 429 is the answer wanted, so that it is not waited out. */
  readonly wantsLimit?: boolean;
  /** Redirects are followed for requests without side effects, and for transfers of bytes. */
  readonly follow: boolean;
  /** Sees the body before it is recorded, and tells the redaction of secrets in it. */
  readonly learnSecrets?: (body: string) => void;
}

/** Tries for a request without side effects when the network fails. */
const networkTries = 3;
const mostRedirects = 5;

/**
 * Sends a request for an actor: paced, recorded, judged, repeated where a limiter or a redirect says so.
 * @throws Blocked where the network failed, the limiter never relented, or the actor's time is up
 */
export async function dispatch(session: Session, actor: Actor, wanted: Dispatch): Promise<Answer> {
  const lane = `${actor.id}#${actor.ordinal++}`;
  let request = wanted.request;
  let waited = 0;
  let redirects = 0;
  let failures = 0;

  for (let attempt = 0; ; attempt++) {
    assertTimeLeft(actor);
    const id = attempt === 0 ? lane : `${lane}.${attempt}`;
    const outcome = await session.politeness.run(wanted.tier, () => session.transport.send(request, id));
    if (outcome.response !== undefined)
      wanted.learnSecrets?.(Buffer.from(outcome.response.body).toString("utf8"));
    const exchange = session.recorder.record(request, outcome, {
      id,
      actor: actor.id,
      operation: wanted.operation,
    });
    advance(actor, exchange);

    if (outcome.response === undefined) {
      failures += 1;
      if (!isSafe(request) || failures >= networkTries)
        throw new Blocked(toNetworkCause(exchange), { exchange: id, network: true });
      await pause(session, actor, 50 * 2 ** failures);
      continue;
    }
    const answer = toAnswer(exchange, request, outcome);
    session.judge(answer);
    if (answer.status === 429 && wanted.wantsLimit !== true) {
      const wait = toWait(answer, attempt, deriveNumber(session.seed, id) / 2 ** 32);
      waited += wait;
      if (waited > session.limiterPatienceMs) {
        throw new Blocked(
          `the rate limiter held ${wanted.operation} back for more than ${session.limiterPatienceMs} ms`,
          { exchange: id },
        );
      }
      session.politeness.hold(wanted.tier, wait);
      continue;
    }
    session.politeness.ease();
    const next =
      wanted.follow && redirects < mostRedirects ? toRedirected(session, request, answer) : undefined;
    if (next === undefined) return answer;
    redirects += 1;
    request = next;
  }
}

/** Waits on the actor's clock. */
export async function pause(session: Session, actor: Actor, milliseconds: number): Promise<void> {
  actor.nowMs += milliseconds;
  await session.transport.sleep(milliseconds);
}

function assertTimeLeft(actor: Actor): void {
  if (actor.startedMs !== undefined && actor.nowMs - actor.startedMs > actor.deadlineMs) {
    throw new Blocked(`the check took more than ${actor.deadlineMs} ms`);
  }
}

function advance(actor: Actor, exchange: Exchange): void {
  actor.exchanges.push(exchange.id);
  actor.startedMs ??= exchange.startedAtMs;
  actor.nowMs = Math.max(actor.nowMs, exchange.startedAtMs + exchange.durationMs);
}

function isSafe(request: WireRequest): boolean {
  return request.method === "GET" || request.method === "HEAD" || request.method === "PUT";
}

function toNetworkCause(exchange: Exchange): string {
  return `${exchange.request.method} for ${exchange.operation} got no usable response: ${exchange.failure ?? "unknown"}`;
}

function toAnswer(exchange: Exchange, request: WireRequest, outcome: WireOutcome): Answer {
  const { status, body: bytes } = outcome.response ?? { status: 0, body: new Uint8Array() };
  const parsed = parseJson(bytes);
  return {
    exchange,
    status,
    url: request.url,
    bytes,
    body: parsed?.value,
    isJson: parsed !== undefined,
    endedAtMs: exchange.startedAtMs + exchange.durationMs,
  };
}

/** The body as JSON; a byte order mark is passed over, as RFC 8259 section 8.1 allows. */
function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return undefined;
  }
}

/** The request that a redirect asks for, or undefined where the answer is none that can be followed. */
function toRedirected(session: Session, request: WireRequest, answer: Answer): WireRequest | undefined {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const keepsMethod = request.method === "GET" || request.method === "HEAD" || answer.status >= 307;
  const location = (answer.exchange.response?.headers ?? []).find(
    ([name]) => name.toLowerCase() === "location",
  )?.[1];
  if (!keepsMethod || location === undefined || !URL.canParse(location, request.url)) return undefined;
  const target = new URL(location, request.url);
  if (target.protocol !== "http:" && target.protocol !== "https:") return undefined;
  const leaves = target.origin !== new URL(request.url).origin;
  const headers =
    leaves || target.origin !== new URL(session.baseUrl).origin
      ? withoutCredentials(request.headers)
      : request.headers;
  return { ...request, url: target.href, headers };
}

function withoutCredentials(headers: readonly HeaderField[]): readonly HeaderField[] {
  return headers.filter(([name]) => !/^(?:authorization|cookie|proxy-authorization)$/i.test(name));
}
