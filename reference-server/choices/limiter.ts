import type { Call } from "../call.ts";
import { findRelease } from "../lookup.ts";
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

/** Whether what the request is about exists: an upload, or the release of a path with a version. */
function isThere(call: Call): boolean {
  const { uploadId } = call.parameters;
  if (uploadId !== undefined && call.operation !== "transferBytes") {
    const intent = call.registry.store.intents.get(uploadId);
    return intent !== undefined && call.rules.finalize.belongsHere(intent, call);
  }
  return call.version === "" || findRelease(call.name, call.version, call) !== undefined;
}

/** The rate limiter. */
export const limiterChoices: readonly Choice[] = [
  {
    name: "limiter-place",
    question: "What does a request over the limit answer if it is about something that does not exist?",
    default: "rate-limited",
    values: {
      "not-found": {
        summary: "404 not-found: the limiter comes after the lookup",
        change: replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
          if (isThere(call)) before(call);
        }),
      },
    },
  },
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
