import type { Call } from "../../call.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Token } from "../../tokens.ts";
import { authenticating } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Whether an answer is stored for the key in the header. */
function hasKnownKey(call: Call): boolean {
  const key = call.request.headers.get("idempotency-key");
  return (
    key !== null && [...call.registry.store.replays.keys()].some((place) => place.endsWith(`\n\n${key}`))
  );
}

/** Takes such a request without a usable token for one of the caller who used its key before. */
function rememberingCallers(isMeant: (call: Call) => boolean): Change {
  const callers = new WeakMap<object, Map<string, Token>>();
  return replaceRule("authorization", "authenticate", (before) => (call) => {
    const known = callers.get(call.registry) ?? new Map<string, Token>();
    callers.set(call.registry, known);
    const key = call.request.headers.get("idempotency-key");
    const place = `${key} ${call.url.pathname}`;
    const caller = key === null ? undefined : known.get(place);
    if (caller !== undefined && isMeant(call)) return caller;
    const token = before(call);
    if (key !== null && !known.has(place)) known.set(place, token);
    return token;
  });
}

function hasNoToken(call: Call): boolean {
  return !call.request.headers.has("authorization");
}

function hasRevokedToken(call: Call): boolean {
  const { authorization } = call.rules;
  const text = authorization.presentedToken(call);
  const token = text === undefined ? undefined : authorization.findToken(text, call);
  return token !== undefined && authorization.isRevoked(token, call);
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
    "known-keys-need-no-header": rememberingCallers(hasNoToken),
    "known-keys-are-answered-to-revoked-callers": rememberingCallers(hasRevokedToken),
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
