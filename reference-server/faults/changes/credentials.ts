/** Changes of which credentials are accepted. */
import type { Call } from "../../call.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import { authorizationWords, readingTokenWith } from "./tokens.ts";

/** Finds tokens that were used before, also by a text that `isAlike`. */
export function acceptingAlike(
  operations: Operations,
  isAlike: (known: string, text: string) => boolean,
): Change {
  return (rules) => {
    const known = new Set<string>();
    return replaceRule("authorization", "findToken", (before) => (text, call) => {
      const token = before(text, call);
      if (token !== undefined) known.add(text);
      if (token !== undefined || !isOneOf(operations, call)) return token;
      const alike = [...known].find((one) => isAlike(one, text));
      return alike === undefined ? undefined : before(alike, call);
    })(rules);
  };
}

function hasOneOtherCharacter(one: string, other: string): boolean {
  const different = [...one].filter((character, index) => character !== other.charAt(index));
  return one.length === other.length && different.length === 1;
}

/** `Authorization` values from which a token is read: in quotes, or the first of a list. */
export const patterns: Readonly<Record<string, RegExp>> = {
  "token-in-quotes": /^Bearer "(.*)"$/,
  "a-list-of-tokens": /^Bearer ([^ ,]+),/,
};

/** Reads the token that a pattern finds in the `Authorization` header. */
export function acceptingPattern(pattern: RegExp, operations: Operations): Change {
  return readingTokenWith(
    operations,
    (call) => pattern.exec(call.request.headers.get("authorization") ?? "")?.[1],
  );
}

/** Reads the user of the Basic scheme as a token. */
export function acceptingBasicUser(operations: Operations): Change {
  return readingTokenWith(operations, (call) => {
    const [scheme, text = ""] = authorizationWords(call);
    return scheme === "Basic" ? Buffer.from(text, "base64").toString("utf8").split(":")[0] : undefined;
  });
}

/** Ways of comparing tokens that are not exact. */
export const comparisons: Readonly<Record<string, (known: string, text: string) => boolean>> = {
  "in-any-case": (known, text) => known.toLowerCase() === text.toLowerCase(),
  "with-one-other-character": hasOneOtherCharacter,
  "without-its-end": (known, text) => known.startsWith(text),
  "without-its-beginning": (known, text) => known.endsWith(text),
  "with-another-end": (known, text) => known.slice(0, 14) === text.slice(0, 14),
};

/** Reads the whole value of a header. */
export function header(name: string): (call: Call) => string | undefined {
  return (call) => call.request.headers.get(name) ?? undefined;
}

/** Reads the cookie `token`. */
export function cookie(call: Call): string | undefined {
  return /\btoken=([^;]+)/.exec(call.request.headers.get("cookie") ?? "")?.[1];
}

/** Reads the query member `access_token`. */
export function query(call: Call): string | undefined {
  return call.url.searchParams.get("access_token") ?? undefined;
}
