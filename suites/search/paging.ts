/** The pages of a search: `limit`, `offset` and `total`. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { integer } from "fast-check";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, valueAt } from "../../harness/exchange/answer.ts";
import type { Query } from "../../harness/api/registry.ts";
import { acceptedFilter, searchByEveryTypeOnce } from "./type-searches.ts";

/** The requested page; an absent member is not sent. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
}

function toQuery(page: PageQuery): Query {
  return Object.entries(page).map(([name, value]) => [name, String(value)] as const);
}

/** Requests one page of a search. */
export async function searchPage({ registry }: Pick<Tools, "registry">, page: PageQuery): Promise<Answer> {
  return await registry.searchVolumes(toQuery(page));
}

/** The response to a search for one page, requested once in a run and judged by several checks. */
export const searchOnce: Situation<Answer, [page?: PageQuery]> = situation(
  (page) => `search/limit-${page?.limit ?? "default"}-offset-${page?.offset ?? "default"}`,
  ({ registry }, page = {}) => registry.searchVolumes(toQuery(page)),
);

/** `1 item`, `no items`. */
export function countItems(count: number): string {
  if (count === 0) return "no items";
  return count === 1 ? "1 item" : `${count} items`;
}

/** Asserts that the items of a page do not go beyond the total. */
function expectWithinTotal(
  { expect }: Pick<Tools, "expect">,
  answer: Answer,
  { offset = 0 }: PageQuery,
): void {
  expect.success(answer);
  const { length } = expect.list(answer, "items");
  const total = valueAt(answer.body, "total");
  if (typeof total !== "number" || length === 0) return;
  const end = offset + length;
  expect.that(end <= total, {
    expected: `a total of at least ${end}: ${offset > 0 ? `the offset ${offset} and ` : ""}${countItems(length)}`,
    got: `a total of ${total}`,
    answer,
  });
}

/** Asserts that a page has no items. */
function expectNothing(expect: Tools["expect"], answer: Answer, offset: number): void {
  const { length } = listAt(answer.body, "items");
  expect.that(length === 0, {
    expected: `none at offset ${offset}`,
    got: countItems(length),
    answer,
  });
}

