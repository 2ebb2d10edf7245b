import { objectAt } from "../../json.ts";
import { replaceRule, without } from "../../rules/change.ts";
import { setting } from "../changes/documents.ts";
import {
  comparingKeyPlace,
  conflicting,
  droppingBytesInRepeats,
  ignoringMembers,
  keepingLastRequest,
  repeating,
  sharingKeys,
  staleUrlInRepeats,
} from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in repeated creates of trust uploads. */
export const createTrust: FaultFile = {
  "idempotency/repeated-trust-creates-do-not-conflict": {
    "repeated-trust-create-conflicts": conflicting("createTrustUpload"),
    "repeated-trust-create-conflicts-after-another-request": {
      summary:
        "A key of a trust create belongs to the last request that had it, also if that request had a conflict",
      change: keepingLastRequest("createTrustUpload"),
    },
    "trust-create-key-place-counts": {
      summary: "Whether the key is in the header or the body counts as a parameter",
      change: comparingKeyPlace("createTrustUpload"),
    },
  },
  "idempotency/repeated-trust-creates-return-the-same-upload": {
    "trust-create-ignores-keys": repeating("createTrustUpload", (_submission, work) => work()),
    "repeated-trust-create-has-a-stale-upload-url": {
      summary: "The response to a repeated trust create has an upload URL that leads nowhere",
      change: staleUrlInRepeats("createTrustUpload"),
    },
    "repeated-trust-create-drops-the-bytes": droppingBytesInRepeats("createTrustUpload"),
  },
  "idempotency/keys-of-trust-creates-conflict-with-another-digest": {
    "trust-create-key-ignores-digest": ignoringMembers("createTrustUpload", "declaredDigest"),
  },
  "idempotency/keys-of-trust-creates-conflict-with-another-size": {
    "trust-create-key-ignores-size": ignoringMembers("createTrustUpload", "declaredSize"),
  },
  "idempotency/keys-of-trust-creates-conflict-with-another-subject": {
    "trust-create-key-ignores-subject": ignoringMembers("createTrustUpload", "subject"),
  },
  "idempotency/keys-of-trust-creates-conflict-with-another-format": {
    "trust-create-key-ignores-format": ignoringMembers("createTrustUpload", "attachment"),
    "trust-create-key-ignores-the-version-of-the-format": replaceRule(
      "idempotency",
      "fingerprint",
      (before) => (submission) => {
        const format = without(objectAt(objectAt(submission.body, "attachment"), "format"), "version");
        return before({ ...submission, body: { ...submission.body, attachment: { format } } });
      },
    ),
  },
  "idempotency/trust-intents-repeat-the-idempotency-key": {
    "trust-intent-has-another-key": setting("createTrustUpload", "idempotencyKey", "a-key-of-its-own"),
  },
  "idempotency/keys-never-return-trust-uploads-of-other-releases": {
    "key-reaches-other-versions-of-the-release": {
      summary: "A key returns its trust upload for requests to other versions of the volume",
      change: replaceRule("idempotency", "once", (before) => async (submission, work) => {
        const { call, body } = submission;
        if (call.operation !== "createTrustUpload") return await before(submission, work);
        const url = new URL(call.url);
        url.pathname = call.name;
        return await before({ ...submission, body: without(body, "subject"), call: { ...call, url } }, work);
      }),
    },
    "key-reaches-other-releases": {
      summary: "A key returns its trust upload for requests to other releases",
      change: sharingKeys(["createTrustUpload"]),
    },
  },
};
