/** Changes that accept requests without a usable token. */
import type { Call } from "../../call.ts";
import type { AuthorizationRules } from "../../rules/authorization.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Token } from "../../tokens.ts";
import { authenticating, authorizationWords, readingTokenWith, unlimitedToken } from "./tokens.ts";

/** Lets tokens pass that have expired or were revoked. */
export function withoutRule(rule: "isExpired" | "isRevoked", operations: Operations): Change {
  return replaceRule(
    "authorization",
    rule,
    (before: AuthorizationRules[typeof rule]) => (token: Token, call: Call) =>
      !isOneOf(operations, call) && before(token, call),
  );
}

/** Answers 403 to those of them that a test holds for, in place of 401. */
export function forbidding(
  rule: "isExpired" | "isRevoked",
  isIt: (token: Token) => boolean = () => true,
): Change {
  return replaceRule(
    "authorization",
    rule,
    (before: AuthorizationRules[typeof rule]) => (token: Token, call: Call) => {
      const hasEnded = before(token, call);
      if (hasEnded && isIt(token)) throw new ProblemError("authorization-failed", "the token has ended");
      return hasEnded;
    },
  );
}

const decoded = (text: string): string =>
  Buffer.from(text, "base64").toString("utf8").split(":").at(-1) ?? "";

export function acceptingNoToken(operations: Operations): Change {
  return authenticating(operations, (call) => !call.request.headers.has("authorization"));
}

export function acceptingEmptyBearer(operations: Operations): Change {
  return authenticating(operations, (call) => authorizationWords(call).join("") === "Bearer");
}

export function acceptingBareToken(operations: Operations): Change {
  return readingTokenWith(operations, (call) =>
    authorizationWords(call).length === 1 ? authorizationWords(call)[0] : undefined,
  );
}

/** Reads the token that follows `scheme`, whatever follows it. */
export function acceptingScheme(scheme: string, operations: Operations): Change {
  return readingTokenWith(operations, (call) =>
    authorizationWords(call)[0] === scheme ? authorizationWords(call)[1] : undefined,
  );
}

/** Reads the password of the Basic scheme as a token. */
export function acceptingBasic(operations: Operations): Change {
  return readingTokenWith(operations, (call) =>
    authorizationWords(call)[0] === "Basic" ? decoded(authorizationWords(call)[1] ?? "") : undefined,
  );
}

export function acceptingUnknownToken(operations: Operations): Change {
  return replaceRule(
    "authorization",
    "findToken",
    (before) => (text, call) =>
      before(text, call) ?? (isOneOf(operations, call) ? unlimitedToken : undefined),
  );
}

/** Finds a token by its text with one more character. */
export function acceptingTokenWithSuffix(operations: Operations): Change {
  return replaceRule(
    "authorization",
    "findToken",
    (before) => (text, call) =>
      before(text, call) ?? (isOneOf(operations, call) ? before(text.slice(0, -1), call) : undefined),
  );
}
