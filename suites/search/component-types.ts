/** The filter over component types. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { everyComponentType } from "../../harness/component-types.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { searchesByType } from "./filtered-looks.ts";
import { searchByTwoTypesOnce, searchByType, searchByTypeOnce, typesOf } from "./type-searches.ts";

/** The searches to judge: for all types, or for two in a quick run. */
async function typeSearches({ given, depth }: Tools): Promise<readonly (readonly [string, Answer])[]> {
  if (depth !== "quick") return [...(await searchesByType(given))];
  const types = everyComponentType.slice(0, 2);
  return await Promise.all(types.map(async (type) => [type, await searchByTypeOnce(given, type)] as const));
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
      alone: true,
      async run(tools) {
        await tools.each(await typeSearches(tools), async ([, answer]) => {
          tools.expect.success(answer);
        });
      },
    },
    {
      id: "search/filter-shows-only-its-type",
      of: "search/filters-show-exactly-their-types",
      rule: "`GET` search with a component type returns only items with a component of that type, if they list their components.",
      covers: ["member:search-item.components", "member:search-item.components.type"],
      alone: true,
      async run(tools) {
        let judged = 0;
        await tools.each(await typeSearches(tools), async ([type, answer]) => {
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

        const invalid = [["starship"], ["AGENT"], ["agent", "agents"], ["mcp_server"]];
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
