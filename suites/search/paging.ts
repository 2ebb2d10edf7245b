/** Which page a search answers with: limit, offset and total. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import { integer } from "fast-check";
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, listAt, valueAt } from "../../harness/registry/answer.ts";
import type { Query } from "../../harness/registry/registry.ts";

const source = "Endpoints, Search; Resources, Search result; Limits, search limit and offset";

/** Which page is asked for; what is left out is not sent. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
}

function toQuery(page: PageQuery): Query {
  return Object.entries(page).map(([name, value]) => [name, String(value)] as const);
}

/** A search for one page. */
export async function searchPage({ registry }: Pick<Tools, "registry">, page: PageQuery): Promise<Answer> {
  return await registry.searchVolumes(toQuery(page));
}

/** The answer to a search for one page that several checks look at: asked for once in a run. */
export const searchOnce: Situation<Answer, [page?: PageQuery]> = situation(
  (page) => `search/limit-${page?.limit ?? "default"}-offset-${page?.offset ?? "default"}`,
  ({ registry }, page = {}) => registry.searchVolumes(toQuery(page)),
);

export const answersAnonymousCallers: Check = {
  id: "search/answers-anonymous-callers",
  level: "must",
  rule: "Search answers a caller without a token, with a list of items.",
  source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Search",
  operations: ["searchVolumes"],
  forms: "none",
  covers: [
    "operation:searchVolumes",
    "member:search-result.items",
    "rule:authentication/2",
    "rule:service/1",
  ],
  async run(tools) {
    const answer = await searchOnce(tools.given);

    tools.expect.success(answer);
    tools.expect.list(answer, "items");
  },
};

export const limitsWithinBoundsAreAccepted: Check = {
  id: "search/limits-within-bounds-are-accepted",
  level: "must",
  rule: "Search takes every whole limit from 1 to 100.",
  source,
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-limit"],
  async run(tools) {
    const runs = { quick: 0, standard: 2, deep: 12 };
    await tools.property(
      { input: integer({ min: 1, max: 100 }), examples: [1, 100], runs },
      async (limit) => {
        const answer = await searchOnce(tools.given, { limit });

        tools.expect.success(answer);
      },
    );
  },
};

export const pagesHoldAtMostTheLimit: Check = {
  id: "search/pages-hold-at-most-the-limit",
  level: "must",
  rule: "A page of search results has no more items than were asked for.",
  source,
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-limit", "member:search-result.items"],
  async run(tools) {
    for (const limit of [1, 2]) {
      const answer = await searchOnce(tools.given, { limit });

      tools.expect.success(answer);
      const { length } = tools.expect.list(answer, "items");
      tools.expect.that(length <= limit, { expected: `at most ${limit} items`, got: `${length}`, answer });
    }
  },
};

export const limitIsThePageSizeUsed: Check = {
  id: "search/limit-is-the-page-size-used",
  level: "must",
  rule: "The limit in a search result is the page size used: no more than asked for, and no less than the items it came with.",
  source,
  reading:
    "A registry may use smaller pages than it is asked for, and then says so in limit; what it uses when nothing is asked for is open.",
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["member:search-result.limit", "question:20"],
  async run(tools) {
    const { expect } = tools;
    for (const asked of [undefined, 1, 2, 100]) {
      const answer = await searchOnce(tools.given, asked === undefined ? {} : { limit: asked });

      expect.success(answer);
      const { length } = expect.list(answer, "items");
      const limit = valueAt(answer.body, "limit");
      if (typeof limit !== "number") continue;
      const most = asked ?? Infinity;
      const bounds = asked === undefined ? `at least ${length}` : `from ${Math.max(1, length)} to ${asked}`;
      expect.that(limit >= Math.max(1, length) && limit <= most, {
        expected: `a limit of ${bounds}`,
        got: `${limit}`,
        answer,
      });
    }
  },
};

export const offsetsAreAccepted: Check = {
  id: "search/offsets-are-accepted",
  level: "must",
  rule: "Search takes every whole offset from 0 on.",
  source,
  reading: "No upper bound is named. What is tried stays below 1,000, where every index can still count.",
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-offset"],
  async run(tools) {
    const runs = { quick: 0, standard: 1, deep: 8 };
    await tools.property(
      { input: integer({ min: 0, max: 999 }), examples: [1, 250], runs },
      async (offset) => {
        const answer = await searchOnce(tools.given, { offset });

        tools.expect.success(answer);
      },
    );
  },
};

export const offsetIsEchoed: Check = {
  id: "search/offset-is-echoed",
  level: "must",
  rule: "The offset in a search result is the one asked for, counted from zero.",
  source,
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["member:search-result.offset", "limit:search-offset"],
  async run(tools) {
    for (const offset of [undefined, 1, 250]) {
      const answer = await searchOnce(tools.given, offset === undefined ? {} : { offset });

      tools.expect.success(answer);
      const got = valueAt(answer.body, "offset");
      if (got !== undefined)
        tools.expect.equal(got, offset ?? 0, { what: "the offset of the result", answer });
    }
  },
};

export const pagesEndWithinTheTotal: Check = {
  id: "search/pages-end-within-the-total",
  level: "must",
  rule: "Where a page has items, its offset and their number together are no more than the total.",
  source: "Resources, Search result: total",
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["member:search-result.total"],
  async run(tools) {
    const pages: readonly PageQuery[] = [{}, { limit: 1 }, { offset: 1 }, { limit: 2, offset: 1 }];
    for (const page of pages) {
      const answer = await searchOnce(tools.given, page);

      tools.expect.success(answer);
      const { length } = tools.expect.list(answer, "items");
      const total = valueAt(answer.body, "total");
      if (typeof total !== "number" || length === 0) continue;
      const end = (page.offset ?? 0) + length;
      tools.expect.that(end <= total, { expected: `a total of ${end} or more`, got: `${total}`, answer });
    }
  },
};

export const offsetBeyondTheTotalIsEmpty: Check = {
  id: "search/offset-beyond-the-total-is-empty",
  level: "must",
  rule: "A page that starts behind the last match is a success without items.",
  source: "Endpoints, Search: offset; Resources, Search result: total, offset",
  reading: "An offset has no upper bound, and total counts all matches, so that none can stand behind it.",
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-offset", "member:search-result.total"],
  async run(tools) {
    const first = await searchOnce(tools.given, { limit: 1 });
    const total = valueAt(first.body, "total");
    // room for what is published between the two requests, and the same offset whenever in a run this check has its turn
    const offset = typeof total === "number" ? Math.ceil(total / 1000) * 1000 + 1000 : 1_000_000;

    const answer = await searchPage(tools, { limit: 1, offset });

    tools.expect.success(answer);
    tools.expect.equal(listAt(answer.body, "items").length, 0, {
      what: `the number of items at offset ${offset}`,
      answer,
    });
  },
};
