/** One scheduler for the whole run: how many requests at once, how many a second, and when a limiter says wait. */
import { createPacer, type Pacer } from "./pacer.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";

export interface SchedulerOptions {
  readonly concurrency: number;
  /** Requests per second; unlimited where absent. */
  readonly rate?: number;
  readonly sleep: (milliseconds: number, actorId?: string) => Promise<void>;
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
   * @param actorId who asks, for the sleep
   */
  readonly run: <T>(rateLimitKey: string, request: () => Promise<T>, actorId?: string) => Promise<T>;
  /** A limiter refused a request: holds its tier back for so long, and from then on asks more slowly. */
  readonly pause: (rateLimitKey: string, milliseconds: number) => void;
  /** The registry is overloaded (503): fewer requests at once, without a hold. */
  readonly reduceConcurrency: () => void;
  /** Tells that a request was not limited, so that the run may speed up again. */
  readonly recordSuccess: (rateLimitKey: string) => void;
  /** True while a tier is held back of which the limiter has let nothing through for so many milliseconds. */
  readonly hasStalled: (rateLimitKey: string, patienceMs: number) => boolean;
  readonly figures: () => SchedulerFigures;
}

/** So many unlimited answers in a row earn one more request at a time. */
const successesPerIncrease = 25;

/** Timers wake a little early or late; less than this is no reason to sleep again. */
const shortestSleepMs = 1;

interface RateLimit {
  pausedUntil: number;
  limitedSince: number | undefined;
  readonly pacer: Pacer;
  readonly queue: Semaphore;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const now = options.now ?? ((): number => performance.now());
  const whole = { pacer: createPacer(options.rate), queue: createSemaphore(1) };
  const limits = new Map<string, RateLimit>();
  const semaphore = createSemaphore(options.concurrency);
  const idle = createIdleTime(now);
  let calm = 0;

  function limitOf(name: string): RateLimit {
    const known = limits.get(name) ?? {
      pausedUntil: 0,
      limitedSince: undefined,
      pacer: createPacer(undefined),
      queue: createSemaphore(1),
    };
    limits.set(name, known);
    return known;
  }

  /** @returns false where the sleep was cut short: the run was interrupted, and the transport refuses what follows */
  async function sleepUntil(until: number, actorId: string | undefined): Promise<boolean> {
    const remaining = until - now();
    if (remaining < shortestSleepMs) return true;
    await options.sleep(remaining, actorId);
    return now() >= until - 2 * shortestSleepMs;
  }

  function readyAt(limit: RateLimit): number {
    return Math.max(limit.pausedUntil, limit.pacer.nextAt());
  }

  /** Waits until nothing holds the request back, and takes its place in both paces and in the semaphore. */
  async function takeTurn(limit: RateLimit, actorId: string | undefined): Promise<void> {
    let waits = true;
    for (;;) {
      while (waits && readyAt(limit) - now() >= shortestSleepMs)
        waits = await sleepUntil(readyAt(limit), actorId);
      await whole.queue.acquire();
      await semaphore.acquire();
      // the hold may have come while this one stood in the line
      if (!waits || readyAt(limit) - now() < shortestSleepMs) break;
      semaphore.release();
      whole.queue.release();
    }
    if (waits) await sleepUntil(whole.pacer.nextAt(), actorId);
    limit.pacer.take(now());
    whole.pacer.take(now());
    whole.queue.release();
  }

  return {
    async run(name, request, actorId) {
      if (!options.live) return await request();
      const limit = limitOf(name);
      const wasLimited = readyAt(limit) > now();
      if (wasLimited) idle.waiting(1);
      // only the first of a tier sleeps; the others stand behind it, in the order in which they came
      await limit.queue.acquire();
      await takeTurn(limit, actorId).finally(limit.queue.release);
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
      const limit = limitOf(name);
      const moment = now();
      limit.limitedSince ??= moment;
      // several requests that were under way together are refused together, and that is one refusal
      if (limit.pausedUntil <= moment) {
        limit.pacer.slowDown(moment);
        semaphore.resize(Math.floor(semaphore.size() / 2));
      }
      limit.pausedUntil = Math.max(limit.pausedUntil, moment + milliseconds);
    },
    reduceConcurrency() {
      calm = 0;
      semaphore.resize(Math.floor(semaphore.size() / 2));
    },
    recordSuccess(name) {
      calm += 1;
      if (calm % successesPerIncrease === 0) semaphore.resize(semaphore.size() + 1);
      const limit = limitOf(name);
      limit.limitedSince = undefined;
      limit.pacer.accepted(now());
    },
    hasStalled(name, patienceMs) {
      const limit = limits.get(name);
      const moment = now();
      if (limit?.limitedSince === undefined || limit.pausedUntil <= moment) return false;
      return moment - limit.limitedSince > patienceMs;
    },
    figures: () => ({
      limiterWaitMs: Math.round(idle.milliseconds()),
      isPaused: [...limits.values()].some(({ pausedUntil }) => pausedUntil > now()),
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
