import { ProblemError } from "../../problem-error.ts";
import { replaceRule } from "../../rules/change.ts";
import { readingLeniently } from "../changes/pages.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in which limits and offsets are rejected. */
export const invalidPages: FaultFile = {
  "search/limits-out-of-bounds-are-refused": {
    "search-limit-of-101-is-accepted": replaceRule("search", "largestLimit", () => 101),
    "search-limit-above-100-is-reduced-to-100": readingLeniently(
      "limit",
      /^(?:10[1-9]|[1-9]\d{3,})$/,
      () => 100,
    ),
    "search-limit-of-0-is-read-as-20": readingLeniently("limit", /^0$/, () => 20),
    "search-limit-of-minus-1-returns-everything": readingLeniently("limit", /^-/, () => 100),
    "search-limit-of-a-million-returns-everything": readingLeniently("limit", /^1000000$/, () => 100),
    "search-limit-above-100-beside-a-filter-is-reduced": readingLeniently(
      "limit",
      /^(?:10[1-9]|[1-9]\d{3,})$/,
      () => 100,
      "type",
    ),
    "search-limit-above-100-beside-an-offset-is-reduced": readingLeniently(
      "limit",
      /^(?:10[1-9]|[1-9]\d{3,})$/,
      () => 100,
      "offset",
    ),
    "search-limit-above-100-answers-not-found": replaceRule("search", "readLimit", (before) => (call) => {
      if (call.url.searchParams.get("limit") === "101")
        throw new ProblemError("not-found", "there is no such page");
      return before(call);
    }),
    "search-limit-of-0-beside-a-filter-is-read-as-20": readingLeniently("limit", /^0$/, () => 20, "type"),
  },
  "search/limits-that-are-not-integers-are-refused": {
    "search-limit-that-is-not-a-number-is-read-as-20": readingLeniently("limit", /^[a-z]+$/, () => 20),
    "search-limit-of-1.5-is-read-as-1": readingLeniently("limit", /^\d+\.\d+$/, (text) =>
      Math.floor(Number(text)),
    ),
    "search-limit-of-1.5-beside-a-filter-is-read-as-1": readingLeniently(
      "limit",
      /^\d+\.\d+$/,
      (text) => Math.floor(Number(text)),
      "type",
    ),
    "search-limit-of-10x-is-read-as-10": readingLeniently("limit", /^\d+[a-z]+$/, (text) =>
      Number.parseInt(text, 10),
    ),
  },
  "search/negative-offsets-are-refused": {
    "search-negative-offset-is-read-as-0": readingLeniently("offset", /^-\d+$/, () => 0),
  },
  "search/offsets-that-are-not-integers-are-refused": {
    "search-offset-that-is-not-a-number-is-read-as-0": readingLeniently("offset", /^[a-z]+$/, () => 0),
    "search-offset-of-1.5-beside-a-filter-is-read-as-1": readingLeniently(
      "offset",
      /^\d+\.\d+$/,
      (text) => Math.floor(Number(text)),
      "type",
    ),
    "search-offset-of-1.5-is-read-as-1": readingLeniently("offset", /^\d+\.\d+$/, (text) =>
      Math.floor(Number(text)),
    ),
  },
};