export const paging: CheckFile = {
  source: "Endpoints, Search; Resources, Search result; Limits, search limit and offset",
  operations: ["searchVolumes"],
  forms: "none",
  checks: [
    {
      id: "search/answers-anonymous-callers",
      of: "authentication/reads-need-no-authority",
      owns: [
        "every-response/endpoints-answer-their-own-problems",
        "every-response/reads-need-no-token",
        "every-response/search-results-are-well-formed",
      ],
      rule: "`GET` search without a token answers 2xx with an `items` array.",
      source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Search",
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
    },
    {
      id: "search/limits-within-bounds-are-accepted",
      of: "search/limit-and-offset-are-obeyed",
      rule: "`GET` search with an integer `limit` from 1 to 100 answers 2xx.",
      covers: ["limit:search-limit"],
      async run(tools) {
        const runs = { quick: 0, standard: 0, deep: 12 };
        await tools.property(
          { input: integer({ min: 1, max: 100 }), examples: [1, 100], runs },
          async (limit) => {
            const answer = await searchOnce(tools.given, { limit });

            tools.expect.success(answer);
          },
        );
      },
    },
    {
      id: "search/pages-hold-at-most-the-limit",
      of: "search/limit-and-offset-are-obeyed",
      owns: ["every-response/search-pages-keep-to-their-limit"],
      rule: "`GET` search returns at most `limit` items.",
      covers: ["limit:search-limit", "member:search-result.items"],
      async run(tools) {
        await tools.each([1, 2], async (limit) => {
          const answer = await searchOnce(tools.given, { limit });

          tools.expect.success(answer);
          const { length } = tools.expect.list(answer, "items");
          tools.expect.that(length <= limit, {
            expected: `at most ${countItems(limit)}`,
            got: countItems(length),
            answer,
          });
        });
      },
    },
    {
      id: "search/limit-is-the-page-size-used",
      of: "search/limit-and-offset-are-obeyed",
      owns: ["every-response/search-pages-keep-to-their-limit"],
      rule: "`GET` search returns a `limit` of at least 1 and at least the number of items, and at most the requested `limit`, if any.",
      reading:
        "The text does not say whether pages may be smaller than requested, or which size is the default. We accept both if `limit` is the page size used.",
      covers: ["member:search-result.limit", "question:20"],
      async run(tools) {
        const { expect } = tools;
        await tools.each([undefined, 1, 2, 100], async (requested) => {
          const answer = await searchOnce(tools.given, requested === undefined ? {} : { limit: requested });

          expect.success(answer);
          const { length } = expect.list(answer, "items");
          const limit = valueAt(answer.body, "limit");
          if (typeof limit !== "number") return;
          const max = requested ?? Infinity;
          const min = Math.max(1, length);
          const asked = requested === undefined ? "" : `, where ${requested} was requested`;
          const wanted =
            min === requested
              ? `${min}`
              : `${min}${requested === undefined ? " or more" : ` to ${requested}`}`;
          expect.that(limit >= min && limit <= max, {
            expected: `a \`limit\` of ${wanted}${asked}`,
            got: `a \`limit\` of ${limit} and ${countItems(length)}`,
            answer,
          });
        });
      },
    },
    {
      id: "search/offsets-are-accepted",
      of: "search/limit-and-offset-are-obeyed",
      rule: "`GET` search with an integer `offset` of 0 or more answers 2xx.",
      reading:
        "The text gives no upper bound for `offset`. We try offsets below 1,000, which any search index supports.",
      covers: ["limit:search-offset"],
      async run(tools) {
        const runs = { quick: 0, standard: 0, deep: 8 };
        await tools.property(
          { input: integer({ min: 0, max: 999 }), examples: [1, 250], runs },
          async (offset) => {
            const answer = await searchOnce(tools.given, { offset });

            tools.expect.success(answer);
          },
        );
      },
    },
    {
      id: "search/offset-is-echoed",
      of: "search/limit-and-offset-are-obeyed",
      owns: ["every-response/search-pages-show-their-offset"],
      rule: "`GET` search returns the requested `offset`, or 0 if none was requested; the member may be absent.",
      covers: ["member:search-result.offset", "limit:search-offset"],
      async run(tools) {
        await tools.each([undefined, 1, 250], async (offset) => {
          const answer = await searchOnce(tools.given, offset === undefined ? {} : { offset });

          tools.expect.success(answer);
          tools.expect.echo(answer, ["offset"], offset ?? 0);
        });
      },
    },
    {
      id: "search/pages-end-within-the-total",
      of: "search/pages-are-parts-of-one-list",
      rule: "If `GET` search returns items, `offset` plus the number of items is at most `total`, also with several component types.",
      source: "Resources, Search result: total",
      covers: ["member:search-result.total"],
      async run(tools) {
        const pages: readonly PageQuery[] = [{}, { limit: 1 }, { offset: 1 }, { limit: 2, offset: 1 }];
        await tools.each(pages, async (page) => {
          expectWithinTotal(tools, await searchOnce(tools.given, page), page);
        });

        if (tools.depth === "quick" || tools.target.search.componentTypeParam === undefined) return;
        const filtered = await searchByEveryTypeOnce(tools.given);
        // a registry may refuse a filter that is given twice
        if (isSuccess(filtered)) expectWithinTotal(tools, filtered, { offset: 1 });
      },
    },
    {
      id: "search/offsets-of-any-size-are-answered",
      of: "search/pages-are-parts-of-one-list",
      owns: ["every-response/endpoints-never-answer-server-errors"],
      rule: "`GET` search with an `offset` of 2^31 or 2^53 - 1 answers 2xx with no items, or 400 `validation-failed`.",
      source: "Endpoints, Search: offset; Limits, search offset",
      reading:
        "The text gives `offset` no upper limit. A registry may end its search window, but it has to answer.",
      covers: ["limit:search-offset"],
      from: "standard",
      async run(tools) {
        const { expect, registry } = tools;
        // one of them with a filter: what is beyond the last match does not depend on it
        await tools.each(
          [
            [2 ** 31, []],
            [Number.MAX_SAFE_INTEGER, await acceptedFilter(tools)],
          ] as const,
          async ([offset, filter]) => {
            const answer = await registry.searchVolumes([...filter, ...toQuery({ limit: 1, offset })]);

            if (!isSuccess(answer)) expect.problem(answer, "validation-failed");
            else expectNothing(expect, answer, offset);
          },
        );
      },
    },
    {
      id: "search/offset-beyond-the-total-is-empty",
      of: "search/pages-are-parts-of-one-list",
      rule: "`GET` search with an `offset` beyond `total` answers 2xx with no items.",
      source: "Endpoints, Search: offset; Resources, Search result: total, offset",
      reading:
        "The text does not show a page beyond the last match. We expect an empty page, since `total` counts all matches; a search window that ends beyond 10,000 passes.",
      covers: ["limit:search-offset", "member:search-result.total"],
      async run(tools) {
        const first = await searchOnce(tools.given, { limit: 1 });
        const total = valueAt(first.body, "total");
        // leaves room for volumes published between the two requests, and is the same offset at any point of a run
        const offset = typeof total === "number" ? Math.ceil(total / 1000) * 1000 + 1000 : undefined;
        if (offset === undefined || offset >= 10_000)
          throw tools.given.nothingToJudge(
            offset === undefined
              ? "the search has no total"
              : `the total is ${String(total)}, and a search may end at 10,000`,
          );

        const answer = await searchPage(tools, { limit: 1, offset });

        tools.expect.success(answer);
        expectNothing(tools.expect, answer, offset);
      },
    },
  ],
};
