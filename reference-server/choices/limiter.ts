import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";

const strict: Change = allOf(
  replaceRule("limiter", "authenticated", () => ({ perSecond: 60, burst: 20 })),
  replaceRule("limiter", "anonymous", () => ({ perSecond: 25, burst: 10 })),
);

function limiting(
  summary: string,
  headers: (waitSeconds: number, now: number) => Readonly<Record<string, string>>,
): Variation {
  return {
    summary,
    change: allOf(
      strict,
      replaceRule(
        "limiter",
        "problem",
        () => (waitSeconds, call) =>
          new ProblemError("rate-limited", "too many requests", headers(waitSeconds, call.now)),
      ),
    ),
  };
}

/** The rate limiter. */
export const limiterChoices: readonly Choice[] = [
  {
    name: "rate-limit",
    question: "Which rate limit applies, and how is the wait announced?",
    default: "none",
    values: {
      strict: {
        summary: "60 requests a second with a token, 25 without, and Retry-After in seconds",
        change: strict,
      },
      "strict-date": limiting("As strict, with Retry-After as a date", (waitSeconds, now) => ({
        "retry-after": new Date(Math.ceil((now + waitSeconds * 1000) / 1000) * 1000).toUTCString(),
      })),
      "strict-silent": limiting("As strict, without Retry-After", () => ({})),
      "strict-hinting": limiting("As strict, with RateLimit headers and Retry-After: 0", (waitSeconds) => ({
        "retry-after": "0",
        "ratelimit-limit": "25",
        "ratelimit-remaining": "0",
        "ratelimit-reset": String(Math.ceil(waitSeconds)),
      })),
    },
  },
];
