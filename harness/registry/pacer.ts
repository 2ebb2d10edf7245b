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
const growthAbove = 1.02;

/** However hard a limiter is, its Retry-After says the rest. */
const leastPerSecond = 1;

/** @param perSecond a fixed rate; where absent there is none until a limiter refuses something */
export function createPacer(perSecond: number | undefined): Pacer {
  let rate = perSecond;
  let next = 0;
  let limit = 0;
  let grownAt = 0;
  let seen: number[] = [];

  function forget(moment: number): void {
    const first = seen.findIndex((one) => one > moment - windowMs);
    seen = first === -1 ? [] : seen.slice(first);
  }

  return {
    nextAt: () => (rate === undefined ? 0 : next),
    take(moment) {
      if (rate === undefined) return;
      const interval = 1000 / rate;
      // a timer that woke late may be made up for, by no more than one place
      next = Math.max(next, moment - interval) + interval;
    },
    accepted(moment) {
      seen.push(moment);
      if (seen.length > 2_000) forget(moment);
      if (rate === undefined || perSecond !== undefined || moment - grownAt < growEveryMs) return;
      grownAt = moment;
      rate *= rate < limit ? growthBelow : growthAbove;
    },
    slowDown(moment) {
      if (perSecond !== undefined) return;
      forget(moment);
      const span = Math.max(shortestSpanMs, moment - (seen[0] ?? moment));
      limit = Math.max(leastPerSecond, (seen.length * 1000) / span);
      rate = Math.max(leastPerSecond, limit * cautionFactor);
      next = Math.max(next, moment);
      grownAt = moment;
    },
  };
}
