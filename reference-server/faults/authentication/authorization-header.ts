import type { Call } from "../../call.ts";
import { replaceRule } from "../../rules/change.ts";
import { authorizationWords, readingTokenWith } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

function queryToken(call: Call): string | undefined {
  return call.url.searchParams.get("access_token") ?? undefined;
}

/** Faults in where the token is read. */
export const authorizationHeader: FaultFile = {
  "authentication/tokens-are-accepted-only-in-the-header": {
    "token-in-query-accepted": {
      leads: "authentication/publishing-refuses-tokens-in-the-query",
      change: readingTokenWith("every", queryToken),
    },
  },
  "authentication/scheme-is-case-insensitive": {
    "scheme-is-case-sensitive": replaceRule(
      "authorization",
      "presentedToken",
      (before) => (call) => (authorizationWords(call)[0] === "Bearer" ? before(call) : undefined),
    ),
  },
};
