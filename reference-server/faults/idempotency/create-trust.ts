import { setting } from "../changes/documents.ts";
import {
  comparingKeyPlace,
  conflicting,
  ignoringMembers,
  repeating,
  sharingKeys,
} from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const createTrust: FaultFile = {
  "idempotency/repeated-trust-creates-do-not-conflict": {
    "repeated-trust-create-conflicts": {
      summary: "Repeating a request with its key is a conflict",
      change: conflicting("createTrustUpload"),
    },
    "trust-create-key-place-counts": {
      summary: "Whether the key is in the header or in the body is a parameter of the request",
      change: comparingKeyPlace("createTrustUpload"),
    },
  },
  "idempotency/repeated-trust-creates-name-the-same-upload": {
    "trust-create-forgets-keys": {
      summary: "A repeated creation makes another trust upload",
      change: repeating("createTrustUpload", (_submission, work) => work()),
    },
  },
  "idempotency/keys-of-trust-creates-conflict-with-another-digest": {
    "trust-create-overlooks-digest": {
      summary: "A key may come back with another digest",
      change: ignoringMembers("createTrustUpload", "declaredDigest"),
    },
  },
  "idempotency/keys-of-trust-creates-conflict-with-another-size": {
    "trust-create-overlooks-size": {
      summary: "A key may come back with another size",
      change: ignoringMembers("createTrustUpload", "declaredSize"),
    },
  },
  "idempotency/keys-of-trust-creates-conflict-with-another-format": {
    "trust-create-overlooks-format": {
      summary: "A key may come back with another format",
      change: ignoringMembers("createTrustUpload", "attachment"),
    },
  },
  "idempotency/trust-intents-echo-their-key": {
    "trust-intent-echoes-other-key": {
      summary: "A trust intent shows a key of its own",
      change: setting("createTrustUpload", "idempotencyKey", "a-key-of-its-own"),
    },
  },
  "idempotency/other-releases-never-get-this-trust-upload": {
    "key-reaches-other-releases": {
      summary: "A key gives its trust upload to requests for other releases",
      change: sharingKeys(["createTrustUpload"]),
    },
  },
};
