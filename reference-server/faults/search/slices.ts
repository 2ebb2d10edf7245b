import type { Call } from "../../call.ts";
import { type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import type { Page, Query } from "../../rules/search.ts";
import { withItems } from "../changes/documents.ts";
import { slicing } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Changes the page that a query gets. */
function paged(change: (page: Page, query: Query, call: Call) => Page): Change {
  return replaceRule("search", "page", (before) => (query, call) => change(before(query, call), query, call));
}

/** Changes the page that a query with a filter gets. */
function filtered(change: (page: Page, query: Query, call: Call) => Page): Change {
  return paged((page, query, call) => (query.types.length === 0 ? page : change(page, query, call)));
}

/** Faults in how pages are cut from the list of a search. */
export const slices: FaultFile = {
  "search/pages-are-slices-of-one-list": {
    "search-offset-is-rounded-down-to-a-multiple-of-the-limit": slicing((limit, offset) => {
      const start = offset - (offset % limit);
      return [start, start + limit];
    }),
    "search-pages-have-at-most-30-items": paged((page) => ({ ...page, hits: page.hits.slice(0, 30) })),
    "search-without-a-limit-skips-an-item": onlyWhen(
      ({ url }) => !url.searchParams.has("limit") && url.searchParams.has("offset"),
      paged((page) => ({ ...page, hits: page.hits.slice(1) })),
    ),
    "search-total-of-a-page-of-fifty-is-one-too-large": paged((page) =>
      page.limit === 50 ? { ...page, total: page.total + 1 } : page,
    ),
    "search-begins-its-list-elsewhere-each-time": replaceRule("search", "order", (before) => (hits, call) => {
      const list = before(hits, call);
      const start = call.ordinal % Math.max(1, list.length);
      return [...list.slice(start), ...list.slice(0, start)];
    }),
    "search-sorts-each-page-of-two-by-itself": paged((page) =>
      page.limit === 2 ? { ...page, hits: page.hits.toReversed() } : page,
    ),
  },
  "search/last-pages-end-with-the-list": {
    "search-last-page-is-empty-if-it-is-full": paged((page) =>
      page.offset > 0 && page.offset + page.limit === page.total ? { ...page, hits: [] } : page,
    ),
    "search-total-of-an-empty-page-is-its-offset": paged((page) =>
      page.hits.length === 0 ? { ...page, total: page.offset } : page,
    ),
    "search-offset-of-the-last-item-is-empty": paged((page) =>
      page.offset === page.total - 1 ? { ...page, hits: [] } : page,
    ),
    "search-offset-at-the-total-returns-the-last-item": replaceRule(
      "search",
      "page",
      (before) => (query, call) => {
        const page = before(query, call);
        return query.offset > 0 && query.offset === page.total
          ? { ...before({ ...query, offset: query.offset - 1 }, call), offset: query.offset }
          : page;
      },
    ),
    "search-offset-just-beyond-the-total-returns-the-first-page": paged((page, query, call) => {
      const isJustBeyond = query.offset > page.total && query.offset < page.total + 100;
      if (!isJustBeyond) return page;
      const hits = call.rules.search.order(call.rules.search.candidates(call), call);
      return { ...page, hits: hits.slice(0, query.limit) };
    }),
  },
  "search/filtered-pages-are-slices-of-the-matches": {
    "search-offset-is-0-beside-a-filter": filtered((page) => ({ ...page, offset: 0 })),
    "search-filters-after-paging": replaceRule("search", "page", (before) => (query, call) => {
      const page = before({ ...query, types: [] }, call);
      const { matches } = call.rules.search;
      return { ...page, ...query, hits: page.hits.filter((hit) => matches(hit, query.types, call)) };
    }),
    "search-with-a-filter-ignores-the-offset": replaceRule("search", "page", (before) => (query, call) => {
      const isFiltered = query.types.length > 0;
      return { ...before(isFiltered ? { ...query, offset: 0 } : query, call), offset: query.offset };
    }),
    "search-with-a-filter-ignores-the-limit": replaceRule("search", "page", (before) => (query, call) => {
      const isFiltered = query.types.length > 0 && query.limit > 10;
      return { ...before(isFiltered ? { ...query, limit: 10 } : query, call), limit: query.limit };
    }),
    "search-total-of-a-filter-leaves-out-earlier-pages": filtered((page) => ({
      ...page,
      total: Math.max(0, page.total - page.offset),
    })),
    "search-total-of-a-filter-is-at-most-25": {
      summary: "The total of a filtered search is never above 25",
      leads: "search/total-counts-the-matches-of-the-filter",
      change: filtered((page) => ({ ...page, total: Math.min(25, page.total) })),
    },
    "search-total-of-a-filter-is-one-too-large": filtered((page) => ({ ...page, total: page.total + 1 })),
  },
  "search/filter-finds-a-type-that-a-page-shows": {
    "search-filter-finds-nothing": filtered((page) => ({ ...page, hits: [], total: 0 })),
  },
  "search/a-page-shows-each-volume-once": {
    "search-for-two-types-shows-the-first-volume-twice": filtered((page) => ({
      ...page,
      ...(page.types.length > 1
        ? { hits: [...page.hits.slice(0, 1), ...page.hits], total: page.total + 1 }
        : {}),
    })),
    "search-shows-the-first-item-twice": withItems("searchVolumes", (items) =>
      items.length > 1 ? [...items.slice(0, 1), ...items.slice(0, -1)] : items,
    ),
  },
};
