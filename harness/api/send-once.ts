/** Sends one try of a request: scheduled, recorded, and with its secrets learnt. */
import type { About, Exchange, Operation } from "../../schemas/report.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Barrier } from "../transport/barrier.ts";
import { whyUnavailable } from "./gateway.ts";
import { learnUrlSecrets } from "../recording/instruction-secrets.ts";
import { notSent } from "../transport/network-error.ts";
import type { Redaction } from "../recording/redaction.ts";
import { toReleaseWrite } from "../exchange/release-write.ts";
import { type Actor, advanceTo, type Session } from "./session.ts";
import type { WireOutcome, WireRequest, WireResponse } from "../transport/transport.ts";
import { allEnded } from "../recording/under-way.ts";
import { isChange } from "./last-writes.ts";

/** One request, and how it is sent. */
export interface Dispatch {
  readonly operation: Operation | "state" | "other";
  readonly request: WireRequest;
  /** Which requests a rate limiter counts together: `anonymous`, or the label of a token. */
  readonly rateLimitKey: string;
  /** True if 429 is the expected status, so that the request is not repeated. */
  readonly expectsRateLimit?: boolean;
  /** True if the reset of its HTTP/2 stream alone is a refusal, which nobody has to explain: its answer has the status 0. */
  readonly mayBeReset?: boolean;
  /** True for a request that the run has sent before: a lost try of it changes nothing that its answer is judged by. */
  readonly isResent?: boolean;
  /** Where it waits for the other requests of a race. */
  readonly barrier?: Barrier;
  /** True for an address that may be signed for a short time: it goes before requests that can wait. */
  readonly isUrgent?: boolean;
  /** True for an answer that is allowed before a change is visible: the request is repeated until `settleMs` is over. */
  readonly mayLag?: (answer: Answer) => boolean;
  readonly about: About;
  /** Redirects are followed for requests without side effects, and for transfers of bytes. */
  readonly follow: boolean;
  /** Reads the response before it is recorded, and adds the secrets in it to the redaction. */
  readonly learnSecrets?: (redaction: Redaction, response: WireResponse, request: WireRequest) => void;
}

/** Which try of which request. */
interface Try {
  readonly wanted: Dispatch;
  readonly progress: {
    readonly rateLimitKey: string;
    readonly exchangeId: string;
    /** The request as it is sent, which a redirect may have changed. */
    readonly request: WireRequest;
    readonly about: About;
    /** How often it was sent before. */
    readonly attempt: number;
  };
}

/** Sends a request once, and adds its time to that of the actor. */
export async function sendOnce(
  session: Session,
  actor: Actor,
  { wanted, progress }: Try,
): Promise<{ readonly exchange: Exchange; readonly outcome: WireOutcome }> {
  const { rateLimitKey, exchangeId, request, attempt, about } = progress;
  const id = attempt === 0 ? exchangeId : `${exchangeId}.${attempt}`;
  const refusal = whyUnsent(session, rateLimitKey, wanted);
  let endWrite: (() => void) | undefined;
  const begun = async (send: () => Promise<WireOutcome>): Promise<WireOutcome> => {
    // not before it is sent: a write that waits for its turn may wait for a read
    if (isChange(about)) endWrite = session.writesUnderWay.begin();
    try {
      return await send();
    } catch (error) {
      endWrite?.();
      throw error;
    }
  };
  const outcome =
    refusal !== undefined
      ? toUnsent(actor, refusal)
      : await session.scheduler.run(
          rateLimitKey,
          () => begun(() => sendAndLearn(session, id, { wanted, request })),
          {
            actorId: actor.id,
            priority: session.chainLengthOf(actor.id),
            isUrgent: wanted.isUrgent ?? false,
            ...(wanted.barrier === undefined ? {} : { barrier: wanted.barrier }),
            kindOf: ({ response }) => toLatencyKind(request, response),
          },
        );
  // the rules for every response look for tokens: one that is being made may be in this answer
  if (session.transport.live && wanted.operation !== "state") await allEnded(session.tokensUnderWay);
  const exchange = session.recorder.record(request, outcome, {
    id,
    actor: actor.id,
    operation: wanted.operation,
    about,
  });
  const write = toReleaseWrite(wanted.about);
  if (write !== undefined) session.journal.note(write, outcome, actor.id);
  session.lastWrites.note(exchange);
  endWrite?.();
  advance(actor, exchange);
  return { exchange, outcome };
}

/** What takes about as long. The answer of a limiter or of an overloaded server says nothing about the others. */
function toLatencyKind(
  { method, kind = "other" }: WireRequest,
  response: WireResponse | undefined,
): string | undefined {
  if (response === undefined || response.status === 429 || response.status === 503) return undefined;
  return kind === "state" ? undefined : `${method} ${kind} ${response.status}`;
}

/** Sends, and adds the secrets in the response to the redaction before it counts as ended. */
async function sendAndLearn(
  { transport, redaction, underWay, tokensUnderWay }: Session,
  id: string,
  { wanted, request }: { readonly wanted: Dispatch; readonly request: WireRequest },
): Promise<WireOutcome> {
  const ends = [underWay.begin(), ...(wanted.operation === "state" ? [tokensUnderWay.begin()] : [])];
  try {
    const outcome = await transport.send(request, id);
    if (outcome.response !== undefined && transport.live) {
      wanted.learnSecrets?.(redaction, outcome.response, request);
      learnUrlSecrets(redaction, outcome.response, request);
    }
    return outcome;
  } finally {
    for (const end of ends) end();
  }
}

function whyUnsent(session: Session, rateLimitKey: string, { operation }: Dispatch): string | undefined {
  const { scheduler, limiterPatienceMs } = session;
  if (scheduler.hasStalled(rateLimitKey, limiterPatienceMs))
    return `the rate limiter has accepted no request for more than ${limiterPatienceMs} ms`;
  return whyUnavailable(session, operation);
}

/** Recorded like any failure, so that `verify` finds it in the same place. */
function toUnsent(actor: Actor, reason: string): WireOutcome {
  return { failure: `${notSent}${reason}`, startedAtMs: actor.nowMs, durationMs: 0 };
}

function advance(actor: Actor, exchange: Exchange): void {
  actor.exchanges.push(exchange.id);
  actor.startedMs ??= exchange.startedAtMs;
  const { startedAtMs, durationMs } = exchange;
  advanceTo(actor, { fromMs: startedAtMs, untilMs: startedAtMs + durationMs });
}
