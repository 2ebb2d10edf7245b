import { Refusal } from "../refusal.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Reads a parameter leniently: what `read` makes of its text, in place of a refusal. */
function readingLeniently(name: "limit" | "offset", isMeant: RegExp, read: (text: string) => number): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const text = call.url.searchParams.get(name) ?? "";
    return isMeant.test(text) ? read(text) : before(call);
  });
}

/** Pages that must not be taken. */
export const pageRefusalFaults: readonly Fault[] = [
  {
    name: "search-limit-above-a-hundred-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of 101 is taken",
    change: replaceRule("search", "largestLimit", () => 101),
  },
  {
    name: "search-limit-above-a-hundred-is-cut",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit above 100 is taken for 100",
    change: readingLeniently("limit", /^(?:10[1-9]|[1-9]\d{3,})$/, () => 100),
  },
  {
    name: "search-limit-of-zero-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of 0 is taken for 20",
    change: readingLeniently("limit", /^0$/, () => 20),
  },
  {
    name: "search-negative-limit-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of -1 is taken for all",
    change: readingLeniently("limit", /^-/, () => 100),
  },
  {
    name: "search-huge-limit-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of a million is taken for all",
    change: readingLeniently("limit", /^1000000$/, () => 100),
  },
  {
    name: "search-wrong-limit-is-not-found",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit above 100 answers 404 not-found",
    change: replaceRule("search", "readLimit", (before) => (call) => {
      if (call.url.searchParams.get("limit") === "101")
        throw new Refusal("not-found", "there is no such page");
      return before(call);
    }),
  },
  {
    name: "search-limit-in-words-is-ignored",
    breaks: "search/limits-that-are-no-integers-are-refused",
    summary: "A limit that is no number is taken for 20",
    change: readingLeniently("limit", /^[a-z]+$/, () => 20),
  },
  {
    name: "search-fraction-of-a-limit-is-rounded",
    breaks: "search/limits-that-are-no-integers-are-refused",
    summary: "A limit of 1.5 is taken for 1",
    change: readingLeniently("limit", /^\d+\.\d+$/, (text) => Math.floor(Number(text))),
  },
  {
    name: "search-limit-with-a-tail-is-taken",
    breaks: "search/limits-that-are-no-integers-are-refused",
    summary: "A limit of 10x is taken for 10",
    change: readingLeniently("limit", /^\d+[a-z]+$/, (text) => Number.parseInt(text, 10)),
  },
  {
    name: "search-negative-offset-is-taken",
    breaks: "search/negative-offsets-are-refused",
    summary: "A negative offset is taken for 0",
    change: readingLeniently("offset", /^-\d+$/, () => 0),
  },
  {
    name: "search-offset-in-words-is-ignored",
    breaks: "search/offsets-that-are-no-integers-are-refused",
    summary: "An offset that is no number is taken for 0",
    change: readingLeniently("offset", /^[a-z]+$/, () => 0),
  },
  {
    name: "search-fraction-of-an-offset-is-rounded",
    breaks: "search/offsets-that-are-no-integers-are-refused",
    summary: "An offset of 1.5 is taken for 1",
    change: readingLeniently("offset", /^\d+\.\d+$/, (text) => Math.floor(Number(text))),
  },
];
