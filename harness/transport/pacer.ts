/** Spaces requests evenly: at a given rate, or at a rate learnt from a rate limiter's rejections. */

export interface Pacer {
  /** The moment from which the next request may go, in milliseconds of the caller's clock. */
  readonly nextAt: () => number;
  /** Takes the next place. */
  readonly take: (moment: number) => void;
  /** Records an accepted request: after enough of them the learnt rate increases. */
  readonly accepted: (moment: number) => void;
  /** Records a rejected request: the rate becomes a little lower than what the limiter accepted recently. */
  readonly slowDown: (moment: number) => void;
}

/** Accepted requests are counted over this many milliseconds: longer than usual token buckets take to refill. */
const windowMs = 5_000;

/** A burst that a bucket accepted at once counts as if it had taken this long. */
const minSpanMs = 1_000;

/** The learnt rate as a share of what was accepted, and how it grows every half second below and above its old limit. */
const cautionFactor = 0.95;
const growEveryMs = 500;
const growthBelow = 1.15;
const growthAbove = 1.01;

/** After this long without a rejection, the assumed limit is dropped: a limiter may reject for different reasons. */
const limitHoldsMs = 3_000;

/** If the rate was not used, a rejection says that it is too high, but not by how much. */
const usedFrom = 0.7;
const unusedFactor = 0.8;

/** Below this rate, the limiter's Retry-After decides. */
const minPerSecond = 1;

/** @param perSecond a fixed rate; if absent, the rate is unlimited until a rate limiter rejects a request */
export function createPacer(perSecond: number | undefined): Pacer {
  let rate = perSecond;
  let next = 0;
  /** The assumed limit; unknown until the limiter has rejected our rate. */
  let limit = Number.POSITIVE_INFINITY;
  let refusedAt = 0;
  let resumedAt: number | undefined;
  let grownAt = 0;
  let seen: number[] = [];

  function countSince(moment: number): number {
    return seen.length - Math.max(0, seen.findLastIndex((one) => one <= moment) + 1);
  }

  function forget(moment: number): void {
    seen = seen.slice(seen.length - countSince(moment - windowMs));
  }

  /** The bucket was empty at the last rejection and is empty now, and it refilled while no request was sent. */
  function measure(moment: number, pace: number): number {
    const from = Math.max(resumedAt ?? moment, moment - windowMs);
    const span = moment - from;
    const isWindowed = from !== resumedAt;
    const count = countSince(from);
    if (span < minSpanMs || (count * 1000) / span < usedFrom * pace) return pace * unusedFactor;
    return (count * 1000) / (span + (isWindowed ? 0 : (from - refusedAt) / 2));
  }

  return {
    nextAt: () => (rate === undefined ? 0 : next),
    take(moment) {
      if (rate === undefined) return;
      resumedAt ??= moment;
      const interval = 1000 / rate;
      // a late timer may be made up for, by at most one place
      next = Math.max(next, moment - interval) + interval;
    },
    accepted(moment) {
      seen.push(moment);
      if (seen.length > 2_000) forget(moment);
      if (rate === undefined || perSecond !== undefined || moment - grownAt < growEveryMs) return;
      // a rate that was not used has not been tested
      const used = countSince(grownAt) / ((moment - grownAt) / 1000);
      grownAt = moment;
      if (used < usedFrom * rate) return;
      if (moment - refusedAt > limitHoldsMs) limit = Number.POSITIVE_INFINITY;
      rate *= rate < limit ? growthBelow : growthAbove;
    },
    slowDown(moment) {
      if (perSecond !== undefined) return;
      forget(moment);
      if (rate === undefined) {
        const span = Math.max(minSpanMs, moment - (seen[0] ?? moment));
        rate = (seen.length * 1000) / span;
      } else {
        limit = measure(moment, rate);
        rate = limit;
      }
      rate = Math.max(minPerSecond, rate * cautionFactor);
      next = Math.max(next, moment);
      refusedAt = moment;
      resumedAt = undefined;
      grownAt = moment;
    },
  };
}
