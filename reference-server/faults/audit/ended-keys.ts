import type { Call, Operation } from "../../call.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** Returns an upload that has ended to any request with its key, whatever else that request has. */
function returningEnded(operation: Operation, hasEnded: (intent: Intent, call: Call) => boolean): Change {
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, key } = submission;
    if (key === undefined || !isOneOf(operation, call)) return await before(submission, work);
    const { idempotency } = call.rules;
    const place = `${idempotency.extent(submission)}\n\n${idempotency.normalizeKey(key, submission)}`;
    const { replays, intents } = call.registry.store;
    const earlier = replays.get(place);
    const intent = [...intents.values()].find((one) => one.idempotencyKey === key && one.name === call.name);
    return earlier !== undefined && intent !== undefined && hasEnded(intent, call)
      ? earlier.answer
      : await before(submission, work);
  });
}

const isFinalized = (intent: Intent): boolean => intent.isFinalized;
const isUnpublished = ({ name, version }: Intent, { registry }: Call): boolean =>
  registry.store.volumes.get(name)?.get(version)?.status.state === "tombstoned";
const hasExpired = ({ state, expiresAt }: Intent, { now }: Call): boolean =>
  state === "expired" || expiresAt <= now;

export const endedKeys: FaultFile = {
  "audit/keys-of-ended-uploads-never-return-them-for-other-requests": {
    "keys-of-finalized-uploads-return-them-to-any-request": returningEnded(
      "createReleaseUpload",
      isFinalized,
    ),
    "keys-of-unpublished-uploads-return-them-to-any-request": returningEnded(
      "createReleaseUpload",
      isUnpublished,
    ),
    "keys-of-expired-uploads-return-them-to-any-request": returningEnded("createReleaseUpload", hasExpired),
    "keys-of-attached-uploads-return-them-to-any-request": returningEnded("createTrustUpload", isFinalized),
    "keys-of-expired-trust-uploads-return-them-to-any-request": returningEnded(
      "createTrustUpload",
      hasExpired,
    ),
  },
};
