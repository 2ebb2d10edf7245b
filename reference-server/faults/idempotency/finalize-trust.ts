import { findRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, onlyWhen, replaceRule } from "../../rules/change.ts";
import {
  conflicting,
  forgetting,
  keepingKeysOfVolumes,
  normalizingFor,
  onlyWithKey,
  repeating,
  sharingKeys,
} from "../changes/idempotency.ts";
import { meets } from "../changes/circumstances.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in repeated finalizes of trust uploads. */
export const finalizeTrust: FaultFile = {
  "idempotency/repeated-trust-finalizes-do-not-conflict": {
    "repeated-trust-finalize-conflicts": conflicting("finalizeTrustUpload"),
  },
  "idempotency/repeated-trust-finalizes-attach-once": {
    "trust-finalize-ignores-keys": forgetting("finalizeTrustUpload"),
    "repeated-trust-finalize-attaches-again": {
      summary: "A repeated finalize returns the same attachment, and adds another",
      change: repeating("finalizeTrustUpload", ({ call }) => {
        const release = findRelease(call.name, call.version, call);
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        const attachment = release?.attachments.find(({ digest }) => digest === intent?.declaredDigest);
        if (release !== undefined && attachment !== undefined) {
          call.rules.trust.attach(
            release,
            { ...attachment, id: call.rules.trust.newAttachmentId(call) },
            call,
          );
        }
        return undefined;
      }),
    },
  },
  "idempotency/trust-finalizes-take-the-key-from-the-header": {
    "trust-finalize-compares-the-keys-of-a-volume-without-case": allOf(
      keepingKeysOfVolumes("finalizeTrustUpload"),
      normalizingFor("finalizeTrustUpload", (key) => key.toLowerCase()),
    ),
    "trust-finalize-needs-a-key-in-the-body": replaceRule(
      "idempotency",
      "keyOf",
      (before) => (body, call) => {
        if (call.operation === "finalizeTrustUpload" && !Object.hasOwn(body, "idempotencyKey"))
          throw new ProblemError("validation-failed", "idempotencyKey is absent");
        return before(body, call);
      },
    ),
  },
  "idempotency/trust-finalizes-with-the-key-in-the-header-attach-once": {
    "trust-finalize-ignores-a-key-in-the-header-alone": replaceRule(
      "idempotency",
      "keyOf",
      (before) => (body, call) => {
        const key = before(body, call);
        return call.operation === "finalizeTrustUpload" ? call.rules.idempotency.bodyKey(body, call) : key;
      },
    ),
  },
  "idempotency/keys-of-trust-finalizes-that-are-not-strings-are-refused": {
    "trust-finalize-ignores-keys-that-are-not-strings": replaceRule(
      "idempotency",
      "bodyKey",
      (before) => (body, call) =>
        call.operation === "finalizeTrustUpload" && typeof body["idempotencyKey"] !== "string"
          ? undefined
          : before(body, call),
    ),
  },
  "idempotency/trust-finalizes-never-return-another-attachment": {
    "key-reaches-other-trust-finalizes": {
      summary: "A key returns its attachment for finalizes of other uploads",
      change: sharingKeys(["finalizeTrustUpload"]),
    },
    "key-reaches-other-unscoped-trust-finalizes": {
      summary: "In unscoped volumes, a key returns its attachment for finalizes of other uploads",
      change: onlyWhen(meets("unscoped"), sharingKeys(["finalizeTrustUpload"])),
    },
    "header-key-reaches-other-trust-finalizes": {
      summary: "A key in the header returns its attachment for finalizes of other uploads",
      change: onlyWithKey(sharingKeys(["finalizeTrustUpload"])),
    },
  },
  "idempotency/trust-finalizes-never-return-a-create-response": {
    "key-of-the-release-finalize-reaches-the-trust-finalize": {
      summary: "The key of a finalize returns the release for the trust finalize",
      change: sharingKeys(["finalizeReleaseUpload", "finalizeTrustUpload"], () => ""),
    },
    "key-reaches-the-trust-finalize": {
      summary: "A key returns the intent of a trust create for the trust finalize",
      change: sharingKeys(["createTrustUpload", "finalizeTrustUpload"], () => ""),
    },
  },
};
