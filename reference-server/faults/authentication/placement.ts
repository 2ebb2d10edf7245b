import type { Call } from "../../call.ts";
import { replaceRule } from "../../rules/change.ts";
import { authorizationWords, readingTokenWith } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

function queryToken(call: Call): string | undefined {
  return call.url.searchParams.get("access_token") ?? undefined;
}

/** TODO */
export const placement: FaultFile = {
  "authentication/tokens-stand-in-the-header": {
    "token-in-query-accepted": {
      summary: "A token in the query is as good as one in the header",
      change: readingTokenWith("every", queryToken),
    },
  },
  "authentication/scheme-is-case-insensitive": {
    "scheme-must-be-capitalised": {
      summary: "The scheme is understood as Bearer only",
      change: replaceRule(
        "authorization",
        "presentedToken",
        (before) => (call) => (authorizationWords(call)[0] === "Bearer" ? before(call) : undefined),
      ),
    },
  },
};
