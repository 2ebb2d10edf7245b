import {
  firstValue,
  withNullForNaN,
  withoutComments,
  withoutLastComma,
  withSingleQuotes,
} from "../lenient-json.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** Tries these readers, one after the other, with text that is not JSON. What none of them reads is refused as before. */
function alsoReadBy(...readers: readonly ((text: string) => unknown)[]): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    try {
      return before(text, call);
    } catch (error) {
      for (const read of readers) {
        try {
          return read(text);
        } catch {
          // the next reader may take it
        }
      }
      throw error;
    }
  });
}

/** The parser of request bodies. */
export const jsonBodyChoices: readonly Choice[] = [
  {
    name: "json-parser",
    question: "Which extensions of JSON does the parser of request bodies accept?",
    default: "none",
    values: {
      nan: { summary: "The number NaN", change: alsoReadBy(withNullForNaN) },
      comments: { summary: "Comments", change: alsoReadBy(withoutComments) },
      "first-value": {
        summary: "Text after the first value, which it leaves unread",
        change: alsoReadBy(firstValue),
      },
      all: {
        summary: "NaN, comments, a trailing comma, single quotes and text after the first value",
        change: alsoReadBy(withNullForNaN, withoutComments, withoutLastComma, withSingleQuotes, firstValue),
      },
    },
  },
  {
    name: "json-size",
    question: "How large may a request body be?",
    default: "64-kibibytes",
    values: {
      "8-kibibytes": {
        summary: "8 KiB; more is payload-too-large",
        change: replaceRule("body", "largest", () => 8192),
      },
    },
  },
];
