/** Whether an upload may have expired while the run went on: the registry says when, and how fast a run is depends on the registry. */
import type { Tools } from "../../harness/check.ts";
import type { OpenUpload } from "../../harness/given/given.ts";
import { momentAt, sentAt } from "../../harness/exchange/answer.ts";
import { registryTime } from "../../harness/exchange/moments.ts";
import type { Slug } from "../../schemas/problems.ts";

/** A time that a clock of whole seconds may be off, twice. */
const toleranceMs = 2000;

type Opened = Pick<OpenUpload, "answer">;

/** True if the upload may have expired by now: by the time that its create response gave it, or if that gave none. */
export function mayBeExpired(
  { now, wallClock }: Pick<Tools, "now" | "wallClock">,
  { answer }: Opened,
): boolean {
  const expiresAt = momentAt(answer.body, "expiresAt");
  if (expiresAt === undefined) return true;
  const sinceMs = now() - answer.endedAtMs;
  const opened = registryTime(sentAt(answer), wallClock() - sinceMs);
  return expiresAt - opened - sinceMs <= toleranceMs;
}

/** The problem of an expired upload, where this one may have expired: a registry may look at that first. */
export function ifExpired(tools: Pick<Tools, "now" | "wallClock">, upload: Opened): readonly Slug[] {
  return mayBeExpired(tools, upload) ? ["upload-expired"] : [];
}
