import { isJsonObject, objectAt } from "../../json.ts";
import { type ProblemSlug, ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule, without } from "../../rules/change.ts";
import { conflicting, forgetting, repeating, sharingKeys } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** Rejects a repeated create whose upload was finalized. */
function refusingFinished(slug: ProblemSlug): Change {
  return repeating("createReleaseUpload", ({ call, key }) => {
    const isFinished = [...call.registry.store.intents.values()].some(
      (intent) => intent.name === call.name && intent.idempotencyKey === key && intent.isFinalized,
    );
    return isFinished ? Promise.reject(new ProblemError(slug, "the upload was finalized")) : undefined;
  });
}

/** Faults in repeated finalizes of release uploads. */
export const finalizeRelease: FaultFile = {
  "idempotency/repeated-finalizes-do-not-conflict": {
    "repeated-finalize-conflicts": conflicting("finalizeReleaseUpload"),
    "repeated-finalize-answers-200": replaceRule("idempotency", "replay", (before) => (answer, call) => {
      const again = before(answer, call);
      return call.operation === "finalizeReleaseUpload" ? { ...again, status: 200 } : again;
    }),
  },
  "idempotency/repeated-finalizes-return-the-same-release": {
    "repeated-finalize-lacks-external-dependencies": {
      leads: "audit/equal-manifests-declare-the-same",
      change: replaceRule("idempotency", "replay", (before) => (answer, call) => {
        const again = before(answer, call);
        if (call.operation !== "finalizeReleaseUpload" || !isJsonObject(again.body)) return again;
        const release = without(objectAt(again.body, "release"), "externalDependencies");
        return { ...again, body: { ...again.body, release } };
      }),
    },
    "finalize-ignores-keys": forgetting("finalizeReleaseUpload"),
  },
  "idempotency/creates-of-finished-uploads-may-be-repeated": {
    "finalized-create-repeated-answers-not-found": {
      leads: "every-response/endpoints-answer-their-own-problems",
      change: refusingFinished("not-found"),
    },
    "finalized-create-repeated-answers-idempotency-conflict": refusingFinished("idempotency-conflict"),
  },
  "idempotency/finalizes-never-return-another-release": {
    "key-reaches-other-finalizes": {
      summary: "A key returns its release for finalizes of other uploads",
      change: sharingKeys(["finalizeReleaseUpload"]),
    },
  },
  "idempotency/finalizes-never-return-another-version": {
    "key-reaches-other-versions-of-the-volume": {
      summary: "A key returns its release for finalizes of other uploads of the volume",
      change: replaceRule("idempotency", "once", (before) => async (submission, work) => {
        const { call } = submission;
        if (call.operation !== "finalizeReleaseUpload") return await before(submission, work);
        const url = new URL(call.url);
        url.pathname = call.name;
        return await before({ ...submission, call: { ...call, url } }, work);
      }),
    },
  },
  "idempotency/finalizes-never-return-a-create-response": {
    "key-reaches-other-operations": {
      summary: "A key returns the intent of a create for the finalize",
      change: sharingKeys(["createReleaseUpload", "finalizeReleaseUpload"], () => ""),
    },
  },
};
