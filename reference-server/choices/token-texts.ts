import { newUuid } from "../random.ts";
import type { Registry } from "../call.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** Gives the token that the hook gave for an equal request. */
function keepingHookTokens(): Change {
  const given = new WeakMap<Registry, Map<string, string>>();
  return replaceRule("authorization", "tokenOfHook", (before) => (request, registry, issue) => {
    const tokens = given.get(registry) ?? new Map<string, string>();
    given.set(registry, tokens);
    const key = JSON.stringify(request);
    const token = tokens.get(key) ?? before(request, registry, issue);
    tokens.set(key, token);
    return token;
  });
}

/** The texts of tokens. */
export const tokenTextChoices: readonly Choice[] = [
  {
    name: "hook-tokens",
    question: "Which token does the states hook give for a request that it has had before?",
    default: "another",
    values: {
      "the-same": {
        summary: "The one that it gave then",
        change: keepingHookTokens(),
        skips: ["publishing", "trust-upload", "unpublish"].flatMap((group) =>
          ["revoked", "expire"].map(
            (end) =>
              `authentication/${group}-refuses-tokens-once-they-${end === "expire" ? end : `are-${end}`}`,
          ),
        ),
      },
    },
  },
  {
    name: "token-text",
    question: "What does a token look like?",
    default: "random",
    values: {
      uuid: {
        summary: "A UUID, which is the same token in either letter case",
        change: allOf(
          replaceRule("authorization", "newTokenText", () => newUuid),
          replaceRule(
            "authorization",
            "findToken",
            (before) => (text, call) => before(text, call) ?? before(text.toLowerCase(), call),
          ),
        ),
      },
    },
  },
];
