/** Sends one request of an actor until it is answered, through network failures, rate limits and redirects. */
import type { About } from "../../schemas/report.ts";
import { Blocked, blockedBy } from "../outcome.ts";
import { deriveNumber } from "../seed.ts";
import { type Answer, slugOf } from "../exchange/answer.ts";
import { streamReset } from "../transport/connection-errors.ts";
import { assertNotFromGateway, type GatewayProgress, judgeAll, mayAskGatewayAgain } from "./gateway.ts";
import { toAnswer } from "../exchange/to-answer.ts";
import {
  assertAnswerIsForThisTry,
  assertWorthRepeating,
  closesIdleConnection,
  isOurDecision,
  type Tries,
} from "./lost-answers.ts";
import { isUnusable, triesOf } from "./unusable-responses.ts";
import { allEnded } from "../recording/under-way.ts";
import { readAddress } from "../recording/read-about.ts";
import { toRedirected } from "../transport/redirected.ts";
import { retryAfter, toWait } from "../exchange/retry-after.ts";
import { type Dispatch, sendOnce } from "./send-once.ts";
import { type Actor, asRecorded, baseOf, pause, type Session, toPollWait } from "./session.ts";
import type { WireRequest } from "../transport/transport.ts";

const maxRedirects = 20;

/** The state of one dispatch. */
interface Progress extends GatewayProgress, Tries {
  readonly rateLimitKey: string;
  readonly exchangeId: string;
  request: WireRequest;
  about: About;
  attempt: number;
  /** Milliseconds that the limiter has requested. */
  waited: number;
  /** Repeats because a change was not visible yet, and the milliseconds waited for it. */
  lags: number;
  lagged: number;
  redirects: number;
  failures: number;
  /** How many responses in a row broke off. */
  breaks: number;
  /** How often the server closed the connection as idle when the request came. */
  idleCloses: number;
  isRepeated: boolean;
}

/**
 * Sends a request for an actor: scheduled, recorded, judged, and repeated if a rate limiter or a redirect requires it.
 * @throws Blocked if the network failed, the rate limiter accepted nothing, or the actor's time is over
 */
export async function dispatch(session: Session, actor: Actor, wanted: Dispatch): Promise<Answer> {
  const sending = sendUntilAnswered(session, actor, wanted);
  actor.pending.add(sending);
  try {
    return await sending;
  } finally {
    actor.pending.delete(sending);
  }
}

const noBody = new Uint8Array();

async function sendUntilAnswered(session: Session, actor: Actor, wanted: Dispatch): Promise<Answer> {
  const progress = createProgress(session, actor, wanted);
  for (;;) {
    assertTimeLeft(actor);
    const { exchange, outcome } = await sendOnce(session, actor, { wanted, progress });
    progress.attempt += 1;
    if (outcome.response === undefined) {
      const lost = toAnswer(exchange, noBody, progress.request.url);
      note(session, lost, progress);
      if (wanted.mayBeReset === true && outcome.failure?.startsWith(streamReset) === true) return lost;
      if (isUnusable(exchange, actor, progress)) assertUsable(session, lost);
      progress.failures += 1;
      if (!isOurDecision(exchange)) session.scheduler.reduceConcurrency("failure");
      assertWorthRepeating(exchange, progress, triesOf(actor, progress));
      await pause(session, actor, { fromMs: lost.endedAtMs, milliseconds: 50 * 2 ** progress.failures });
      continue;
    }
    const answer = toAnswer(exchange, outcome.response.body, progress.request.url);
    // what is asked again may have been applied all the same, and ledgers have to know
    note(session, answer, progress);
    if (closesIdleConnection(answer) && progress.idleCloses < actor.networkTries) {
      progress.idleCloses += 1;
      continue;
    }
    if (await mayAskGatewayAgain(session, actor, { answer, progress })) {
      progress.isRepeated = true;
      continue;
    }
    judgeAll(session, answer, progress);
    assertNotFromGateway(answer);
    if (answer.status === 429 && wanted.expectsRateLimit !== true) {
      obeyLimiter(session, answer, { wanted, progress });
      continue;
    }
    if (answer.status === 503) session.scheduler.reduceConcurrency("overload");
    session.scheduler.recordSuccess(progress.rateLimitKey);
    // what is not visible yet says nothing of an earlier try
    if (await isBehind(session, answer, { wanted, progress })) {
      const wait = toPollWait(progress.lags++);
      progress.lagged += wait;
      await pause(session, actor, { fromMs: answer.endedAtMs, milliseconds: wait });
      continue;
    }
    assertAnswerIsForThisTry(session, answer, { wanted, tries: progress, actorId: actor.id });
    const mayFollow = wanted.follow && progress.redirects < maxRedirects;
    const next = mayFollow ? toRedirected(progress.request, outcome) : undefined;
    if (next === undefined) return answer;
    progress.redirects += 1;
    progress.request = next;
    progress.about = toRedirectedAbout(session, wanted, next);
  }
}

