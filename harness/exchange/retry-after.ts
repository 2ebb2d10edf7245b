/** How long a limiter asks us to wait. */
import { type Answer, headerOf, sentAt } from "./answer.ts";
import { readHttpDate } from "./moments.ts";

/** The longest single wait that a `Retry-After` can make us accept, in milliseconds. */
const maxWaitMs = 120_000;

/**
 * Milliseconds to wait after a 429 or 503: what `Retry-After` says (seconds or a date, RFC 9110 section 10.2.3; a date
 * counts from the response's own `Date`, so that clocks need not agree, and is no help without one), else doubling from
 * a quarter of a second.
 * @param attempt counted from zero
 * @param jitter between 0 and 1
 */
export function toWait(answer: Answer, attempt: number, jitter: number): number {
  const asked = retryAfter(answer);
  const backOff = Math.min(250 * 2 ** attempt * (0.5 + jitter), 15_000);
  if (asked === undefined) return backOff;
  // a limiter that says "at once" and refuses again is not to be believed
  if (asked === 0) return attempt === 0 ? jitter * 50 : backOff;
  return Math.min(asked + jitter * 50, maxWaitMs);
}

/** The milliseconds that the limiter asks for, whatever their number, or undefined if it does not say. */
export function retryAfter(answer: Answer): number | undefined {
  const value = headerOf(answer, "retry-after")?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const until = readHttpDate(value);
  const from = sentAt(answer);
  if (until === undefined || from === undefined) return undefined;
  // whole seconds in both: one more makes sure the moment has passed
  return Math.max(0, until - from) + 1000;
}
