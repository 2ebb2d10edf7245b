/** Spaces requests evenly: at a rate that was asked for, or at one learnt from a limiter's refusals. */

export interface Pacer {
  /** The moment from which the next request may go, in milliseconds of the caller's clock. */
  readonly nextAt: () => number;
  /** Takes the next place. */
  readonly take: (moment: number) => void;
  /** A request was not refused: after enough of them the learnt pace goes up. */
  readonly accepted: (moment: number) => void;
  /** A limiter refused a request: the pace becomes a little less than what it let through lately. */
  readonly slowDown: (moment: number) => void;
}

/** What was let through is counted over so many milliseconds: longer than the refill of usual buckets. */
const windowMs = 5_000;

/** A burst that a bucket let through in a moment is counted as if it had taken this long. */
const shortestSpanMs = 1_000;

/** The learnt pace in parts of what was let through, and how it grows every half second below and above its old limit. */
const cautionFactor = 0.95;
const growEveryMs = 500;
const growthBelow = 1.15;
const growthAbove = 1.01;

/** After so long without a refusal, what was believed to be the limit is none: a limiter may refuse for other reasons. */
const limitHoldsMs = 3_000;

/** Where the pace was not made use of, a refusal says that it is too fast, but not by how much. */
const usedFrom = 0.7;
const unusedFactor = 0.8;

/** However hard a limiter is, its Retry-After says the rest. */
const leastPerSecond = 1;

/** @param perSecond a fixed rate; where absent there is none until a limiter refuses something */
export function createPacer(perSecond: number | undefined): Pacer {
  let rate = perSecond;
  let next = 0;
  /** What the limiter is believed to allow; unknown until a pace of ours has been refused. */
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

  /** The bucket was empty at the last refusal and is now, and filled up while nothing was asked: something between the two. */
  function measure(moment: number, pace: number): number {
    const from = Math.max(resumedAt ?? moment, moment - windowMs);
    const span = moment - from;
    const isWindowed = from !== resumedAt;
    const count = countSince(from);
    if (span < shortestSpanMs || (count * 1000) / span < usedFrom * pace) return pace * unusedFactor;
    return (count * 1000) / (span + (isWindowed ? 0 : (from - refusedAt) / 2));
  }

  return {
    nextAt: () => (rate === undefined ? 0 : next),
    take(moment) {
      if (rate === undefined) return;
      resumedAt ??= moment;
      const interval = 1000 / rate;
      // a timer that woke late may be made up for, by no more than one place
      next = Math.max(next, moment - interval) + interval;
    },
    accepted(moment) {
      seen.push(moment);
      if (seen.length > 2_000) forget(moment);
      if (rate === undefined || perSecond !== undefined || moment - grownAt < growEveryMs) return;
      // a pace that nobody needs has not been tried
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
        const span = Math.max(shortestSpanMs, moment - (seen[0] ?? moment));
        rate = (seen.length * 1000) / span;
      } else {
        limit = measure(moment, rate);
        rate = limit;
      }
      rate = Math.max(leastPerSecond, rate * cautionFactor);
      next = Math.max(next, moment);
      refusedAt = moment;
      resumedAt = undefined;
      grownAt = moment;
    },
  };
}
