/** One scheduler for the whole run: how many requests at once, how many a second, and when a limiter says wait. */
import PQueue from "p-queue";
import type { Answer } from "./answer.ts";
import { headerOf } from "./answer.ts";

export interface PolitenessOptions {
  readonly concurrency: number;
  /** Requests per second; unlimited where absent. */
  readonly rate?: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** False when replaying: then nothing is ever held back. */
  readonly live: boolean;
}

/** Counts for the progress line and the report. */
export interface PolitenessFigures {
  /** Milliseconds all requests together waited because a limiter asked for it. */
  readonly limiterWaitMs: number;
  readonly holding: boolean;
}

export interface Politeness {
  /** Runs a request when the tier (anonymous, or one token) is not held back and there is room. */
  readonly run: <T>(tier: string, request: () => Promise<T>) => Promise<T>;
  /** Holds a tier back for so long, and makes the whole run gentler. */
  readonly hold: (tier: string, milliseconds: number) => void;
  /** Tells that a request was not limited, so that the run may speed up again. */
  readonly ease: () => void;
  readonly figures: () => PolitenessFigures;
}

/** So many unlimited answers in a row earn one more request at a time. */
const easeAfter = 25;

export function createPoliteness(options: PolitenessOptions): Politeness {
  const queue = new PQueue({
    concurrency: options.concurrency,
    ...(options.rate === undefined ? {} : { interval: 1000 / options.rate, intervalCap: 1 }),
  });
  const heldUntil = new Map<string, number>();
  let limiterWaitMs = 0;
  let calm = 0;

  async function waitFor(tier: string): Promise<void> {
    for (;;) {
      const remaining = (heldUntil.get(tier) ?? 0) - performance.now();
      if (remaining <= 0) return;
      limiterWaitMs += remaining;
      await options.sleep(remaining);
    }
  }

  return {
    async run(tier, request) {
      await waitFor(tier);
      return await queue.add(async () => {
        // the hold may have come while this one stood in the queue
        await waitFor(tier);
        return await request();
      });
    },
    hold(tier, milliseconds) {
      calm = 0;
      if (!options.live) return;
      heldUntil.set(tier, Math.max(heldUntil.get(tier) ?? 0, performance.now() + milliseconds));
      queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2));
    },
    ease() {
      calm += 1;
      if (calm % easeAfter === 0 && queue.concurrency < options.concurrency) queue.concurrency += 1;
    },
    figures: () => ({
      limiterWaitMs: Math.round(limiterWaitMs),
      holding: [...heldUntil.values()].some((until) => until > performance.now()),
    }),
  };
}

/** The longest single wait that a `Retry-After` can make us accept, in milliseconds. */
const longestWaitMs = 120_000;

/**
 * Milliseconds to wait after a 429 or 503: what `Retry-After` says (seconds or a date, RFC 9110 section 10.2.3; a date
 * counts from the response's own `Date`, so that clocks need not agree), else doubling from a quarter of a second.
 * @param attempt counted from zero
 * @param jitter between 0 and 1
 */
export function toWait(answer: Answer, attempt: number, jitter: number): number {
  const asked = retryAfter(answer);
  if (asked !== undefined) return Math.min(asked + jitter * 50, longestWaitMs);
  return Math.min(250 * 2 ** attempt * (0.5 + jitter), 15_000);
}

function retryAfter(answer: Answer): number | undefined {
  const value = headerOf(answer, "retry-after")?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // every form of an HTTP date begins with the day's name; what else Date.parse takes is none
  const until = /^[A-Z][a-z]/.test(value) ? Date.parse(value) : Number.NaN;
  const from = Date.parse(headerOf(answer, "date") ?? "");
  if (Number.isNaN(until)) return undefined;
  // whole seconds in both: one more makes sure the moment has passed
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from)) + 1000;
}
