import type { Call } from "../../call.ts";
import { replaceRule } from "../../rules/change.ts";
import { authenticating } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** The key in the header is one for which an answer is remembered. */
function hasKnownKey(call: Call): boolean {
  const key = call.request.headers.get("idempotency-key");
  return (
    key !== null && [...call.registry.store.replays.keys()].some((place) => place.endsWith(`\n\n${key}`))
  );
}

/** Faults in tokens of repeated requests. */
export const repeatedRequests: FaultFile = {
  "authentication/repeated-requests-need-a-token": {
    "known-key-needs-no-token": {
      summary: "A request with a remembered idempotency key is accepted with any token or none",
      change: authenticating("createReleaseUpload", hasKnownKey),
    },
    "known-key-of-a-finalize-needs-no-token": {
      summary: "A finalize with a remembered idempotency key is accepted with any token or none",
      change: authenticating("finalizeReleaseUpload", hasKnownKey),
    },
    "known-key-accepts-expired-tokens": replaceRule(
      "authorization",
      "isExpired",
      (before) => (token, call) => !hasKnownKey(call) && before(token, call),
    ),
    "known-key-needs-no-authority": replaceRule(
      "authorization",
      "covers",
      (before) => (token, resource, call) => hasKnownKey(call) || before(token, resource, call),
    ),
  },
  "authentication/repeated-trust-requests-need-a-token": {
    "known-key-of-a-trust-create-needs-no-token": {
      summary: "A trust create with a remembered idempotency key is accepted with any token or none",
      change: authenticating("createTrustUpload", hasKnownKey),
    },
    "known-key-of-a-trust-finalize-needs-no-token": {
      summary: "A trust finalize with a remembered idempotency key is accepted with any token or none",
      change: authenticating("finalizeTrustUpload", hasKnownKey),
    },
  },
};
