/** Errors of what stands between us and the registry: a gateway in front of it, or the store that takes the bytes. */
import { Blocked } from "../outcome.ts";
import { deriveNumber } from "../seed.ts";
import { type Answer, mediaTypeOf, textAt } from "../exchange/answer.ts";
import { readJson } from "../exchange/json-body.ts";
import { toWait } from "../exchange/retry-after.ts";
import { type Actor, asRecorded, pause, type Session } from "./session.ts";
import type { WireRequest } from "../transport/transport.ts";

/** Maximum times that one request is sent again because of such errors; an overloaded server gets more time. */
const maxRepeats = 5;
const maxRepeatsInOverload = 7;

/** Maximum tries for a request without side effects if the network fails. */
export const networkTries = 3;

/** Maximum tries of a scenario whose request a gateway answers, or whose response breaks off. */
export const scenarioTries = 4;

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** A byte store is not the API: no table binds its statuses. */
const storeStatuses: ReadonlySet<number> = new Set([500, 502, 503, 504]);

/** How often one request met such an error, and the milliseconds waited for it. */
export interface GatewayProgress {
  readonly rateLimitKey: string;
  /** The operation and how many of it the scenario sent before: equal for the same request of a scenario that restarts. */
  readonly place: string;
  /** The request as it was sent last. */
  readonly request: WireRequest;
  /** The answers after which the request was sent again. */
  readonly setAside: Answer[];
  waitedMs: number;
}

/**
 * True for a 502, 503 or 504 that is not a problem document: the registry would have sent one. A states hook has its own
 * answers.
 */
export function isGatewayError(answer: Answer): boolean {
  const { operation } = answer.exchange;
  if (operation === "state") return false;
  if (operation === "transferBytes") return storeStatuses.has(answer.status);
  return gatewayStatuses.has(answer.status) && mediaTypeOf(answer) !== "application/problem+json";
}

/** True for a request that may be sent again although an earlier one may have been applied. */
export function isRepeatable(request: WireRequest): boolean {
  // idempotent methods (RFC 9110 section 9.2.2), and requests with a key; other PUTs and POSTs carry bytes to a store
  if (request.method === "GET" || request.method === "HEAD" || request.method === "PUT") return true;
  return request.method === "POST" && (hasKey(request) || request.kind === "transferBytes");
}

function hasKey({ headers, body }: WireRequest): boolean {
  if (headers.some(([name, value]) => name.toLowerCase() === "idempotency-key" && value !== "")) return true;
  return (textAt(readJson(body), "idempotencyKey") ?? "") !== "";
}

interface GatewayAnswer {
  readonly answer: Answer;
  readonly progress: GatewayProgress;
}

/**
 * True after the wait for a request that is sent again because of a gateway. A 503 says that the server could not handle the request
 * (RFC 9110 section 15.6.4), so that every request may be sent again after it.
 * @throws Blocked if the request may have been applied, so that the whole scenario restarts with new names
 */
export async function mayAskGatewayAgain(
  session: Session,
  actor: Actor,
  { answer, progress }: GatewayAnswer,
): Promise<boolean> {
  if (!isGatewayError(answer)) {
    session.unavailable.delete(answer.exchange.operation);
    return false;
  }
  if (isRepeatable(progress.request) || answer.status === 503)
    return await waitForGateway(session, actor, { answer, progress });
  const met = (actor.gatewayErrors.get(progress.place) ?? 0) + 1;
  actor.gatewayErrors.set(progress.place, met);
  // an error of the same request in each try is no accident of the gateway's
  if (met >= scenarioTries) return false;
  // a backend that restarts behind a gateway takes seconds
  await pause(session, actor, { fromMs: answer.endedAtMs, milliseconds: backOff(session, answer, met + 1) });
  judgeAll(session, { ...answer, isSetAside: true }, progress);
  throw new Blocked(toGatewayCause(answer), { exchange: answer.exchange.id, isTransient: true });
}

/** Judges an answer, after those of gateways that were set aside for it. */
export function judgeAll(session: Session, answer: Answer, { setAside }: GatewayProgress): void {
  const isStillGateway = isGatewayError(answer) && answer.isSetAside !== true;
  // where the gateway gave no other answer, the last one is judged, once
  for (const one of isStillGateway ? [] : setAside.splice(0))
    session.judge(asRecorded(session, { ...one, isSetAside: true }));
  session.judge(asRecorded(session, answer));
}

/** @throws Blocked if a gateway answered in place of the registry; a byte store's answer is for the caller to judge */
export function assertNotFromGateway(answer: Answer): void {
  if (!isGatewayError(answer) || answer.exchange.operation === "transferBytes") return;
  throw new Blocked(toGatewayCause(answer), { exchange: answer.exchange.id, status: answer.status });
}

function toGatewayCause({ exchange, status }: Answer): string {
  return describeGatewayAnswer(exchange.operation, status);
}

function describeGatewayAnswer(operation: string, status: number): string {
  return `a gateway answered ${operation} with ${status} in place of the registry`;
}

/** So many requests of an operation are given up before others are not sent, except one after each of these intervals. */
const maxGivenUp = 2;
const probeIntervalMs = 30_000;

/** Why a request of an operation is not sent: those before it met nothing but 503, and each waited for long. */
export function whyUnavailable(
  {
    unavailable,
    transport,
  }: Pick<Session, "unavailable"> & { readonly transport: Pick<Session["transport"], "live" | "now"> },
  operation: string,
): string | undefined {
  const known = transport.live ? unavailable.get(operation) : undefined;
  if (known === undefined || known.requests < maxGivenUp) return undefined;
  return transport.now() - known.sinceMs > probeIntervalMs
    ? undefined
    : describeGatewayAnswer(operation, 503);
}

function backOff(session: Session, answer: Answer, attempt: number): number {
  return toWait(answer, attempt, deriveNumber(session.seed, answer.exchange.id) / 2 ** 32);
}

/**
 * Waits before the request is sent again: as long as `Retry-After` says, else longer each time.
 * @returns false if the request has been repeated often enough
 */
async function waitForGateway(
  session: Session,
  actor: Actor,
  { answer, progress }: GatewayAnswer,
): Promise<boolean> {
  const repeats = progress.setAside.length;
  const isOverloaded = answer.status === 503;
  const left = actor.gatewayPatienceMs - progress.waitedMs;
  const asked = backOff(session, answer, repeats);
  // without one more request, nothing shows that the error stays; to the preflight, the gateway's word is enough
  const isProbe = actor.gatewayPatienceMs < session.limiterPatienceMs;
  const wait = repeats === 0 && !isProbe ? Math.min(asked, left) : asked;
  if (wait > left) return false;
  if (repeats >= (isOverloaded ? maxRepeatsInOverload : maxRepeats)) {
    const { operation } = answer.exchange;
    const requests = (session.unavailable.get(operation)?.requests ?? 0) + 1;
    if (isOverloaded) session.unavailable.set(operation, { requests, sinceMs: session.transport.now() });
    return false;
  }
  progress.setAside.push(answer);
  progress.waitedMs += wait;
  // a byte store refuses single transfers; twice the same one, and every request to an overloaded server, make all requests wait
  const concernsAll = isOverloaded && (repeats > 0 || answer.exchange.operation !== "transferBytes");
  // this costs no check its time
  if (concernsAll) session.scheduler.pause(progress.rateLimitKey, wait);
  else await pause(session, actor, { fromMs: answer.endedAtMs, milliseconds: wait });
  return true;
}
