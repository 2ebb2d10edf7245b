/** The whole catalogue, read page by page. It is judged only if nobody else writes to the registry. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { searchByTwoTypesOnce } from "./type-searches.ts";
import { filteredLooks, missingNames, searchesByType, stillShownOf } from "./filtered-looks.ts";
import { countItems, searchPage } from "./paging.ts";

const reading =
  "The text does not say how pages change while others publish. We judge this only if the target file sets `exclusive`.";

interface Page {
  readonly offset: number;
  readonly names: readonly (string | undefined)[];
  readonly total: number | undefined;
  /** The page size used; undefined if the response has no `limit`. */
  readonly limit: number | undefined;
  readonly answer: Answer;
}

type Searching = Pick<Tools, "given" | "registry">;

async function readPage(tools: Searching, limit: number, offset = 0): Promise<Page> {
  const answer = await searchPage(tools, { limit, offset });
  if (!isSuccess(answer))
    throw tools.given.blocked(
      `GET search with limit=${limit} and offset=${offset} answered ${answer.status}`,
      answer,
    );
  const total = valueAt(answer.body, "total");
  const used = valueAt(answer.body, "limit");
  return {
    offset,
    names: listAt(answer.body, "items").map((item) => textAt(item, "name")),
    total: typeof total === "number" ? total : undefined,
    limit: typeof used === "number" && used > 0 ? used : undefined,
    answer,
  };
}

const maxPages = 8;
const maxAttempts = 3;

/**
 * Reads all pages: about three of a small catalogue, and at most `maxPages`. Where the first page says the total, the others are read at
 * once.
 */
async function readPages(tools: Searching, size: number): Promise<readonly Page[]> {
  const first = await readPage(tools, size);
  const step = first.limit ?? first.names.length;
  if (first.total !== undefined && step > 0) {
    const further = Math.min(maxPages, Math.ceil(first.total / step)) - 1;
    const offsets = Array.from({ length: Math.max(0, further) }, (_, index) => (index + 1) * step);
    return [first, ...(await Promise.all(offsets.map((offset) => readPage(tools, size, offset))))];
  }
  const pages: Page[] = [first];
  for (let page = first, offset = step; page.names.length > 0 && pages.length < maxPages;) {
    page = await readPage(tools, size, offset);
    pages.push(page);
    offset += page.limit ?? page.names.length;
  }
  return pages;
}

/** All pages, read while the catalogue did not change. */
interface StablePages {
  readonly pages: readonly Page[];
  readonly total: number | undefined;
}

/**
 * True if the pages have the total of the list that was read before them, show no volume twice, and have as many items as the total.
 * A replica that is behind may have answered a page, and then it may be the only one.
 */
export function isConsistent(pages: readonly Pick<Page, "names" | "total">[], listTotal?: number): boolean {
  const names = pages.flatMap((page) => page.names);
  const total = listTotal ?? pages[0]?.total ?? names.length;
  const isWhole = names.length === total || pages.length === maxPages;
  const isOneTotal = pages.every((page) => (page.total ?? total) === total);
  const known = names.filter((name) => name !== undefined);
  return isWhole && isOneTotal && new Set(known).size === known.length;
}

/**
 * Read once in a run. Earlier releases may still appear in the search meanwhile, or in one replica of it, and then all pages are
 * read again.
 */
const readStablePages: Situation<StablePages> = situation("search/walk", async (tools) => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const before = await readPage(tools, 100);
    const pages = await readPages(
      tools,
      Math.min(100, Math.ceil(Math.max(2, before.total ?? before.names.length) / 3)),
    );
    const after = await readPage(tools, 100);
    const isUnchanged =
      before.total === undefined ? before.names.join() === after.names.join() : before.total === after.total;
    if (isUnchanged && (isConsistent(pages, before.total) || attempt >= maxAttempts))
      return { pages, total: before.total };
    const since = { sinceMs: after.answer.endedAtMs };
    if (attempt < maxAttempts)
      await tools.eventually(() => searchPage(tools, { limit: 1 }), { since, until: () => false });
  }
  throw tools.given.blocked(
    "the catalogue changed each of the three times that all pages of the search were read",
  );
});

