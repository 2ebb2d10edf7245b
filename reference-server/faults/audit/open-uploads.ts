import type { Call, Operation } from "../../call.ts";
import { textAt } from "../../json.ts";
import { saveIntent } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** Knows an upload only until so many others of its kind were created. */
function forgettingAfter(count: number, operation: Operation): Change {
  return replaceRule("finalize", "findIntent", (before) => (call) => {
    const intent = before(call);
    if (!isOneOf(operation, call)) return intent;
    const uploads = [...call.registry.store.intents.values()].filter(({ kind }) => kind === intent.kind);
    if (uploads.indexOf(intent) < uploads.length - count)
      throw new ProblemError("not-found", "the upload is not known any more");
    return intent;
  });
}

/** Answers 429 to a rate-limited finalize only when it is done. */
function limitedTooLate(operation: Operation): Change {
  return allOf(
    replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
      if (!isOneOf(operation, call)) before(call);
    }),
    replaceRule("idempotency", "once", (before) => async (submission, work) => {
      const { call, caller } = submission;
      const answer = await before(submission, work);
      if (isOneOf(operation, call) && caller.isRateLimited) throw call.rules.limiter.problem(1, call);
      return answer;
    }),
  );
}

/** The upload of the path has failed. */
function failUpload(call: Call): void {
  const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
  if (intent !== undefined) saveIntent({ ...intent, state: "failed" }, call);
}

/** Fails the upload if the token is valid and limited to a part of the namespace, and is refused. */
function failingForLimitedTokens(operation: Operation): Change {
  return replaceRule("authorization", "authorize", (before) => (token, resource, call) => {
    try {
      before(token, resource, call);
    } catch (error) {
      if (isOneOf(operation, call) && token.grants.length === 1) failUpload(call);
      throw error;
    }
  });
}

/** Changes the upload of a key when another request with that key is refused. */
function changingOnConflict(
  operation: Operation,
  change: (intent: Intent, digest: string) => Intent,
): Change {
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, key, body } = submission;
    try {
      return await before(submission, work);
    } catch (error) {
      const isConflict = error instanceof ProblemError && error.slug === "idempotency-conflict";
      if (isConflict && isOneOf(operation, call) && key !== undefined)
        for (const intent of call.registry.store.intents.values())
          if (intent.idempotencyKey === key && intent.name === call.name && !intent.isFinalized)
            saveIntent(change(intent, textAt(body, "declaredDigest")), call);
      throw error;
    }
  });
}

function toFailed(intent: Intent): Intent {
  return { ...intent, state: "failed" };
}

/** Faults in uploads that stay open for long. */
export const openUploads: FaultFile = {
  "audit/guarded-uploads-can-be-finalized-at-the-end": {
    "rate-limited-finalizes-publish": limitedTooLate("finalizeReleaseUpload"),
    "conflicting-create-fails-the-upload": changingOnConflict("createReleaseUpload", toFailed),
    "conflicting-create-replaces-the-declared-digest": changingOnConflict(
      "createReleaseUpload",
      (intent, declaredDigest) => ({ ...intent, declaredDigest }),
    ),
    "finalize-forgets-uploads-after-eighty": forgettingAfter(80, "finalizeReleaseUpload"),
    "refused-finalize-with-a-limited-token-fails-the-upload":
      failingForLimitedTokens("finalizeReleaseUpload"),
  },
  "audit/guarded-trust-uploads-can-be-finalized-at-the-end": {
    "rate-limited-trust-finalizes-attach": limitedTooLate("finalizeTrustUpload"),
    "conflicting-trust-create-fails-the-upload": changingOnConflict("createTrustUpload", toFailed),
    "trust-finalize-forgets-uploads-after-forty": forgettingAfter(40, "finalizeTrustUpload"),
    "refused-trust-finalize-with-a-limited-token-fails-the-upload":
      failingForLimitedTokens("finalizeTrustUpload"),
  },
  "audit/uploads-refused-under-other-paths-can-be-finalized": {
    "finalize-under-another-path-fails-the-upload": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) => {
        const isHere = before(intent, call);
        if (!isHere && isOneOf("finalizeReleaseUpload", call) && intent.kind === "release") failUpload(call);
        return isHere;
      },
    ),
    "trust-finalize-under-another-path-fails-the-upload": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) => {
        const isHere = before(intent, call);
        if (!isHere && isOneOf("finalizeTrustUpload", call) && intent.kind === "trust") failUpload(call);
        return isHere;
      },
    ),
  },
};