/** Each of the writes that others send meanwhile gives a read the same time again, but only so often. */
const maxLagsOfRead = 5;

/** True for an answer that may be old, while there is time for another one: then the request is sent again. */
async function isBehind(
  { lastWrites, writesUnderWay, transport, settleMs }: Session,
  answer: Answer,
  { wanted, progress: { lagged } }: { readonly wanted: Dispatch; readonly progress: Progress },
): Promise<boolean> {
  if (wanted.mayLag?.(answer) === true && lagged < settleMs) return true;
  // a replay knows the writes of the recording from the start
  if (transport.live && slugOf(answer) === "inconsistent-registry-state") await allEnded(writesUnderWay);
  return lastWrites.isBehind(answer, settleMs) && lagged < maxLagsOfRead * settleMs;
}

/** A redirect asks for what its address names, without the token if that is elsewhere. */
function toRedirectedAbout(
  session: Session,
  { about }: Dispatch,
  { method, url, headers }: WireRequest,
): About {
  const { credential, key } = about;
  const hasToken = headers.some(([name]) => name.toLowerCase() === "authorization");
  return {
    ...readAddress(method, url, baseOf(session, url)),
    ...(credential === undefined || !hasToken ? {} : { credential }),
    ...(key === undefined ? {} : { key }),
  };
}

/**
 * Lets the rules for every response judge a response that nobody can use.
 * @throws Blocked if it breaks one of them, since the next try would end in the same way
 */
function assertUsable(session: Session, lost: Answer): void {
  session.judge(asRecorded(session, lost));
  const owner = session.brokenRules(lost.exchange.id).find(({ ownsResponse }) => ownsResponse);
  if (owner !== undefined) throw blockedBy(owner);
}

/** Both sides as they are recorded, so that `verify` notes the same. */
function note(session: Session, answer: Answer, { request: { body } }: Progress): void {
  session.uploadIds.note(answer.exchange, answer.body);
  session.note(asRecorded(session, answer), body === undefined ? undefined : session.redaction.bytes(body));
}

function createProgress(session: Session, actor: Actor, wanted: Dispatch): Progress {
  return {
    rateLimitKey: toRateLimitKey(session, wanted),
    exchangeId: `${actor.id}#${session.shard === undefined ? "" : `${session.shard}-`}${actor.ordinal++}`,
    request: {
      ...wanted.request,
      kind: wanted.operation,
      ...(wanted.mayBeReset === true ? { mayBeReset: true } : {}),
    },
    about: wanted.about,
    attempt: 0,
    waited: 0,
    lags: 0,
    lagged: 0,
    redirects: 0,
    failures: 0,
    breaks: 0,
    idleCloses: 0,
    isRepeated: false,
    place: toPlace(actor, wanted),
    setAside: [],
    waitedMs: 0,
  };
}

function toPlace({ sent }: Actor, { operation }: Dispatch): string {
  const ordinal = sent.get(operation) ?? 0;
  sent.set(operation, ordinal + 1);
  return `${operation} ${ordinal}`;
}

/**
 * A rate limiter counts all requests without a usable token together, including byte transfers. Each origin has its own
 * limiter.
 */
function toRateLimitKey(session: Session, { rateLimitKey, request }: Dispatch): string {
  if (rateLimitKey !== "transfer" && rateLimitKey !== "malformed" && rateLimitKey !== "anonymous")
    return rateLimitKey;
  const { baseUrl } = session;
  if (!URL.canParse(request.url)) return "anonymous";
  const { origin } = new URL(request.url);
  return origin === new URL(baseUrl).origin ? "anonymous" : `anonymous at ${origin}`;
}

interface Sending {
  readonly wanted: Dispatch;
  readonly progress: Progress;
}

/** @throws Blocked if the rate limiter has delayed this request for too long */
function obeyLimiter(session: Session, answer: Answer, { wanted, progress }: Sending): void {
  const { id } = answer.exchange;
  const wait = toWait(answer, progress.attempt - 1, deriveNumber(session.seed, id) / 2 ** 32);
  const asked = retryAfter(answer);
  const reason = asked === undefined || asked === 0 ? "for the rate limiter" : "as Retry-After says";
  progress.waited += wait;
  const isOver = progress.waited > session.limiterPatienceMs || (asked ?? 0) > session.limiterPatienceMs;
  // other requests of the key go on trying: a limiter may ask for more than it needs
  if (!isOver || asked !== undefined) session.scheduler.pause(progress.rateLimitKey, wait, reason);
  if (!isOver) return;
  throw new Blocked(
    `the rate limiter delayed ${wanted.operation} for more than ${session.limiterPatienceMs} ms`,
    { exchange: id, limitedMs: asked ?? progress.waited },
  );
}

function assertTimeLeft(actor: Actor): void {
  if (actor.busyMs > actor.deadlineMs) throw new Blocked(`the check took more than ${actor.deadlineMs} ms`);
}
