/** Changes that show only when requests overlap. */
import { setTimeout as wait } from "node:timers/promises";
import { ProblemError } from "../../problem-error.ts";
import type { Operation } from "../../call.ts";
import { allOf, type Change, isOneOf, onlyFor, replaceRule } from "../../rules/change.ts";

/** How long a request is held, so that requests sent together overlap. */
export const overlapMs = 40;

/** Two records changed within this time count as changed at once. */
export const togetherMs = 150;

/** Writes to a volume do not wait for each other. */
export const withoutLock: Change = replaceRule(
  "finalize",
  "oneAtATime",
  () => async (_call, work) => await work(),
);

/** Rejects every finalize that overlaps another of the same volume, the first included. */
export function refusingConcurrentFinalizes(): Change {
  const waiting = new Map<string, number>();
  return onlyFor(
    "finalizeReleaseUpload",
    replaceRule("finalize", "oneAtATime", () => async (call, work) => {
      const count = (waiting.get(call.name) ?? 0) + 1;
      waiting.set(call.name, count);
      await wait(overlapMs);
      if ((waiting.get(call.name) ?? 0) > 1)
        throw new ProblemError("invalid-upload-state", "another finalize is under way");
      waiting.delete(call.name);
      return await work();
    }),
  );
}

/** Crashes if another `DELETE` of the same version is under way. */
export function crashingOnConcurrentDeletes(): Change {
  const atWork = new Set<string>();
  return onlyFor(
    "unpublishVersion",
    replaceRule("finalize", "oneAtATime", () => async (call, work) => {
      const place = `${call.name}@${call.version}`;
      if (atWork.has(place)) throw new Error("another transaction has changed the row");
      atWork.add(place);
      await wait(overlapMs);
      try {
        return await work();
      } finally {
        atWork.delete(place);
      }
    }),
  );
}

/** Answers 409 if another request of the operation is using the key. */
export function conflictingWhileInProgress(operation: Operation): Change {
  const atWork = new Set<string>();
  return allOf(
    onlyFor(operation, withoutLock),
    replaceRule("idempotency", "once", (before) => async (submission, work) => {
      const { key, call } = submission;
      if (key === undefined || !isOneOf(operation, call)) return await before(submission, work);
      const place = `${call.name} ${key}`;
      if (atWork.has(place))
        throw call.rules.idempotency.conflict("the key is at work in another request", call);
      atWork.add(place);
      await wait(overlapMs);
      try {
        return await before(submission, work);
      } finally {
        atWork.delete(place);
      }
    }),
  );
}
