/** One scheduler for the whole run: how many requests at once, how many a second, and when a limiter says wait. */
import { createPacer, type Pacer } from "./pacer.ts";
import { createSemaphore, type Semaphore } from "./semaphore.ts";

export interface PolitenessOptions {
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
export interface PolitenessFigures {
  /** Milliseconds in which nothing was under way because a limiter held back all that was to be sent. */
  readonly limiterWaitMs: number;
  readonly holding: boolean;
}

export interface Politeness {
  /**
   * Runs a request when the tier (anonymous, or one token) is not held back and there is semaphore.
   * @param lane who asks, for the sleep
   */
  readonly run: <T>(tier: string, request: () => Promise<T>, lane?: string) => Promise<T>;
  /** A limiter refused a request: holds its tier back for so long, and from then on asks more slowly. */
  readonly hold: (tier: string, milliseconds: number) => void;
  /** The registry is overloaded (503): fewer requests at once, without a hold. */
  readonly soften: () => void;
  /** Tells that a request was not limited, so that the run may speed up again. */
  readonly ease: (tier: string) => void;
  /** True while a tier is held back of which the limiter has let nothing through for so many milliseconds. */
  readonly isShut: (tier: string, patienceMs: number) => boolean;
  readonly figures: () => PolitenessFigures;
}

/** So many unlimited answers in a row earn one more request at a time. */
const easeAfter = 25;

/** Timers wake a little early or late; less than this is no reason to sleep again. */
const shortestSleepMs = 1;

interface Tier {
  heldUntil: number;
  drySince: number | undefined;
  readonly pacer: Pacer;
  readonly queue: Semaphore;
}

export function createPoliteness(options: PolitenessOptions): Politeness {
  const now = options.now ?? ((): number => performance.now());
  const whole = { pacer: createPacer(options.rate), queue: createSemaphore(1) };
  const tiers = new Map<string, Tier>();
  const semaphore = createSemaphore(options.concurrency);
  const idle = createIdleTime(now);
  let calm = 0;

  function tierOf(name: string): Tier {
    const known = tiers.get(name) ?? {
      heldUntil: 0,
      drySince: undefined,
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
    return Math.max(tier.heldUntil, tier.pacer.nextAt());
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
    hold(name, milliseconds) {
      calm = 0;
      if (!options.live) return;
      const tier = tierOf(name);
      const moment = now();
      tier.drySince ??= moment;
      // several requests that were under way together are refused together, and that is one refusal
      if (tier.heldUntil <= moment) {
        tier.pacer.slowDown(moment);
        semaphore.resize(Math.floor(semaphore.size() / 2));
      }
      tier.heldUntil = Math.max(tier.heldUntil, moment + milliseconds);
    },
    soften() {
      calm = 0;
      semaphore.resize(Math.floor(semaphore.size() / 2));
    },
    ease(name) {
      calm += 1;
      if (calm % easeAfter === 0) semaphore.resize(semaphore.size() + 1);
      const tier = tierOf(name);
      tier.drySince = undefined;
      tier.pacer.accepted(now());
    },
    isShut(name, patienceMs) {
      const tier = tiers.get(name);
      const moment = now();
      if (tier?.drySince === undefined || tier.heldUntil <= moment) return false;
      return moment - tier.drySince > patienceMs;
    },
    figures: () => ({
      limiterWaitMs: Math.round(idle.milliseconds()),
      holding: [...tiers.values()].some(({ heldUntil }) => heldUntil > now()),
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
