/** Searches with the filter over component types. The target file names its parameter, because the text does not. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Tools } from "../../harness/check.ts";
import type { Query } from "../../harness/api/registry.ts";
import { everyComponentType } from "../../harness/component-types.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";

/** A search for volumes with components of these types. */
export async function searchByType(
  { registry, target }: Pick<Tools, "registry" | "target">,
  types: readonly string[],
): Promise<Answer> {
  const parameter = target.search.componentTypeParam ?? "";
  return await registry.searchVolumes([...types.map((type) => [parameter, type] as const), ["limit", "100"]]);
}

/** The response to a search for one type, requested once in a run and judged by several checks. */
export const searchByTypeOnce: Situation<Answer, [type: string]> = situation(
  (type) => `search/type-${type}`,
  (tools, type) => searchByType(tools, [type]),
);

/** A type that the filter accepts, as in other searches of the run. */
const usualType = "skill";

/** A filter that the registry accepts, or nothing if there is none. */
export async function acceptedFilter({ given, target }: Tools): Promise<Query> {
  const { componentTypeParam } = target.search;
  if (componentTypeParam === undefined || !isSuccess(await searchByTypeOnce(given, usualType))) return [];
  return [[componentTypeParam, usualType]];
}

/** The types of an item's components; undefined if the item has no `components`. */
export function typesOf(item: unknown): readonly (string | undefined)[] | undefined {
  if (!Array.isArray(valueAt(item, "components"))) return undefined;
  return listAt(item, "components").map((component) => textAt(component, "type"));
}

/** Two types, such that the registry has volumes of both if it has volumes of two types at all. */
async function shownTypes({ given }: Pick<Tools, "given">): Promise<readonly string[]> {
  const preferred = [
    "agent",
    "hook",
    ...everyComponentType.filter((type) => type !== "agent" && type !== "hook"),
  ];
  const shown: string[] = [];
  for (const type of preferred) {
    if (shown.length === 2) break;
    const answer = await searchByTypeOnce(given, type);
    if (listAt(answer.body, "items").length > 0) shown.push(type);
  }
  return [...shown, ...preferred.filter((type) => !shown.includes(type))].slice(0, 2);
}

/** The response to a search for two types, requested once in a run and judged by several checks. */
export const searchByTwoTypesOnce: Situation<{
  readonly types: readonly string[];
  readonly answer: Answer;
}> = situation("search/two-types", async (tools) => {
  const types = await shownTypes(tools);
  return { types, answer: await searchByType(tools, types) };
});

/** The response to a search for all types at once, from the second match on; requested once in a run. */
export const searchByEveryTypeOnce: Situation<Answer> = situation(
  "search/every-type",
  async ({ registry, target }) => {
    const parameter = target.search.componentTypeParam ?? "";
    const types = everyComponentType.map((type) => [parameter, type] as const);
    return await registry.searchVolumes([...types, ["limit", "100"], ["offset", "1"]]);
  },
);
