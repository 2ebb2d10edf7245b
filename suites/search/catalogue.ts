/** What a search shows of the whole catalogue: judged only where nobody else writes to it. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { everyComponentType, searchByType, searchByTypeOnce, typesOf } from "./component-types.ts";
import { searchPage } from "./paging.ts";

const reading =
  "Others' publishing moves what stands on a page, so this is judged only on a registry that the target file calls exclusive.";

interface Page {
  readonly offset: number;
  readonly names: readonly (string | undefined)[];
  readonly total: number | undefined;
  /** The page size used; undefined where the result does not tell. */
  readonly limit: number | undefined;
  readonly answer: Answer;
}

type Searching = Pick<Tools, "given" | "registry">;

async function readPage(tools: Searching, limit: number, offset = 0): Promise<Page> {
  const answer = await searchPage(tools, { limit, offset });
  if (!isSuccess(answer))
    throw tools.given.blocked(
      `reading page ${offset}..${offset + limit} of a search answered ${answer.status}`,
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

const mostPages = 8;
const mostTries = 3;

/** Page after page, in about five pages where the catalogue is small enough, else as many as `mostPages`. */
async function walk(tools: Searching, size: number): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let offset = 0; pages.length < mostPages;) {
    const page = await readPage(tools, size, offset);
    pages.push(page);
    offset += page.limit ?? page.names.length;
    if (page.names.length === 0 || (page.total !== undefined && offset >= page.total)) break;
  }
  return pages;
}

/** A walk, between two looks at the whole, during which nothing came or went. */
interface Walk {
  readonly pages: readonly Page[];
  readonly total: number | undefined;
}

/** Built once in a run. What was published before may still be on its way into the search, and then it is tried again. */
const settledWalk: Situation<Walk> = situation("search/walk", async (tools) => {
  for (let attempt = 1; attempt <= mostTries; attempt++) {
    const before = await readPage(tools, 100);
    const pages = await walk(
      tools,
      Math.min(100, Math.ceil(Math.max(2, before.total ?? before.names.length) / 5)),
    );
    const after = await readPage(tools, 100);
    const isSettled =
      before.total === undefined ? before.names.join() === after.names.join() : before.total === after.total;
    if (isSettled) return { pages, total: before.total };
    const since = { sinceMs: after.answer.endedAtMs };
    if (attempt < mostTries)
      await tools.settle(
        since,
        () => searchPage(tools, { limit: 1 }),
        () => false,
      );
  }
  throw tools.given.blocked("the catalogue changed during each of three walks through the search");
});

export const walkFindsEachVolumeOnce: Check = {
  id: "search/walk-finds-each-volume-once",
  level: "must",
  rule: "A walk through all pages of a search meets no volume twice.",
  source: "Endpoints, Search; Resources, Search result: offset is zero-based",
  reading,
  operations: ["searchVolumes"],
  needs: ["exclusive"],
  forms: "none",
  alone: true,
  from: "standard",
  covers: ["member:search-item.name", "member:search-result.offset"],
  async run(tools) {
    const { pages } = await settledWalk(tools.given);

    const seen = new Set<string>();
    tools.expect.that(pages.length > 0, { expected: "a page", got: "none" });
    for (const { names, answer, offset } of pages) {
      for (const name of names) {
        if (name === undefined) continue;
        tools.expect.that(!seen.has(name), {
          expected: "each volume once",
          got: `"${name}" again at offset ${offset}`,
          answer,
        });
        seen.add(name);
      }
    }
  },
};

export const walkMissesNothing: Check = {
  id: "search/walk-misses-nothing",
  level: "must",
  rule: "Every page but the last is full, so that a walk through all pages meets as many volumes as the total says.",
  source: "Resources, Search result: total, limit (the page size used), offset",
  reading,
  operations: ["searchVolumes"],
  needs: ["exclusive"],
  forms: "none",
  alone: true,
  from: "standard",
  covers: ["member:search-result.total", "member:search-result.limit"],
  async run(tools) {
    const { pages } = await settledWalk(tools.given);

    for (const { names, total, limit, offset, answer } of pages) {
      const left = Math.max(0, (total ?? 0) - offset);
      const full = limit === undefined ? Math.min(1, left) : Math.min(limit, left);
      const holds = limit === undefined ? names.length >= full : names.length === full;
      tools.expect.that(total === undefined || holds, {
        expected: `${full} items at offset ${offset} of ${total ?? 0}`,
        got: `${names.length}`,
        answer,
      });
    }
  },
};

