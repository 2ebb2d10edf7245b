/** Changes of who a request is from, and of what a token allows. */
import type { Call, Operation } from "../../call.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Action, Token } from "../../tokens.ts";

/** The operations that publish a release. */
export const publishing: readonly Operation[] = ["createReleaseUpload", "finalizeReleaseUpload"];

/** The operations that attach a trust artifact. */
export const trustUpload: readonly Operation[] = ["createTrustUpload", "finalizeTrustUpload"];

/** A token that allows everything. */
export const unlimitedToken: Token = {
  subject: "anybody",
  grants: ["publish", "unpublish", "trust"],
  resources: ["*"],
  expiresAt: undefined,
  isRevoked: false,
  isRateLimited: false,
};

/** Reads a token with `read` from requests in which the rule finds none. */
export function readingTokenWith(operations: Operations, read: (call: Call) => string | undefined): Change {
  return replaceRule(
    "authorization",
    "presentedToken",
    (before) => (call) => before(call) ?? (isOneOf(operations, call) ? read(call) : undefined),
  );
}

/** Treats requests that `isAccepted` as if they had a token that allows everything. */
export function authenticating(operations: Operations, isAccepted: (call: Call) => boolean): Change {
  return replaceRule(
    "authorization",
    "authenticate",
    (before) => (call) => (isOneOf(operations, call) && isAccepted(call) ? unlimitedToken : before(call)),
  );
}

/** The words of the `Authorization` header. */
export function authorizationWords(call: Call): readonly string[] {
  return (call.request.headers.get("authorization") ?? "").split(" ");
}

/** Accepts a token with the grant `held` whatever grant the operation needs. */
export function granting(held: Action, operations: Operations): Change {
  return replaceRule(
    "authorization",
    "grants",
    (before) => (token, action, call) =>
      before(token, action, call) || (isOneOf(operations, call) && token.grants.includes(held)),
  );
}
