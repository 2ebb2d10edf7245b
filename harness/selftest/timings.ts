/** Legal timings: when requests arrive at a conforming registry and when its answers come back. None of them may change a verdict. */
import { deriveNumber } from "../seed.ts";
import type { Transport } from "../transport/transport.ts";
import type { VirtualClock } from "./virtual-clock.ts";

export interface Timing {
  readonly name: string;
  readonly summary: string;
  /** Requests at once. */
  readonly concurrency: number;
  /** The rank of a request: of all that wait, the one with the lowest rank is sent first, and answered before the next is sent. */
  readonly rank?: (exchangeId: string, ordinal: number) => number;
  /** Milliseconds by which an answer is late. */
  readonly lateMs?: (exchangeId: string) => number;
}

/** More than a run has checks, so that all of them are under way together. */
const everythingAtOnce = 10_000;

/** A slow answer, as a busy registry gives it now and then. */
const lateMs = 3_000;

/** So many runs make each answer late in one of them. */
const lateRuns = 5;

/** In four random orders, seven pairs of checks in eight are seen in either order. */
const actorOrders = 4;
const requestOrders = 2;

export const timings: readonly Timing[] = [
  { name: "one-at-a-time", summary: "one request after the other", concurrency: 1 },
  { name: "sixty-four-at-once", summary: "sixty-four requests at once", concurrency: 64 },
  {
    name: "last-first",
    summary: "everything at once, and the request that was made last is sent first",
    concurrency: everythingAtOnce,
    rank: (_exchangeId, ordinal) => -ordinal,
  },
  ...numbers(actorOrders).map((number) => ({
    name: `check-order-${number}`,
    summary: "everything at once, and each check waits until those before it in a random order have ended",
    concurrency: everythingAtOnce,
    rank: (exchangeId: string) => deriveNumber(number, actorOf(exchangeId)),
  })),
  ...numbers(requestOrders).map((number) => ({
    name: `request-order-${number}`,
    summary: "everything at once, and requests are sent in a random order",
    concurrency: everythingAtOnce,
    rank: (exchangeId: string) => deriveNumber(number, exchangeId),
  })),
  ...numbers(lateRuns).map((number) => ({
    name: `late-answers-${number}`,
    summary: `one answer in ${lateRuns} is ${lateMs} ms late`,
    concurrency: 64,
    lateMs: (exchangeId: string) => (deriveNumber("late", exchangeId) % lateRuns === number - 1 ? lateMs : 0),
  })),
];

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function actorOf(exchangeId: string): string {
  return exchangeId.split("#")[0] ?? exchangeId;
}

/** The transport with this timing. All its times are the clock's, which skips time in which everything waits. */
export function timed(
  transport: Transport,
  { rank, lateMs: late }: Pick<Timing, "rank" | "lateMs">,
  clock: VirtualClock,
): Transport {
  let ordinal = 0;
  return {
    ...transport,
    now: clock.now,
    async send(request, exchangeId) {
      const ownRank = rank?.(exchangeId, ordinal++) ?? 0;
      if (rank !== undefined) await clock.wait({ inMs: 0, rank: ownRank });
      const startedAtMs = clock.now();
      const outcome = await clock.run(() => transport.send(request, exchangeId));
      const inMs = late?.(exchangeId) ?? 0;
      if (late !== undefined) await clock.wait({ inMs, rank: 0 });
      return { ...outcome, startedAtMs, durationMs: clock.now() - startedAtMs };
    },
    sleep: (milliseconds, actorId = "") =>
      rank === undefined
        ? clock.sleep(milliseconds)
        : clock.wait({ inMs: milliseconds, rank: rank(actorId, ordinal++) }),
  };
}
