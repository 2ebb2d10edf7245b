/** The scheduler of a run: how many requests at once, how many per second, and how long to wait for a rate limiter. */
import type { Barrier } from "./barrier.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { createIdleTime } from "./idle-time.ts";
import { createPacer, type Pacer } from "./pacer.ts";
import { createRaces } from "./races.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";
import type { Transport } from "./transport.ts";

export interface SchedulerOptions {
  /** Maximum number of requests at once. */
  readonly concurrency: number;
  /** True to send as many from the start, and never fewer because answers take longer. */
  readonly hasFixedConcurrency?: boolean;
  /** Requests per second; unlimited if absent. */
  readonly rate?: number;
  readonly sleep: Transport["sleep"];
  /** False when replaying: then no request waits. */
  readonly live: boolean;
  readonly now: Transport["now"];
}

/** Counts for the progress line and the report. */
export interface SchedulerFigures {
  /** Milliseconds in which no request was under way because all waited for a rate limiter. */
  readonly limiterWaitMs: number;
  readonly isPaused: boolean;
  /** How many requests are allowed at once, and the most that were. */
  readonly atOnce: number;
  readonly maxAtOnce: number;
}

/** Who sends a request, and what it is. */
export interface Scheduled<T> {
  /** For the sleep. */
  readonly actorId?: string;
  /** How many requests in a row it belongs to: those of the longest rows go first. */
  readonly priority?: number;
  /** True if it cannot wait for those of its key, which may wait for others. */
  readonly isUrgent?: boolean;
  /** Where it waits for the other requests of a race, once it has a place. */
  readonly barrier?: Barrier;
  /** What takes about as long as this; undefined for an outcome that says nothing about latency. */
  readonly kindOf?: (outcome: T) => string | undefined;
}

export interface Scheduler {
  /**
   * Runs a request when its rate limit allows it and a place is free.
   * @param rateLimitKey anonymous, or the label of one token
   */
  readonly run: <T>(rateLimitKey: string, request: () => Promise<T>, about?: Scheduled<T>) => Promise<T>;
  /** A rate limiter rejected a request: pauses its key, and sends more slowly from then on. */
  readonly pause: (rateLimitKey: string, milliseconds: number, reason?: string) => void;
  /** The registry is overloaded (503), or a request failed: fewer requests at once, without a pause. */
  readonly reduceConcurrency: (cause: "overload" | "failure") => void;
  /** Records a request that was not limited, so that its key may speed up again. */
  readonly recordSuccess: (rateLimitKey: string) => void;
  /** True while a key is paused, if the limiter has accepted none of its requests for this many milliseconds. */
  readonly hasStalled: (rateLimitKey: string, patienceMs: number) => boolean;
  readonly figures: () => SchedulerFigures;
  /** Calls whenever the number of requests that are allowed at once changes. */
  readonly onResize: (listener: (size: number) => void) => void;
}

/** Timers fire a little early or late: a shorter sleep is skipped. */
const minSleepMs = 1;

/** The state of one rate limit key. Times in milliseconds of the scheduler's clock. */
interface RateLimit {
  pausedUntil: number;
  /** Why it is paused, as the end of a sentence that begins with "waiting 60 s". */
  reason: string;
  /** When the limiter began to reject every request. */
  limitedSince: number | undefined;
  readonly pacer: Pacer;
  /** Only one request of a key waits for its turn; the others wait here. */
  readonly queue: Semaphore;
}

