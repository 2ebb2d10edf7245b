import { findRelease } from "../../lookup.ts";
import { onlyWhen } from "../../rules/change.ts";
import { conflicting, forgetting, repeating, sharingKeys } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const finalizeTrust: FaultFile = {
  "idempotency/repeated-trust-finalizes-do-not-conflict": {
    "repeated-trust-finalize-conflicts": {
      summary: "Repeating a request with its key is a conflict",
      change: conflicting("finalizeTrustUpload"),
    },
  },
  "idempotency/repeated-trust-finalizes-attach-once": {
    "trust-finalize-forgets-keys": {
      summary: "A repeated finalize of a trust upload is a conflict of states",
      change: forgetting("finalizeTrustUpload"),
    },
    "repeated-trust-finalize-attaches-again": {
      summary: "A repeated finalize of a trust upload answers the same attachment and attaches another",
      change: repeating("finalizeTrustUpload", ({ call }) => {
        const release = findRelease(call.name, call.version, call);
        const attachment = release?.attachments.at(-1);
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
  "idempotency/trust-finalizes-never-give-another-attachment": {
    "key-reaches-other-trust-finalizes": {
      summary: "A key gives its attachment to finalizes of other uploads",
      change: sharingKeys(["finalizeTrustUpload"]),
    },
    "header-key-reaches-other-trust-finalizes": {
      summary: "A key in the header gives its attachment to finalizes of other uploads",
      change: onlyWhen(
        (call) => call.request.headers.has("idempotency-key"),
        sharingKeys(["finalizeTrustUpload"]),
      ),
    },
  },
};
