import type { Call } from "../../call.ts";
import { replaceRule, withBody } from "../../rules/change.ts";
import { slicing } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Whether this is every second request. */
function isEverySecond(call: Call): boolean {
  return call.ordinal % 2 === 0;
}

/** Faults in paging through a whole search. */
export const wholeCatalogue: FaultFile = {
  "search/paging-returns-each-volume-once": {
    "search-pages-overlap": {
      summary: "Every page after the first starts one item early",
      change: slicing((limit, offset) => [Math.max(0, offset - 1), Math.max(0, offset - 1) + limit]),
    },
    "search-order-changes-with-each-request": replaceRule("search", "order", (before) => (hits, call) => {
      const ordered = before(hits, call);
      return isEverySecond(call) ? ordered.toReversed() : ordered;
    }),
    "search-ignores-the-offset": {
      summary: "Every page within the total is the first one",
      change: replaceRule("search", "page", (before) => (query, call) => {
        const page = before(query, call);
        return query.offset < page.total
          ? { ...before({ ...query, offset: 0 }, call), offset: query.offset }
          : page;
      }),
    },
  },
  "search/paging-reaches-the-total": {
    "search-offset-counts-pages": {
      summary: "The offset is read as the number of a page",
      change: slicing((limit, offset) => [offset * limit, offset * limit + limit]),
    },
    "search-never-shows-the-last-match": {
      summary: "The last match is counted but never shown",
      change: replaceRule("search", "page", (before) => (query, call) => {
        const page = before(query, call);
        return { ...page, hits: page.hits.slice(0, Math.max(0, page.total - 1 - query.offset)) };
      }),
    },
    "search-pages-skip-an-item": {
      summary: "Every page after the first lacks its first item",
      change: replaceRule("search", "page", (before) => (query, call) => {
        const page = before(query, call);
        return { ...page, hits: query.offset === 0 ? page.hits : page.hits.slice(1) };
      }),
    },
  },
  "search/total-does-not-depend-on-the-page": {
    "search-total-grows-with-the-page": {
      summary: "The total is the position of the page's last item",
      change: withBody("searchVolumes", (body) => ({
        ...body,
        total: Math.min(Number(body["total"]), Number(body["offset"]) + Number(body["limit"])),
      })),
    },
  },
  "search/total-counts-the-matches-of-the-filter": {
    "search-total-ignores-the-filter": replaceRule("search", "page", (before) => (query, call) => ({
      ...before(query, call),
      total: call.rules.search.candidates(call).length,
    })),
    "search-total-of-two-types-counts-each-match-twice": replaceRule(
      "search",
      "page",
      (before) => (query, call) => {
        const page = before(query, call);
        return query.types.length > 1 ? { ...page, total: page.total * 2 } : page;
      },
    ),
  },
  "search/filter-finds-every-volume-of-its-type": {
    "search-filter-never-finds-mcp-server": replaceRule(
      "search",
      "matches",
      (before) => (release, types, call) => {
        const known = types.filter((type) => type !== "mcp-server");
        return types.length === 0 || (known.length > 0 && before(release, known, call));
      },
    ),
    "search-filter-misses-skills-published-by-the-api": replaceRule(
      "search",
      "matches",
      (before) => (release, types, call) =>
        before(release, types, call) && (types.length === 0 || release.bytes === undefined),
    ),
  },
};
