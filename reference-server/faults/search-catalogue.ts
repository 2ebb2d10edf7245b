import type { Call } from "../call.ts";
import { type Change, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { textOf, withEachItem } from "./reading.ts";

/** Shows other hits than those that the page asks for. */
export function slicing(range: (limit: number, offset: number) => readonly [number, number]): Change {
  return replaceRule("search", "page", () => (query, call) => {
    const { search } = call.rules;
    const matching = search.candidates(call).filter((release) => search.matches(release, query.types, call));
    const hits = search.order(matching, call).slice(...range(query.limit, query.offset));
    return { ...query, hits, total: matching.length };
  });
}

/** Reverses the order of every second search. */
function unsteady(call: Call): boolean {
  return call.ordinal % 2 === 0;
}

/** Searches that do not show the whole catalogue as it is. */
export const catalogueFaults: readonly Fault[] = [
  {
    name: "search-pages-overlap",
    breaks: "search/walk-finds-each-volume-once",
    summary: "Every page but the first starts one item early",
    change: slicing((limit, offset) => [Math.max(0, offset - 1), Math.max(0, offset - 1) + limit]),
  },
  {
    name: "search-order-changes",
    breaks: "search/walk-finds-each-volume-once",
    summary: "Every second search has the opposite order",
    change: replaceRule("search", "order", (before) => (hits, call) => {
      const ordered = before(hits, call);
      return unsteady(call) ? ordered.toReversed() : ordered;
    }),
  },
  {
    name: "search-ignores-the-offset",
    breaks: "search/walk-finds-each-volume-once",
    summary: "Every page is the first one, up to the end",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return query.offset < page.total
        ? { ...before({ ...query, offset: 0 }, call), offset: query.offset }
        : page;
    }),
  },
  {
    name: "search-offset-counts-pages",
    breaks: "search/walk-misses-nothing",
    summary: "The offset is taken for the number of a page",
    change: slicing((limit, offset) => [offset * limit, offset * limit + limit]),
  },
  {
    name: "search-never-shows-the-last-match",
    breaks: "search/walk-misses-nothing",
    summary: "The last match is counted and never shown",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return { ...page, hits: page.hits.slice(0, Math.max(0, page.total - 1 - query.offset)) };
    }),
  },
  {
    name: "search-pages-skip-an-item",
    breaks: "search/walk-misses-nothing",
    summary: "The first item of every page but the first is left out",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return { ...page, hits: query.offset === 0 ? page.hits : page.hits.slice(1) };
    }),
  },
  {
    name: "search-total-ignores-the-filter",
    breaks: "search/total-is-that-of-the-filter",
    summary: "Under a filter the total is that of the whole catalogue",
    change: replaceRule("search", "page", (before) => (query, call) => ({
      ...before(query, call),
      total: call.rules.search.candidates(call).length,
    })),
  },
  {
    name: "search-total-grows-with-the-page",
    breaks: "search/total-does-not-depend-on-the-page",
    summary: "The total ends with the page",
    change: withBody("searchVolumes", (body) => ({
      ...body,
      total: Math.min(Number(body["total"]), Number(body["offset"]) + Number(body["limit"])),
    })),
  },
  {
    name: "search-filter-misses-types-with-a-hyphen",
    breaks: "search/filter-finds-what-has-its-type",
    summary: "The filter never finds mcp-server",
    change: replaceRule("search", "matches", (before) => (release, types, call) => {
      const known = types.filter((type) => type !== "mcp-server");
      return types.length === 0 || (known.length > 0 && before(release, known, call));
    }),
  },
  {
    name: "search-filter-misses-new-volumes",
    breaks: "search/filter-finds-what-has-its-type",
    summary: "The filter finds no skill that was published by the API",
    change: replaceRule(
      "search",
      "matches",
      (before) => (release, types, call) =>
        before(release, types, call) && (types.length === 0 || release.bytes === undefined),
    ),
  },
  {
    name: "search-latest-version-is-made-up",
    breaks: "search/latest-version-was-published",
    summary: "The latest version of every volume is 9.9.9",
    change: withEachItem("searchVolumes", (item) => ({ ...item, latestVersion: "9.9.9" })),
  },
  {
    name: "search-latest-version-of-scoped-volumes-is-made-up",
    breaks: "search/latest-version-was-published",
    summary: "The latest version of a scoped volume has a letter before it",
    change: withEachItem("searchVolumes", (item) => {
      const isScoped = textOf(item["name"]).startsWith("@");
      return isScoped ? { ...item, latestVersion: `v${textOf(item["latestVersion"])}` } : item;
    }),
  },
];
