import type { Call, Operation } from "../../call.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** Answers a conflict to the request whose key was used before, once something has happened to its upload or its volume. */
function conflictingOnce(
  operation: Operation,
  hasHappened: (call: Call, intent: Intent | undefined) => boolean,
): Change {
  const used = new WeakMap<object, Set<string>>();
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, key } = submission;
    if (key === undefined || !isOneOf(operation, call)) return await before(submission, work);
    const keys = used.get(call.registry) ?? new Set<string>();
    used.set(call.registry, keys);
    const place = `${key} ${call.url.pathname}`;
    const intents = [...call.registry.store.intents.values()];
    const intent = intents.find(
      (one) => one.uploadId === call.parameters["uploadId"] || one.idempotencyKey === key,
    );
    if (keys.has(place) && hasHappened(call, intent))
      throw call.rules.idempotency.conflict("the key was used for a request of another time", call);
    keys.add(place);
    return await before(submission, work);
  });
}

function hasState(state: string): (call: Call) => boolean {
  return (call) => releasesOf(call.name, call).some(({ status }) => status.state === state);
}

/** True while the release of the request has this state. */
function isNow(state: string): (call: Call, intent: Intent | undefined) => boolean {
  return (call, intent) => {
    const version = call.version === "" ? (intent?.version ?? "") : call.version;
    return findRelease(call.name, version, call)?.status.state === state;
  };
}

function hasExpired({ now }: Call, intent: Intent | undefined): boolean {
  return intent !== undefined && intent.expiresAt <= now && !intent.isFinalized;
}

/** Faults in requests that are sent again with their key. */
export const keyedWrites: FaultFile = {
  "audit/keyed-writes-never-conflict-with-themselves": {
    "keyed-finalizes-conflict-once-the-volume-has-a-yanked-release": conflictingOnce(
      "finalizeReleaseUpload",
      hasState("yanked"),
    ),
    "keyed-finalizes-conflict-while-the-release-is-blocked": conflictingOnce(
      "finalizeReleaseUpload",
      isNow("blocked"),
    ),
    "keyed-trust-creates-conflict-while-the-release-is-yanked": conflictingOnce(
      "createTrustUpload",
      isNow("yanked"),
    ),
    "keyed-trust-finalizes-conflict-while-the-release-is-yanked": conflictingOnce(
      "finalizeTrustUpload",
      isNow("yanked"),
    ),
    "keyed-creates-conflict-once-their-upload-has-failed": conflictingOnce(
      "createReleaseUpload",
      (_call, intent) => intent?.state === "failed",
    ),
    "keyed-creates-conflict-once-their-upload-has-expired": conflictingOnce(
      "createReleaseUpload",
      hasExpired,
    ),
    "keyed-creates-conflict-once-another-upload-is-published": conflictingOnce(
      "createReleaseUpload",
      (call, intent) =>
        intent?.isFinalized === false && findRelease(call.name, intent.version, call) !== undefined,
    ),
    "keyed-trust-creates-conflict-once-their-upload-has-expired": conflictingOnce(
      "createTrustUpload",
      hasExpired,
    ),
    "keyed-trust-creates-conflict-once-their-upload-is-finalized": conflictingOnce(
      "createTrustUpload",
      (_call, intent) => intent?.isFinalized === true,
    ),
    "keyed-trust-finalizes-conflict-once-the-bytes-have-come": conflictingOnce(
      "finalizeTrustUpload",
      (_call, intent) => intent?.bytes !== undefined && !intent.isFinalized,
    ),
    "keyed-creates-conflict-once-their-upload-is-finalized": conflictingOnce(
      "createReleaseUpload",
      (_call, intent) => intent?.isFinalized === true,
    ),
  },
};
