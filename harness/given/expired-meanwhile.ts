/** Uploads that expired while the run waited, for a rate limiter or for other requests. */
import { type Answer, sentAt, slugOf } from "../exchange/answer.ts";
import { readTimestamp, registryTime } from "../exchange/moments.ts";
import type { Session } from "../api/session.ts";
import { percentDecode } from "../exchange/volume.ts";

/** Milliseconds by which the clock of the registry's `Date` may be behind: it counts whole seconds. */
const toleranceMs = 1_000;

/** A run, and when it began by this machine's clock, in milliseconds since 1970. */
interface RunClock {
  readonly session: Pick<Session, "expiries">;
  readonly startedAtMs: number;
}

/**
 * Why 410 `upload-expired` is right although nobody meant the upload to expire (Errors, rule 2): by the registry's own clock, or by ours
 * where it sends no `Date`, its `expiresAt` is over. Undefined for any other response.
 */
export function expiredMeanwhile(
  { session: { expiries }, startedAtMs }: RunClock,
  answer: Answer,
): string | undefined {
  if (answer.status !== 410 || slugOf(answer) !== "upload-expired") return undefined;
  const [, encoded = ""] = /\/uploads\/([^/?#]+)\/finalize/u.exec(answer.exchange.request.url) ?? [];
  const expiresAt = expiries.get(percentDecode(encoded)) ?? expiries.get(encoded);
  if (expiresAt === undefined) return undefined;
  const left =
    (readTimestamp(expiresAt) ?? NaN) - registryTime(sentAt(answer), startedAtMs + answer.endedAtMs);
  return left <= toleranceMs
    ? `the upload expired at ${expiresAt}, before the run came to this request`
    : undefined;
}