export const totalDoesNotDependOnThePage: Check = {
  id: "search/total-does-not-depend-on-the-page",
  level: "must",
  rule: "The total is that of all matches, whichever page is asked for.",
  source: "Resources, Search result: total",
  reading,
  operations: ["searchVolumes"],
  needs: ["exclusive"],
  forms: "none",
  alone: true,
  from: "standard",
  covers: ["member:search-result.total"],
  async run(tools) {
    const { pages, total } = await settledWalk(tools.given);

    for (const page of pages) {
      const about = { what: `the total on the page at offset ${page.offset}`, answer: page.answer };
      tools.expect.equal(page.total ?? total, total, about);
    }
  },
};

export const totalIsThatOfTheFilter: Check = {
  id: "search/total-is-that-of-the-filter",
  level: "must",
  rule: "Under a filter for a component type, the total is the number of its matches: where the first page is not full, that of the items on it.",
  source: "Resources, Search result: total (matches for the query snapshot), limit (the page size used)",
  reading:
    "One answer is one snapshot, but only on a registry that the target file calls exclusive does a page have to be full when there is more.",
  operations: ["searchVolumes"],
  needs: ["exclusive", "search.componentTypeParam"],
  forms: "none",
  from: "standard",
  covers: ["member:search-result.total"],
  async run(tools) {
    for (const type of everyComponentType) {
      const answer = await searchByTypeOnce(tools.given, type);

      tools.expect.success(answer);
      const found = tools.expect.list(answer, "items").length;
      const total = valueAt(answer.body, "total");
      const limit = valueAt(answer.body, "limit");
      const isFull = found >= (typeof limit === "number" ? limit : 100);
      if (total === undefined || isFull) continue;
      tools.expect.equal(total, found, { what: `the total of a search for the type ${type}`, answer });
    }
  },
};

export const filterFindsWhatHasItsType: Check = {
  id: "search/filter-finds-what-has-its-type",
  level: "must",
  rule: "A volume that a search shows with a component of a type is among the matches of the filter for that type.",
  source: "Endpoints, Search: filter over component types; Resources, Search result: components, total",
  reading,
  operations: ["searchVolumes"],
  needs: ["exclusive", "search.componentTypeParam"],
  forms: "none",
  alone: true,
  from: "standard",
  covers: ["member:search-item.components"],
  async run(tools) {
    const { expect, registry } = tools;
    const whole = await registry.searchVolumes([["limit", "100"]]);

    expect.success(whole);
    const items = expect.list(whole, "items");
    for (const type of everyComponentType) {
      const names = items
        .filter((item) => typesOf(item)?.includes(type))
        .flatMap((item) => textAt(item, "name") ?? []);
      if (names.length === 0) continue;
      const since = { sinceMs: tools.now() };
      const answer = await tools.settle(
        since,
        () => searchByType(tools, [type]),
        (found) => missing(found, names).length === 0,
      );
      expect.success(answer);
      expect.equal(missing(answer, names), [], {
        what: `what a search for the type ${type} does not find`,
        answer,
      });
    }
  },
};

/** The names that the matches of a filter lack. What stands on further pages is only counted. */
function missing(answer: Answer, names: readonly string[]): readonly string[] {
  const shown = new Set(listAt(answer.body, "items").map((item) => textAt(item, "name")));
  const total = valueAt(answer.body, "total");
  const isWhole = typeof total === "number" ? total <= shown.size : shown.size < 100;
  const absent = names.filter((name) => !shown.has(name));
  if (isWhole) return absent;
  return typeof total === "number" && total >= names.length ? [] : absent;
}
