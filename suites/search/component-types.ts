/** The filter over component types. The target file names its parameter, because the text does not. */
import type { CheckFile } from "../../harness/check-file.ts";
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

/** The types to try: all of them, or two in a quick run. */
function typesFor({ depth }: Tools): readonly string[] {
  return depth === "quick" ? everyComponentType.slice(0, 2) : everyComponentType;
}

/** The types of an item's components; undefined if the item has no `components`. */
export function typesOf(item: unknown): readonly (string | undefined)[] | undefined {
  if (!Array.isArray(valueAt(item, "components"))) return undefined;
  return listAt(item, "components").map((component) => textAt(component, "type"));
}

/** @returns the number of items that list the types of their components, and so could be judged */
function expectOnly({ expect }: Tools, answer: Answer, types: readonly string[]): number {
  let judged = 0;
  expect.success(answer);
  for (const item of expect.list(answer, "items")) {
    const shown = typesOf(item);
    // a component may omit its type, and then the filter cannot be judged by it
    if (shown === undefined || shown.includes(undefined)) continue;
    judged += 1;
    expect.that(
      shown.some((type) => type !== undefined && types.includes(type)),
      {
        expected: `a component of type ${types.join(" or ")} in each item of the search`,
        got: `"${textAt(item, "name") ?? ""}" with ${shown.length === 0 ? "no component" : shown.join(", ")}`,
        answer,
      },
    );
  }
  return judged;
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

const noItem = "no item of the filtered search lists its components";

export const componentTypes: CheckFile = {
  source: "Endpoints, Search: filter over component types; Resources, Search result: components",
  operations: ["searchVolumes"],
  needs: ["search.componentTypeParam"],
  forms: "none",
  checks: [
    {
      id: "search/filter-accepts-every-component-type",
      of: "search/filters-show-exactly-their-types",
      rule: "`GET` search with the component type `agent`, `skill`, `command`, `tool`, `hook`, `mcp-server` or `lsp-server` answers 2xx.",
      covers: ["gap:endpoints/1"],
      async run(tools) {
        await tools.each(typesFor(tools), async (type) => {
          const answer = await searchByTypeOnce(tools.given, type);

          tools.expect.success(answer);
        });
      },
    },
    {
      id: "search/filter-shows-only-its-type",
      of: "search/filters-show-exactly-their-types",
      rule: "`GET` search with a component type returns only items with a component of that type, if they list their components.",
      covers: ["member:search-item.components", "member:search-item.components.type"],
      async run(tools) {
        let judged = 0;
        await tools.each(typesFor(tools), async (type) => {
          const answer = await searchByTypeOnce(tools.given, type);

          judged += expectOnly(tools, answer, [type]);
        });
        if (judged === 0) throw tools.given.nothingToJudge(noItem);
      },
    },
    {
      id: "search/filter-accepts-several-types",
      of: "search/filters-show-exactly-their-types",
      rule: "`GET` search with two component types returns only items with a component of either type, if they list their components.",
      reading:
        "The text does not say how to send two types, or whether an item matches any or all. We repeat the parameter and expect at least one; a registry may also refuse it.",
      from: "standard",
      async run(tools) {
        const { types, answer } = await searchByTwoTypesOnce(tools.given);
        if (answer.status === 400) {
          tools.expect.problem(answer, "validation-failed");
          return;
        }

        if (expectOnly(tools, answer, types) === 0) throw tools.given.nothingToJudge(noItem);
      },
    },
    {
      id: "search/unknown-component-types-are-refused",
      rule: "`GET` search with a component type other than the seven allowed values answers 400 `validation-failed`.",
      source: "Endpoints, Search: allowed values; Errors, validation-failed",
      covers: ["answers:searchVolumes/validation-failed"],
      async run(tools) {
        const control = await searchByTypeOnce(tools.given, "agent");
        if (!isSuccess(control))
          throw tools.given.blocked(`GET search for the type "agent" answered ${control.status}`, control);

        const invalid = [["starship"], ["AGENT"], ["agent", "agents"]];
        // a registry that takes any value takes the others too
        const tried = { quick: invalid.slice(0, 1), standard: invalid.slice(1), deep: invalid };
        await tools.each(tried[tools.depth], async (types) => {
          const answer = await searchByType(tools, types);

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
  ],
};
