import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";

/** How many requests a caller may send: a bucket of `burst` tokens that fills at `perSecond`. */
export interface Tier {
  readonly perSecond: number;
  readonly burst: number;
}

/** The rate limiter (section "Limits"; its numbers are a gap). */
export interface LimiterRules {
  readonly anonymous: Tier;
  readonly authenticated: Tier;
  /** Who a request is counted for: its token, or everybody without one together. */
  readonly callerOf: (call: Call) => string;
  /** Takes one request from the caller's bucket; gives the seconds to wait when it is empty. */
  readonly take: (caller: string, tier: Tier, call: Call) => number | undefined;
  readonly problem: (waitSeconds: number, call: Call) => ProblemError;
  /** Refuses with 429 a rate-limited token, on every endpoint, and every caller who is too fast. */
  readonly assertWithinLimit: (call: Call) => void;
}

interface Bucket {
  level: number;
  at: number;
}

const buckets = new WeakMap<object, Map<string, Bucket>>();

/** No limit unless a choice sets one. */
export const limiterRules: LimiterRules = {
  anonymous: { perSecond: Infinity, burst: Infinity },
  authenticated: { perSecond: Infinity, burst: Infinity },
  callerOf: (call) => call.rules.authorization.presentedToken(call) ?? "",
  take: (caller, tier, call) => {
    if (tier.burst === Infinity) return undefined;
    const kept = buckets.get(call.registry) ?? new Map<string, Bucket>();
    buckets.set(call.registry, kept);
    const bucket = kept.get(caller) ?? { level: tier.burst, at: call.now };
    kept.set(caller, bucket);
    bucket.level = Math.min(tier.burst, bucket.level + ((call.now - bucket.at) / 1000) * tier.perSecond);
    bucket.at = call.now;
    if (bucket.level < 1) return (1 - bucket.level) / tier.perSecond;
    bucket.level -= 1;
    return undefined;
  },
  problem: (waitSeconds) =>
    new ProblemError("rate-limited", "too many requests", {
      "retry-after": String(Math.max(1, Math.ceil(waitSeconds))),
    }),
  assertWithinLimit: (call) => {
    const { limiter, authorization } = call.rules;
    const caller = limiter.callerOf(call);
    const token = caller === "" ? undefined : authorization.findToken(caller, call);
    if (token?.isRateLimited === true) throw limiter.problem(1, call);
    const [key, tier] = token === undefined ? ["", limiter.anonymous] : [caller, limiter.authenticated];
    const wait = limiter.take(key, tier, call);
    if (wait !== undefined) throw limiter.problem(wait, call);
  },
};
