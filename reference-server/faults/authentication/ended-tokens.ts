import type { Call } from "../../call.ts";
import type { AuthorizationRules } from "../../rules/authorization.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Token } from "../../tokens.ts";
import { publishing, trustUpload } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Once it was accepted in one of these operations, a token is accepted there for ever. */
function rememberingTokens(rule: "isExpired" | "isRevoked", operations: Operations): Change {
  return replaceRule("authorization", rule, (before: AuthorizationRules[typeof rule]) => {
    const accepted = new Set<string>();
    return (token: Token, call: Call) => {
      if (!isOneOf(operations, call)) return before(token, call);
      const isEnded = before(token, call) && !accepted.has(token.subject);
      if (!isEnded) accepted.add(token.subject);
      return isEnded;
    };
  });
}

/** Faults in which a registry remembers whom it has accepted. */
export const endedTokens: FaultFile = {
  "authentication/publishing-refuses-tokens-once-they-are-revoked": {
    "create-remembers-tokens-that-are-revoked-later": rememberingTokens("isRevoked", "createReleaseUpload"),
    "finalize-remembers-tokens-that-are-revoked-later": rememberingTokens(
      "isRevoked",
      "finalizeReleaseUpload",
    ),
    "tokens-that-are-revoked-later-are-remembered": rememberingTokens("isRevoked", "every"),
  },
  "authentication/trust-upload-refuses-tokens-once-they-are-revoked": {
    "trust-upload-remembers-tokens-that-are-revoked-later": rememberingTokens("isRevoked", trustUpload),
  },
  "authentication/unpublish-refuses-tokens-once-they-are-revoked": {
    "unpublish-remembers-tokens-that-are-revoked-later": rememberingTokens("isRevoked", "unpublishVersion"),
  },
  "authentication/publishing-refuses-tokens-once-they-expire": {
    "publishing-remembers-tokens-that-expire-later": rememberingTokens("isExpired", publishing),
  },
  "authentication/trust-upload-refuses-tokens-once-they-expire": {
    "trust-upload-remembers-tokens-that-expire-later": rememberingTokens("isExpired", trustUpload),
  },
  "authentication/unpublish-refuses-tokens-once-they-expire": {
    "unpublish-remembers-tokens-that-expire-later": rememberingTokens("isExpired", "unpublishVersion"),
  },
};
