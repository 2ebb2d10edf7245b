/** What each filter of component types finds of an unfiltered page. */
import type { Tools } from "../../harness/check.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, isSuccess, listAt, numberAt, textAt } from "../../harness/exchange/answer.ts";
import { everyComponentType } from "../../harness/component-types.ts";
import { searchByType, searchByTypeOnce, typesOf } from "./type-searches.ts";
import { searchPage } from "./paging.ts";

/** The search for one type that the unfiltered page shows. */
export interface FilteredLook {
  readonly type: string;
  /** The volumes of this type on the unfiltered page. */
  readonly names: readonly string[];
  readonly answer: Answer;
}

export interface FilteredLooks {
  readonly unfiltered: Answer;
  readonly looks: readonly FilteredLook[];
}

/** The component types on the first page of an unfiltered search. */
export function typesOn(page: Answer): readonly string[] {
  const shown = new Set(listAt(page.body, "items").flatMap((item) => typesOf(item) ?? []));
  return everyComponentType.filter((type) => shown.has(type));
}

/** The volumes on a page that it shows with a component of the type. */
function namesOfType(page: Answer, type: string): readonly string[] {
  return listAt(page.body, "items")
    .filter((item) => typesOf(item)?.includes(type))
    .flatMap((item) => textAt(item, "name") ?? []);
}

/** The names that are not among the matches of a filter. Matches on later pages are only counted. */
export function missingNames(answer: Answer, names: readonly string[]): readonly string[] {
  const shown = new Set(listAt(answer.body, "items").map((item) => textAt(item, "name")));
  const total = numberAt(answer.body, "total");
  const isComplete = total === undefined ? shown.size < 100 : total <= shown.size;
  const absent = names.filter((name) => !shown.has(name));
  if (isComplete) return absent;
  return total !== undefined && total >= names.length ? [] : absent;
}

/**
 * Requested once in a run, by a check that runs alone. Each filter has the settling time to find what the page shows: something, or
 * everything where nobody else writes.
 */
export const filteredLooks: Situation<FilteredLooks> = situation("search/filtered-looks", async (tools) => {
  const unfiltered = await searchPage(tools, { limit: 100 });
  const types = isSuccess(unfiltered) ? typesOn(unfiltered) : [];
  const tried = await Promise.all(types.map((type) => searchByType(tools, [type])));
  const looks: FilteredLook[] = [];
  for (const [place, type] of types.entries()) {
    const names = namesOfType(unfiltered, type);
    const isFound = (found: Answer): boolean =>
      tools.target.exclusive
        ? missingNames(found, names).length === 0
        : listAt(found.body, "items").length > 0;
    const early = tried[place];
    const answer =
      early !== undefined && isFound(early)
        ? early
        : await tools.eventually(() => searchByType(tools, [type]), {
            since: { sinceMs: (looks.at(-1)?.answer ?? unfiltered).endedAtMs },
            until: isFound,
          });
    looks.push({ type, names, answer });
  }
  return { unfiltered, looks };
});

/** The search for each component type, by its type: one that was looked at beside the unfiltered page, if that shows the type. */
export const searchesByType: Situation<ReadonlyMap<string, Answer>> = situation(
  "search/by-type",
  async ({ given }) => {
    const { looks } = await filteredLooks(given);
    const found = everyComponentType.map(async (type) => {
      const look = looks.find((one) => one.type === type);
      return [type, look?.answer ?? (await searchByTypeOnce(given, type))] as const;
    });
    return new Map(await Promise.all(found));
  },
);

/**
 * Those of the names that an unfiltered page still shows with the type. Meanwhile every search may have learnt of a later version with other
 * components, or that the volume was unpublished.
 */
export async function stillShownOf(
  tools: Tools,
  { type, names }: { readonly type: string; readonly names: readonly string[] },
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const shown = new Set(namesOfType(await searchPage(tools, { limit: 100 }), type));
  return names.filter((name) => shown.has(name));
}

/** Whether an unfiltered search still shows the type. */
export async function isStillShown(tools: Tools, type: string): Promise<boolean> {
  return typesOn(await searchPage(tools, { limit: 100 })).includes(type);
}
