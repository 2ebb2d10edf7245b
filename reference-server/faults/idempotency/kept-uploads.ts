import type { Operation } from "../../call.ts";
import { textAt } from "../../json.ts";
import { saveIntent } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import { repeating } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

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
      if (isConflict && call.operation === operation && key !== undefined)
        for (const intent of call.registry.store.intents.values())
          if (intent.idempotencyKey === key && intent.name === call.name && !intent.isFinalized)
            saveIntent(change(intent, textAt(body, "declaredDigest")), call);
      throw error;
    }
  });
}

/** Faults in what creates with a used key do to the upload of that key. */
export const keptUploads: FaultFile = {
  "idempotency/conflicting-creates-keep-the-upload": {
    "conflicting-create-fails-the-upload": changingOnConflict("createReleaseUpload", (intent) => ({
      ...intent,
      state: "failed",
    })),
    "conflicting-create-replaces-the-declared-digest": changingOnConflict(
      "createReleaseUpload",
      (intent, declaredDigest) => ({ ...intent, declaredDigest }),
    ),
  },
  "idempotency/repeated-creates-keep-the-upload": {
    "repeated-create-forgets-the-bytes": repeating("createReleaseUpload", (submission) => {
      const { call, key } = submission;
      for (const intent of call.registry.store.intents.values())
        if (intent.idempotencyKey === key && intent.name === call.name && !intent.isFinalized)
          saveIntent({ ...intent, bytes: undefined, state: "pending-upload" }, call);
      return undefined;
    }),
  },
  "idempotency/conflicting-trust-creates-keep-the-upload": {
    "conflicting-trust-create-fails-the-upload": changingOnConflict("createTrustUpload", (intent) => ({
      ...intent,
      state: "failed",
    })),
  },
};
