/** Every page of a search is a slice of one list, also while others publish. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { everyComponentType } from "../../harness/component-types.ts";
import { searchByTwoTypesOnce, typesOf } from "./type-searches.ts";
import { filteredLooks, isStillShown, searchesByType } from "./filtered-looks.ts";
import {
  type Look,
  type Probe,
  describePlaces,
  expectedCount,
  hasMisplaced,
  keysOf,
  stableLook,
  statedTotal,
  describeMissing,
} from "./looks.ts";
import { countItems, searchOnce } from "./paging.ts";

const reading =
  "The text does not say how pages change while others publish. We read the list before and after, and judge the pages only if both are equal, or if the target file sets `exclusive`.";

function expectSlices({ expect }: Tools, pages: readonly Probe[], list: Look): void {
  for (const page of pages) {
    const { answer, limit, offset } = page;
    expect.success(answer);
    const { length } = expect.list(answer, "items");
    const [least, most] = expectedCount(page, list);
    // which of the two is wrong, one page does not say
    const isShort = length < least;
    const missing = isShort ? describeMissing(page, list, least) : "";
    expect.that(length >= least && length <= most, {
      expected: `${least === most ? countItems(most) : `${least} to ${countItems(most)}`} with ${limit === Infinity ? "no limit" : `limit=${limit}`} and offset=${offset}${isShort && missing === "" ? ", or a smaller total" : `, since total is ${list.total}`}`,
      got:
        isShort && missing === ""
          ? `${countItems(length)} and a total of ${list.total}`
          : `${countItems(length)}${missing}`,
      answer,
    });
    expect.that(!hasMisplaced(page, list), {
      expected: `items ${offset} to ${offset + length - 1} of the list`,
      got: describePlaces(page, list),
      answer,
    });
    const where = limit === Infinity ? "without limit" : `with limit=${limit}`;
    expect.equal(statedTotal(page, list), list.total, {
      what: `total ${where} and offset=${offset}`,
      answer,
    });
  }
}

/** The component type that most items of an unfiltered search show. */
async function usualType(tools: Tools): Promise<string> {
  const answer = await searchOnce(tools.given, { limit: 100 });
  const shown = listAt(answer.body, "items").flatMap((item) => [...new Set(typesOf(item))]);
  const counts = everyComponentType.map((type) => shown.filter((one) => one === type).length);
  return everyComponentType[counts.indexOf(Math.max(...counts))] ?? "skill";
}

/** Pages of searches for one type and for two, which may find a volume by each of its components. */
async function filteredPages({ given, target }: Tools): Promise<readonly Answer[]> {
  if (target.search.componentTypeParam === undefined) return [];
  const answers = [...(await searchesByType(given)).values(), (await searchByTwoTypesOnce(given)).answer];
  return answers.filter(isSuccess);
}

export const slices: CheckFile = {
  source: "Endpoints, Search: limit, offset; Resources, Search result: offset is zero-based, total, limit",
  operations: ["searchVolumes"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "search/pages-are-slices-of-one-list",
      of: "search/pages-are-parts-of-one-list",
      rule: "`GET` search with `limit` and `offset` returns the items of the whole list from position `offset` on, as many as the page size used. Each page has the same `total`.",
      reading,
      covers: ["member:search-result.items", "member:search-result.offset", "limit:search-offset"],
      alone: true,
      async run(tools) {
        const { look, slices } = await stableLook(tools.given);

        expectSlices(tools, slices, look);
      },
    },
    {
      id: "search/last-pages-end-with-the-list",
      of: "search/pages-are-parts-of-one-list",
      rule: "`GET` search at the end of the list returns the remaining items: one at `total` - 1, and none from `total` on. Each page has the same `total`.",
      reading,
      covers: ["member:search-result.total", "limit:search-offset"],
      alone: true,
      async run(tools) {
        const { look, borders } = await stableLook(tools.given);

        expectSlices(tools, borders, look);
      },
    },
    {
      id: "search/filtered-pages-are-slices-of-the-matches",
      of: "search/filters-show-exactly-their-types",
      owns: ["every-response/search-pages-show-their-offset"],
      rule: "`GET` search with a component type, `limit` and `offset` returns the matches from position `offset` on. On each page, `total` is the number of matches, and `offset` is the requested one.",
      source:
        "Endpoints, Search: filter over component types, limit, offset; Resources, Search result: total",
      reading,
      needs: ["search.componentTypeParam"],
      covers: ["member:search-result.total"],
      alone: true,
      async run(tools) {
        const type = await usualType(tools);

        const { look, slices, borders } = await stableLook(tools.given, type);

        const pages = [...slices, ...borders];
        expectSlices(tools, pages, look);
        for (const { answer, offset } of pages) tools.expect.echo(answer, ["offset"], offset);
      },
    },
    {
      id: "search/filter-finds-a-type-that-a-page-shows",
      of: "search/filters-show-exactly-their-types",
      rule: "`GET` search with a component type finds at least one volume, if an unfiltered search shows a volume with a component of that type.",
      source: "Endpoints, Search: filter over component types; Resources, Search result: components",
      reading:
        "The text does not say when a search shows a change. We search again until `settleMs` is over, and look whether an unfiltered search still shows the type.",
      needs: ["search.componentTypeParam"],
      covers: ["member:search-item.components"],
      alone: true,
      async run(tools) {
        const { looks } = await filteredLooks(tools.given);
        if (looks.length === 0)
          throw tools.given.nothingToJudge("the search shows no components with a type");

        for (const { type, answer } of looks) {
          tools.expect.success(answer);
          const found = tools.expect.list(answer, "items").length;
          tools.expect.that(found > 0 || !(await isStillShown(tools, type)), {
            expected: `at least one volume of type ${type}, as the unfiltered search shows one`,
            got: "no items",
            answer,
          });
        }
      },
    },
    {
      id: "search/a-page-shows-each-volume-once",
      of: "search/pages-are-parts-of-one-list",
      owns: ["every-response/lists-repeat-no-volume-and-no-version"],
      rule: "`GET` search returns each volume at most once on a page.",
      source: "Resources, Search result: item fields",
      reading: "The text describes a search over volumes. We read each item as one volume.",
      covers: ["member:search-item.name"],
      alone: true,
      async run(tools) {
        const pages = [{}, { limit: 100 }, { limit: 2 }].map((page) => searchOnce(tools.given, page));
        for (const answer of [...(await Promise.all(pages)), ...(await filteredPages(tools))]) {
          tools.expect.success(answer);
          const names = listAt(answer.body, "items").flatMap((item) => textAt(item, "name") ?? []);
          const repeated = names.filter((name, index) => names.indexOf(name) !== index);
          tools.expect.equal(repeated, [], { what: "the volumes that one page shows twice", answer });
        }
      },
    },
  ],
  observations: [
    {
      id: "search/repeated-limit",
      question: "How does `GET` search answer a repeated `limit`?",
      source: "Endpoints, Search: limit",
      async observe({ registry }) {
        const answer = await registry.searchVolumes([
          ["limit", "1"],
          ["limit", "2"],
        ]);

        if (!isSuccess(answer)) return `It answers ${answer.status}`;
        return `It returns ${keysOf(answer).length} items for limit=1&limit=2`;
      },
    },
  ],
};
