/** One scheduler for the whole run: how many requests at once, how many a second, and when a limiter says wait. */
import { createPacer, type Pacer } from "./pacer.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";

export interface SchedulerOptions {
  readonly concurrency: number;
  /** Requests per second; unlimited where absent. */
  readonly rate?: number;
  readonly sleep: (milliseconds: number, lane?: string) => Promise<void>;
  /** False when replaying: then nothing is ever held back. */
  readonly live: boolean;
  /** Milliseconds of a clock that never goes back; the machine's by default. */
  readonly now?: () => number;
}

/** Counts for the progress line and the report. */
export interface SchedulerFigures {
  /** Milliseconds in which nothing was under way because a limiter held back all that was to be sent. */
  readonly limiterWaitMs: number;
  readonly isPaused: boolean;
}

export interface Scheduler {
  /**
   * Runs a request when the tier (anonymous, or one token) is not held back and there is semaphore.
   * @param lane who asks, for the sleep
   */
  readonly run: <T>(tier: string, request: () => Promise<T>, lane?: string) => Promise<T>;
  /** A limiter refused a request: holds its tier back for so long, and from then on asks more slowly. */
  readonly pause: (tier: string, milliseconds: number) => void;
  /** The registry is overloaded (503): fewer requests at once, without a hold. */
  readonly reduceConcurrency: () => void;
  /** Tells that a request was not limited, so that the run may speed up again. */
  readonly recordSuccess: (tier: string) => void;
  /** True while a tier is held back of which the limiter has let nothing through for so many milliseconds. */
  readonly hasStalled: (tier: string, patienceMs: number) => boolean;
  readonly figures: () => SchedulerFigures;
}

/** So many unlimited answers in a row earn one more request at a time. */
const successesPerIncrease = 25;

/** Timers wake a little early or late; less than this is no reason to sleep again. */
const shortestSleepMs = 1;

interface Tier {
  pausedUntil: number;
  limitedSince: number | undefined;
  readonly pacer: Pacer;
  readonly queue: Semaphore;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const now = options.now ?? ((): number => performance.now());
  const whole = { pacer: createPacer(options.rate), queue: createSemaphore(1) };
  const tiers = new Map<string, Tier>();
  const semaphore = createSemaphore(options.concurrency);
  const idle = createIdleTime(now);
  let calm = 0;

  function tierOf(name: string): Tier {
    const known = tiers.get(name) ?? {
      pausedUntil: 0,
      limitedSince: undefined,
      pacer: createPacer(undefined),
      queue: createSemaphore(1),
    };
    tiers.set(name, known);
    return known;
  }

  /** @returns false where the sleep was cut short: the run was interrupted, and the transport refuses what follows */
  async function sleepUntil(until: number, lane: string | undefined): Promise<boolean> {
    const remaining = until - now();
    if (remaining < shortestSleepMs) return true;
    await options.sleep(remaining, lane);
    return now() >= until - 2 * shortestSleepMs;
  }

  function readyAt(tier: Tier): number {
    return Math.max(tier.pausedUntil, tier.pacer.nextAt());
  }

  /** Waits until nothing holds the request back, and takes its place in both paces and in the semaphore. */
  async function takeTurn(tier: Tier, lane: string | undefined): Promise<void> {
    let waits = true;
    for (;;) {
      while (waits && readyAt(tier) - now() >= shortestSleepMs) waits = await sleepUntil(readyAt(tier), lane);
      await whole.queue.acquire();
      await semaphore.acquire();
      // the hold may have come while this one stood in the line
      if (!waits || readyAt(tier) - now() < shortestSleepMs) break;
      semaphore.release();
      whole.queue.release();
    }
    if (waits) await sleepUntil(whole.pacer.nextAt(), lane);
    tier.pacer.take(now());
    whole.pacer.take(now());
    whole.queue.release();
  }

  return {
    async run(name, request, lane) {
      if (!options.live) return await request();
      const tier = tierOf(name);
      const wasLimited = readyAt(tier) > now();
      if (wasLimited) idle.waiting(1);
      // only the first of a tier sleeps; the others stand behind it, in the order in which they came
      await tier.queue.acquire();
      await takeTurn(tier, lane).finally(tier.queue.release);
      idle.underWay(1);
      if (wasLimited) idle.waiting(-1);
      return await request().finally(() => {
        idle.underWay(-1);
        semaphore.release();
      });
    },
    pause(name, milliseconds) {
      calm = 0;
      if (!options.live) return;
      const tier = tierOf(name);
      const moment = now();
      tier.limitedSince ??= moment;
      // several requests that were under way together are refused together, and that is one refusal
      if (tier.pausedUntil <= moment) {
        tier.pacer.slowDown(moment);
        semaphore.resize(Math.floor(semaphore.size() / 2));
      }
      tier.pausedUntil = Math.max(tier.pausedUntil, moment + milliseconds);
    },
    reduceConcurrency() {
      calm = 0;
      semaphore.resize(Math.floor(semaphore.size() / 2));
    },
    recordSuccess(name) {
      calm += 1;
      if (calm % successesPerIncrease === 0) semaphore.resize(semaphore.size() + 1);
      const tier = tierOf(name);
      tier.limitedSince = undefined;
      tier.pacer.accepted(now());
    },
    hasStalled(name, patienceMs) {
      const tier = tiers.get(name);
      const moment = now();
      if (tier?.limitedSince === undefined || tier.pausedUntil <= moment) return false;
      return moment - tier.limitedSince > patienceMs;
    },
    figures: () => ({
      limiterWaitMs: Math.round(idle.milliseconds()),
      isPaused: [...tiers.values()].some(({ pausedUntil }) => pausedUntil > now()),
    }),
  };
}

interface IdleTime {
  /** So many more, or less, wait for a limiter. */
  readonly waiting: (change: 1 | -1) => void;
  readonly underWay: (change: 1 | -1) => void;
  /** All the time in which somebody waited and nothing was under way. */
  readonly milliseconds: () => number;
}

function createIdleTime(now: () => number): IdleTime {
  let waiting = 0;
  let underWay = 0;
  let since: number | undefined;
  let total = 0;

  function look(): void {
    const isIdle = waiting > 0 && underWay === 0;
    if (!isIdle && since !== undefined) total += now() - since;
    since = isIdle ? (since ?? now()) : undefined;
  }

  return {
    waiting(change) {
      waiting += change;
      look();
    },
    underWay(change) {
      underWay += change;
      look();
    },
    milliseconds: () => total + (since === undefined ? 0 : now() - since),
  };
}
