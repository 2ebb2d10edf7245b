import { type Change, replaceRule, withBody } from "../rules/change.ts";
import { Refusal } from "../refusal.ts";
import type { Fault } from "./fault.ts";
import { closedToStrangers, withMember } from "./reading.ts";
import { catalogueFaults, slicing } from "./search-catalogue.ts";
import { pageRefusalFaults } from "./search-refusals.ts";
import { componentTypeFaults } from "./search-types.ts";

function refusing(name: "limit" | "offset", isRefused: (value: number) => boolean): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const value = before(call);
    if (isRefused(value)) throw new Refusal("validation-failed", `${name} is not taken`);
    return value;
  });
}

const pagingFaults: readonly Fault[] = [
  {
    name: "search-needs-a-token",
    breaks: "search/answers-anonymous-callers",
    summary: "Search answers 401 to a caller without a token",
    change: closedToStrangers("searchVolumes"),
  },
  {
    name: "search-results-under-another-name",
    breaks: "search/answers-anonymous-callers",
    summary: "Search answers its items as results",
    change: withBody("searchVolumes", ({ items, ...body }) => ({ ...body, results: items })),
  },
  {
    name: "search-limit-of-a-hundred-is-refused",
    breaks: "search/limits-within-bounds-are-accepted",
    summary: "The greatest limit is 99",
    change: refusing("limit", (limit) => limit === 100),
  },
  {
    name: "search-limit-of-one-is-refused",
    breaks: "search/limits-within-bounds-are-accepted",
    summary: "The least limit is 2",
    change: refusing("limit", (limit) => limit === 1),
  },
  {
    name: "search-page-ignores-the-limit",
    breaks: "search/pages-hold-at-most-the-limit",
    summary: "Every page has room for twenty items",
    change: slicing((_limit, offset) => [offset, offset + 20]),
  },
  {
    name: "search-page-has-one-item-too-many",
    breaks: "search/pages-hold-at-most-the-limit",
    summary: "A page holds one item more than asked for",
    change: slicing((limit, offset) => [offset, offset + limit + 1]),
  },
  {
    name: "search-limit-is-always-a-hundred",
    breaks: "search/limit-is-the-page-size-used",
    summary: "The result says limit 100 whatever was asked for",
    change: withMember("searchVolumes", "limit", () => 100),
  },
  {
    name: "search-limit-is-too-small",
    breaks: "search/limit-is-the-page-size-used",
    summary: "The result says a limit below the number of its items",
    change: withMember("searchVolumes", "limit", () => 1),
  },
  {
    name: "search-limit-is-the-number-of-the-page",
    breaks: "search/limit-is-the-page-size-used",
    summary: "The result says one more than the limit that was asked for",
    change: withMember("searchVolumes", "limit", (limit) => Number(limit) + 1),
  },
  {
    name: "search-offset-of-one-is-refused",
    breaks: "search/offsets-are-accepted",
    summary: "An odd offset is refused",
    change: refusing("offset", (offset) => offset === 1),
  },
  {
    name: "search-large-offset-is-refused",
    breaks: "search/offsets-are-accepted",
    summary: "An offset above a hundred is refused",
    change: refusing("offset", (offset) => offset > 100),
  },
  {
    name: "search-offset-is-always-zero",
    breaks: "search/offset-is-echoed",
    summary: "The result says offset 0 whatever was asked for",
    change: withMember("searchVolumes", "offset", () => 0),
  },
  {
    name: "search-offset-counts-from-one",
    breaks: "search/offset-is-echoed",
    summary: "The result counts its offset from one",
    change: withMember("searchVolumes", "offset", (offset) => Number(offset) + 1),
  },
  {
    name: "search-offset-is-at-most-a-hundred",
    breaks: "search/offset-is-echoed",
    summary: "The result says offset 100 for anything beyond",
    change: withMember("searchVolumes", "offset", (offset) => Math.min(100, Number(offset))),
  },
  {
    name: "search-total-is-that-of-the-page",
    breaks: "search/pages-end-within-the-total",
    summary: "The total is the number of items on the page",
    change: withBody("searchVolumes", (body) => ({
      ...body,
      total: Array.isArray(body["items"]) ? body["items"].length : 0,
    })),
  },
  {
    name: "search-total-is-zero",
    breaks: "search/pages-end-within-the-total",
    summary: "The total is always zero",
    change: withMember("searchVolumes", "total", () => 0),
  },
  {
    name: "search-starts-again-behind-the-end",
    breaks: "search/offset-beyond-the-total-is-empty",
    summary: "Behind the last match the first ones are shown again",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return query.offset < page.total
        ? page
        : { ...before({ ...query, offset: 0 }, call), offset: query.offset };
    }),
  },
  {
    name: "search-refuses-what-is-behind-the-end",
    breaks: "search/offset-beyond-the-total-is-empty",
    summary: "An offset behind the last match is refused",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      if (query.offset > page.total + 500) throw new Refusal("validation-failed", "there is no such page");
      return page;
    }),
  },
];

/** Broken searches. */
export const searchFaults: readonly Fault[] = [
  ...pagingFaults,
  ...pageRefusalFaults,
  ...componentTypeFaults,
  ...catalogueFaults,
];
