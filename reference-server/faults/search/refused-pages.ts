import { Refusal } from "../../refusal.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Reads a parameter leniently: what `read` makes of its text, in place of a refusal. */
function readingLeniently(name: "limit" | "offset", isMeant: RegExp, read: (text: string) => number): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const text = call.url.searchParams.get(name) ?? "";
    return isMeant.test(text) ? read(text) : before(call);
  });
}

/** TODO */
export const refusedPages: FaultFile = {
  "search/limits-out-of-bounds-are-refused": {
    "search-limit-above-a-hundred-is-taken": {
      summary: "A limit of 101 is taken",
      change: replaceRule("search", "largestLimit", () => 101),
    },
    "search-limit-above-a-hundred-is-cut": {
      summary: "A limit above 100 is taken for 100",
      change: readingLeniently("limit", /^(?:10[1-9]|[1-9]\d{3,})$/, () => 100),
    },
    "search-limit-of-zero-is-taken": {
      summary: "A limit of 0 is taken for 20",
      change: readingLeniently("limit", /^0$/, () => 20),
    },
    "search-negative-limit-is-taken": {
      summary: "A limit of -1 is taken for all",
      change: readingLeniently("limit", /^-/, () => 100),
    },
    "search-huge-limit-is-taken": {
      summary: "A limit of a million is taken for all",
      change: readingLeniently("limit", /^1000000$/, () => 100),
    },
    "search-wrong-limit-is-not-found": {
      summary: "A limit above 100 answers 404 not-found",
      change: replaceRule("search", "readLimit", (before) => (call) => {
        if (call.url.searchParams.get("limit") === "101")
          throw new Refusal("not-found", "there is no such page");
        return before(call);
      }),
    },
  },
  "search/limits-that-are-no-integers-are-refused": {
    "search-limit-in-words-is-ignored": {
      summary: "A limit that is no number is taken for 20",
      change: readingLeniently("limit", /^[a-z]+$/, () => 20),
    },
    "search-fraction-of-a-limit-is-rounded": {
      summary: "A limit of 1.5 is taken for 1",
      change: readingLeniently("limit", /^\d+\.\d+$/, (text) => Math.floor(Number(text))),
    },
    "search-limit-with-a-tail-is-taken": {
      summary: "A limit of 10x is taken for 10",
      change: readingLeniently("limit", /^\d+[a-z]+$/, (text) => Number.parseInt(text, 10)),
    },
  },
  "search/negative-offsets-are-refused": {
    "search-negative-offset-is-taken": {
      summary: "A negative offset is taken for 0",
      change: readingLeniently("offset", /^-\d+$/, () => 0),
    },
  },
  "search/offsets-that-are-no-integers-are-refused": {
    "search-offset-in-words-is-ignored": {
      summary: "An offset that is no number is taken for 0",
      change: readingLeniently("offset", /^[a-z]+$/, () => 0),
    },
    "search-fraction-of-an-offset-is-rounded": {
      summary: "An offset of 1.5 is taken for 1",
      change: readingLeniently("offset", /^\d+\.\d+$/, (text) => Math.floor(Number(text))),
    },
  },
};
