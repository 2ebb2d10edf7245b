import type { Operation } from "../../call.ts";
import { isJsonObject, objectAt } from "../../json.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Forgets the key of an upload as soon as its bytes have arrived. */
function forgettingAfterTransfer(operation: Operation): Change {
  return replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, key } = submission;
    const hasBytes = [...call.registry.store.intents.values()].some(
      (intent) => intent.name === call.name && intent.idempotencyKey === key && intent.bytes !== undefined,
    );
    const isForgotten = key !== undefined && hasBytes && isOneOf(operation, call);
    return await (isForgotten ? work() : before(submission, work));
  });
}

/** Faults in creates with a key that was used before. */
export const repeatedCreates: FaultFile = {
  "audit/keys-of-open-uploads-are-remembered": {
    "create-forgets-its-key-after-the-transfer": forgettingAfterTransfer("createReleaseUpload"),
    "trust-create-forgets-its-key-after-the-transfer": forgettingAfterTransfer("createTrustUpload"),
  },
  "audit/repeated-creates-describe-the-same-upload": {
    "repeated-trust-create-returns-another-category": replaceRule(
      "idempotency",
      "replay",
      (before) => (answer, call) => {
        const replayed = before(answer, call);
        const { body } = replayed;
        if (!isOneOf("createTrustUpload", call) || !isJsonObject(body) || body instanceof Uint8Array)
          return replayed;
        return {
          ...replayed,
          body: { ...body, attachment: { ...objectAt(body, "attachment"), category: "repeated" } },
        };
      },
    ),
  },
};