export function createScheduler(options: SchedulerOptions): Scheduler {
  const { now } = options;
  const whole = { pacer: createPacer(options.rate), queue: createSemaphore(1) };
  const limits = new Map<string, RateLimit>();
  const limitOfAll = createConcurrencyLimit({
    ceiling: options.concurrency,
    isFixed: options.hasFixedConcurrency ?? false,
  });
  const semaphore = createSemaphore(limitOfAll.size());
  const idle = createIdleTime(now);
  const races = createRaces();
  const listeners: ((size: number) => void)[] = [];

  function resize(): void {
    if (limitOfAll.size() === semaphore.size()) return;
    semaphore.resize(limitOfAll.size());
    races.check();
    for (const listener of listeners) listener(limitOfAll.size());
  }

  /** Sends, and records how long the answer took. */
  async function send<T>(request: () => Promise<T>, kindOf: Scheduled<T>["kindOf"]): Promise<T> {
    const began = now();
    const outcome = await request();
    const kind = kindOf?.(outcome);
    if (kind !== undefined) limitOfAll.answered(kind, now() - began);
    resize();
    return outcome;
  }

  function limitOf(name: string): RateLimit {
    const known = limits.get(name) ?? {
      pausedUntil: 0,
      reason: "",
      limitedSince: undefined,
      pacer: createPacer(undefined),
      queue: createSemaphore(1),
    };
    limits.set(name, known);
    return known;
  }

  /** @returns false if the sleep was cut short: the run was interrupted, and the transport rejects all later requests */
  async function sleepUntil(until: number, actorId: string | undefined, reason: string): Promise<boolean> {
    const remaining = until - now();
    if (remaining < minSleepMs) return true;
    await options.sleep(remaining, actorId, { reason });
    return now() >= until - 2 * minSleepMs;
  }

  function readyAt(limit: RateLimit): number {
    return Math.max(limit.pausedUntil, limit.pacer.nextAt());
  }

  /** Waits for the rate limit, the pace and a free place, and takes them. */
  async function takeTurn(
    limit: RateLimit,
    { actorId, priority }: Pick<Scheduled<unknown>, "actorId" | "priority">,
  ): Promise<void> {
    let waits = true;
    for (;;) {
      while (waits && readyAt(limit) - now() >= minSleepMs)
        waits = await sleepUntil(readyAt(limit), actorId, limit.reason || "for the rate limiter");
      await whole.queue.acquire(priority);
      await semaphore.acquire();
      // the pause may have begun while this request waited
      if (!waits || readyAt(limit) - now() < minSleepMs) break;
      semaphore.release();
      whole.queue.release();
    }
    if (waits) await sleepUntil(whole.pacer.nextAt(), actorId, "as --rate says");
    limit.pacer.take(now());
    whole.pacer.take(now());
    whole.queue.release();
  }

  return {
    async run(name, request, about = {}) {
      if (!options.live) return await request();
      const { barrier, isUrgent = false, priority: ownPriority = 0 } = about;
      if (barrier !== undefined) await races.begin(barrier);
      // what waits for a race holds its place for nothing: the rest of it goes first
      const priority = barrier === undefined && !isUrgent ? ownPriority : Number.MAX_SAFE_INTEGER;
      const limit = limitOf(name);
      const wasLimited = readyAt(limit) > now();
      if (wasLimited) idle.waiting(1);
      // only one request of a key sleeps; the others wait behind it
      if (!isUrgent) await limit.queue.acquire(priority);
      await takeTurn(limit, { ...about, priority }).finally(isUrgent ? () => {} : limit.queue.release);
      await barrier?.arrive(semaphore.size);
      idle.underWay(1);
      if (wasLimited) idle.waiting(-1);
      return await send(request, about.kindOf).finally(() => {
        idle.underWay(-1);
        semaphore.release();
      });
    },
    pause(name, milliseconds, reason = "for the rate limiter") {
      if (!options.live) return;
      const limit = limitOf(name);
      const moment = now();
      limit.limitedSince ??= moment;
      // several requests that were sent together are rejected together: that counts once
      if (limit.pausedUntil <= moment) {
        limit.pacer.slowDown(moment);
        limitOfAll.overloaded();
        resize();
      }
      limit.reason = reason;
      limit.pausedUntil = Math.max(limit.pausedUntil, moment + milliseconds);
    },
    reduceConcurrency(cause) {
      if (cause === "failure") limitOfAll.failed();
      else limitOfAll.overloaded();
      resize();
    },
    recordSuccess(name) {
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
      atOnce: limitOfAll.size(),
      maxAtOnce: limitOfAll.most(),
    }),
    onResize: (listener) => {
      listeners.push(listener);
    },
  };
}