export const wholeCatalogue: CheckFile = {
  source: "Endpoints, Search; Resources, Search result: offset is zero-based",
  operations: ["searchVolumes"],
  needs: ["exclusive"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "search/paging-returns-each-volume-once",
      of: "search/pages-are-parts-of-one-list",
      rule: "Paging through `GET` search returns no volume twice.",
      reading,
      covers: ["member:search-item.name", "member:search-result.offset"],
      alone: true,
      async run(tools) {
        const { pages } = await readStablePages(tools.given);

        const seen = new Set<string>();
        tools.expect.that(pages.length > 0, { expected: "at least one page", got: "no page" });
        for (const { names, answer, offset } of pages) {
          for (const name of names) {
            if (name === undefined) continue;
            tools.expect.that(!seen.has(name), {
              expected: "each volume at most once",
              got: `"${name}" again at offset ${offset}`,
              answer,
            });
            seen.add(name);
          }
        }
      },
    },
    {
      id: "search/paging-reaches-the-total",
      of: "search/pages-are-parts-of-one-list",
      rule: "Paging through `GET` search, every page but the last has `limit` items and the last has the rest of `total`.",
      source: "Resources, Search result: total, limit (the page size used), offset",
      reading,
      covers: ["member:search-result.total", "member:search-result.limit"],
      alone: true,
      async run(tools) {
        const { pages } = await readStablePages(tools.given);

        for (const { names, total, limit, offset, answer } of pages) {
          const remaining = Math.max(0, (total ?? 0) - offset);
          const expected = limit === undefined ? Math.min(1, remaining) : Math.min(limit, remaining);
          const isFull = limit === undefined ? names.length >= expected : names.length === expected;
          tools.expect.that(total === undefined || isFull, {
            expected: `${countItems(expected)} at offset ${offset}, since total is ${total ?? 0}`,
            got: countItems(names.length),
            answer,
          });
        }
      },
    },
    {
      id: "search/total-does-not-depend-on-the-page",
      of: "search/pages-are-parts-of-one-list",
      rule: "`GET` search returns the same `total` on every page.",
      source: "Resources, Search result: total",
      reading,
      covers: ["member:search-result.total"],
      alone: true,
      async run(tools) {
        const { pages, total } = await readStablePages(tools.given);

        for (const page of pages) {
          const about = { what: `total on the page at offset ${page.offset}`, answer: page.answer };
          tools.expect.equal(page.total ?? total, total, about);
        }
      },
    },
    {
      id: "search/total-counts-the-matches-of-the-filter",
      of: "search/filters-show-exactly-their-types",
      rule: "If `GET` search with one or two component types returns fewer items than the page size, `total` is the number of items.",
      source: "Resources, Search result: total (matches for the query snapshot), limit (the page size used)",
      reading:
        "The text does not say that a page is full while others publish. We judge this only if the target file sets `exclusive`.",
      needs: ["exclusive", "search.componentTypeParam"],
      covers: ["member:search-result.total"],
      alone: true,
      async run(tools) {
        const byType = await searchesByType(tools.given);
        const ofOne = [...byType].map(([type, answer]) => ({ types: [type], answer }));
        const ofTwo = await searchByTwoTypesOnce(tools.given);
        const searches = [...ofOne, ...(isSuccess(ofTwo.answer) ? [ofTwo] : [])];
        for (const { types, answer } of searches) {
          tools.expect.success(answer);
          const found = tools.expect.list(answer, "items").length;
          const total = valueAt(answer.body, "total");
          const limit = valueAt(answer.body, "limit");
          const isFull = found >= (typeof limit === "number" ? limit : 100);
          if (total === undefined || isFull) continue;
          tools.expect.equal(total, found, {
            what: `total of a search for the type ${types.join(" or ")}, the number of its items,`,
            answer,
          });
        }
      },
    },
    {
      id: "search/filter-finds-every-volume-of-its-type",
      of: "search/filters-show-exactly-their-types",
      rule: "`GET` search with a component type finds every volume that an unfiltered search shows with a component of that type.",
      source: "Endpoints, Search: filter over component types; Resources, Search result: components, total",
      reading,
      needs: ["exclusive", "search.componentTypeParam"],
      covers: ["member:search-item.components"],
      alone: true,
      async run(tools) {
        const { expect } = tools;
        const { unfiltered, looks } = await filteredLooks(tools.given);

        expect.success(unfiltered);
        expect.list(unfiltered, "items");
        for (const { type, names, answer } of looks) {
          if (names.length === 0) continue;
          expect.success(answer);
          expect.equal(await stillShownOf(tools, { type, names: missingNames(answer, names) }), [], {
            what: `the volumes missing from a search for the type ${type}`,
            answer,
          });
        }
      },
    },
  ],
};
