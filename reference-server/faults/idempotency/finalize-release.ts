import { type ProblemSlug, Refusal } from "../../refusal.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { conflicting, forgetting, repeating, sharingKeys } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** Refuses the repetition of a creation whose upload was finalized. */
function refusingFinished(slug: ProblemSlug): Change {
  return repeating("createReleaseUpload", ({ call, key }) => {
    const isFinished = [...call.registry.store.intents.values()].some(
      (intent) => intent.name === call.name && intent.idempotencyKey === key && intent.isFinalized,
    );
    return isFinished ? Promise.reject(new Refusal(slug, "the upload was finalized")) : undefined;
  });
}

/** TODO */
export const finalizeRelease: FaultFile = {
  "idempotency/repeated-finalizes-do-not-conflict": {
    "repeated-finalize-conflicts": {
      summary: "Repeating a request with its key is a conflict",
      change: conflicting("finalizeReleaseUpload"),
    },
    "repeated-finalize-answers-200": {
      summary: "Repeating a finalize with its key answers 200",
      change: replaceRule("idempotency", "replay", (before) => (answer, call) => {
        const again = before(answer, call);
        return call.operation === "finalizeReleaseUpload" ? { ...again, status: 200 } : again;
      }),
    },
  },
  "idempotency/repeated-finalizes-give-the-same-release": {
    "finalize-forgets-keys": {
      summary: "A repeated finalize is a conflict of states",
      change: forgetting("finalizeReleaseUpload"),
    },
  },
  "idempotency/creates-of-finished-uploads-may-be-repeated": {
    "finished-create-is-not-found": {
      summary: "Repeating a creation with its key is not-found once its upload was finalized",
      change: refusingFinished("not-found"),
    },
    "finished-create-is-idempotency-conflict": {
      summary: "Repeating a creation with its key is idempotency-conflict once its upload was finalized",
      change: refusingFinished("idempotency-conflict"),
    },
  },
  "idempotency/finalizes-never-give-another-release": {
    "key-reaches-other-finalizes": {
      summary: "A key gives its release to finalizes of other uploads",
      change: sharingKeys(["finalizeReleaseUpload"]),
    },
  },
  "idempotency/creation-keys-do-not-answer-finalizes": {
    "key-reaches-other-operations": {
      summary: "A key gives the creation's answer to the finalize",
      change: sharingKeys(["createReleaseUpload", "finalizeReleaseUpload"], () => ""),
    },
  },
};
