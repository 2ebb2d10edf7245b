import { newUuid } from "../random.ts";
import { allOf, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** The texts of tokens. */
export const tokenTextChoices: readonly Choice[] = [
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
