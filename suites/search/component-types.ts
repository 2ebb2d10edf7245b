/** The filter over component types. Its parameter's name comes from the target file, since the text shows none. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";

/** The values that the filter takes. */
export const everyComponentType: readonly string[] = [
  "agent",
  "skill",
  "command",
  "tool",
  "hook",
  "mcp-server",
  "lsp-server",
];

const source = "Endpoints, Search: filter over component types; Resources, Search result: components";

/** A search for volumes with components of these types. */
export async function searchByType(
  { registry, target }: Pick<Tools, "registry" | "target">,
  types: readonly string[],
): Promise<Answer> {
  const parameter = target.search.componentTypeParam ?? "";
  return await registry.searchVolumes([...types.map((type) => [parameter, type] as const), ["limit", "100"]]);
}

/** The answer to a search for one type that several checks look at: asked for once in a run. */
export const searchByTypeOnce: Situation<Answer, [type: string]> = situation(
  (type) => `search/type-${type}`,
  (tools, type) => searchByType(tools, [type]),
);

/** The types to try: all of them but in a quick run. */
function typesFor({ depth }: Tools): readonly string[] {
  return depth === "quick" ? everyComponentType.slice(0, 2) : everyComponentType;
}

/** The types of the components that an item shows; undefined where it shows no components at all. */
export function typesOf(item: unknown): readonly (string | undefined)[] | undefined {
  if (!Array.isArray(valueAt(item, "components"))) return undefined;
  return listAt(item, "components").map((component) => textAt(component, "type"));
}

function expectOnly({ expect }: Tools, answer: Answer, types: readonly string[]): void {
  expect.success(answer);
  for (const item of expect.list(answer, "items")) {
    const shown = typesOf(item);
    // a component may leave out its type, and then says nothing about what the filter should have done
    if (shown === undefined || shown.includes(undefined)) continue;
    expect.that(
      shown.some((type) => type !== undefined && types.includes(type)),
      {
        expected: `a component of type ${types.join(" or ")} in each item of a search for it`,
        got: `"${textAt(item, "name") ?? ""}" with ${shown.length === 0 ? "no component" : shown.join(", ")}`,
        answer,
      },
    );
  }
}

export const filterTakesEveryComponentType: Check = {
  id: "search/filter-takes-every-component-type",
  level: "must",
  rule: "The filter takes each of agent, skill, command, tool, hook, mcp-server and lsp-server.",
  source,
  operations: ["searchVolumes"],
  needs: ["search.componentTypeParam"],
  forms: "none",
  covers: ["gap:endpoints/1"],
  async run(tools) {
    for (const type of typesFor(tools)) {
      const answer = await searchByTypeOnce(tools.given, type);

      tools.expect.success(answer);
    }
  },
};

export const filterShowsOnlyItsType: Check = {
  id: "search/filter-shows-only-its-type",
  level: "must",
  rule: "Under a filter for a component type, every item that shows its components has one of that type.",
  source,
  operations: ["searchVolumes"],
  needs: ["search.componentTypeParam"],
  forms: "none",
  covers: ["member:search-item.components", "member:search-item.components.type"],
  async run(tools) {
    for (const type of typesFor(tools)) {
      const answer = await searchByTypeOnce(tools.given, type);

      expectOnly(tools, answer, [type]);
    }
  },
};

export const filterTakesSeveralTypes: Check = {
  id: "search/filter-takes-several-types",
  level: "must",
  rule: "With several component types in one filter, every item that shows its components has one of any of them.",
  source,
  reading:
    "Several types are sent by repeating the parameter. Whether an item has to have all or any of them is open; with all it has any.",
  operations: ["searchVolumes"],
  needs: ["search.componentTypeParam"],
  forms: "none",
  from: "standard",
  async run(tools) {
    const types = ["agent", "hook"];

    const answer = await searchByType(tools, types);

    expectOnly(tools, answer, types);
  },
};

export const unknownComponentTypesAreRefused: Check = {
  id: "search/unknown-component-types-are-refused",
  level: "must",
  rule: "A filter for anything else than the seven component types answers 400 validation-failed.",
  source: "Endpoints, Search: allowed values; Errors, validation-failed",
  operations: ["searchVolumes"],
  needs: ["search.componentTypeParam"],
  forms: "none",
  covers: ["answers:searchVolumes/validation-failed"],
  async run(tools) {
    const control = await searchByTypeOnce(tools.given, "agent");
    if (!isSuccess(control))
      throw tools.given.blocked(`a search for the type "agent" answered ${control.status}`, control);

    const wrong = [["starship"], ["agents"], ["agent", "starship"]];
    for (const types of tools.depth === "quick" ? wrong.slice(0, 1) : wrong) {
      const answer = await searchByType(tools, types);

      tools.expect.problem(answer, "validation-failed");
    }
  },
};
