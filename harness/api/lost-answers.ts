/** What follows from a response that never came: whether the request is sent again, and what the answer to the next try can say. */
import type { About, Exchange } from "../../schemas/report.ts";
import { Blocked } from "../outcome.ts";
import { type Answer, headerOf, mediaTypeOf, slugOf } from "../exchange/answer.ts";
import { isRepeatable } from "./gateway.ts";
import { interruption, notConnected, notSent, notTaken } from "../transport/network-error.ts";
import { toReleaseWrite } from "../exchange/release-write.ts";
import type { Session } from "./session.ts";
import type { WireRequest } from "../transport/transport.ts";

/** How often one request was sent. */
export interface Tries {
  readonly request: WireRequest;
  /** Tries so far, with any result. */
  readonly attempt: number;
  /** Those without a response. */
  readonly failures: number;
  /** True for a request that was sent again after a gateway's answer. */
  readonly isRepeated: boolean;
}

interface Tried {
  readonly wanted: { readonly about: About; readonly isResent?: boolean };
  readonly tries: Tries;
  /** Who sent it. */
  readonly actorId: string;
}

/** @throws Blocked if the request has reached its maximum of tries, must not be repeated, or was never sent */
export function assertWorthRepeating(
  exchange: Exchange,
  { request, failures }: Pick<Tries, "request" | "failures">,
  networkTries: number,
): void {
  const isUnsent = isOurDecision(exchange);
  const isUnapplied = exchange.failure?.startsWith(notConnected) === true;
  if (!isUnsent && (isUnapplied || isRepeatable(request)) && failures < networkTries) return;
  if (isUnsent) throw toUnsentCause(exchange);
  throw new Blocked(toNetworkCause(exchange), { exchange: exchange.id, isTransient: true });
}

/** True if the request was not sent, or its response not used, for a reason of ours: the next try would end in the same way. */
export function isOurDecision({ failure = "" }: Exchange): boolean {
  return failure.startsWith(notSent) || failure.startsWith(notTaken);
}

/** The reason why requests are not sent is one cause for all of them. An interrupt has no exchange. */
function toUnsentCause({ id, failure = "" }: Exchange): Blocked {
  const cause = failure.startsWith(notSent) ? failure.slice(notSent.length) : failure.slice(notTaken.length);
  return new Blocked(cause, cause === interruption ? {} : { exchange: id });
}

/**
 * A try whose answer was lost may have been applied. An error response to the next try then says nothing about the registry.
 * The same holds for a conflict if an earlier request of the actor for the same release got no answer, for example in a
 * scenario that restarts.
 * @throws Blocked, so that the whole scenario restarts with new names
 */
export function assertAnswerIsForThisTry(
  { journal }: Pick<Session, "journal">,
  answer: Answer,
  { wanted: { about, isResent }, tries: { request, attempt, failures, isRepeated }, actorId }: Tried,
): void {
  if (isResent === true) return;
  const { status, exchange } = answer;
  const isLost = failures > 0 && hasEffect(request) && status >= 400;
  const isKeyConflict = slugOf(answer) === "idempotency-conflict";
  // after a gateway's answer, only refusals that depend on what is there already: a refusal keeps no key
  const isUnclear =
    isRepeated &&
    hasEffect(request) &&
    (status === 404 || status === 409) &&
    !(isKeyConflict && isRepeatable(request));
  // a key conflicts with what it was used for, and not with a lost request for the same release
  const isForKey = attempt === 1 && isKeyConflict;
  const write = toReleaseWrite(about);
  const mayAlreadyBeApplied =
    status === 409 && !isForKey && write !== undefined && journal.mayAlreadyBeApplied(write, actorId);
  if (!isLost && !isUnclear && !mayAlreadyBeApplied) return;
  const cause = isUnclear ? "a gateway's answer to" : "a network failure in";
  throw new Blocked(
    `${request.method} for ${exchange.operation} answered ${status} after ${cause} an earlier try`,
    { exchange: exchange.id, isTransient: true },
  );
}

/**
 * True for the 408 with which a server or a gateway closes an idle connection. A request that crosses it on the way was not read, and may be
 * sent again (RFC 9110 section 15.5.9). A problem document is the registry's own answer.
 */
export function closesIdleConnection(answer: Answer): boolean {
  return (
    answer.status === 408 &&
    headerOf(answer, "connection")?.toLowerCase() === "close" &&
    mediaTypeOf(answer) !== "application/problem+json"
  );
}

function hasEffect({ method }: WireRequest): boolean {
  return method !== "GET" && method !== "HEAD";
}

function toNetworkCause(exchange: Exchange): string {
  return `${exchange.request.method} for ${exchange.operation} got no usable response: ${exchange.failure ?? "unknown"}`;
}
