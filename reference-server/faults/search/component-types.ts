import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

function takingTypes(isTaken: (type: string) => boolean): Change {
  return replaceRule("search", "readTypes", (before) => (call) => {
    const { typeParameter } = call.rules.search;
    const types = call.url.searchParams.getAll(typeParameter);
    if (types.some((type) => !call.rules.manifest.componentTypes.includes(type) && isTaken(type)))
      return types;
    return before(call);
  });
}

function refusingType(type: string): Change {
  return replaceRule("search", "readTypes", (before) => (call) => {
    const types = before(call);
    if (types.includes(type)) throw new ProblemError("validation-failed", `there is no type ${type}`);
    return types;
  });
}

/** Faults in the filter by component type. */
export const componentTypes: FaultFile = {
  "search/filter-accepts-every-component-type": {
    "search-refuses-type-agent": refusingType("agent"),
    "search-refuses-type-lsp-server": refusingType("lsp-server"),
  },
  "search/filter-shows-only-its-type": {
    "search-ignores-the-filter": replaceRule("search", "matches", () => () => true),
    "search-filter-shows-volumes-without-components-too": {
      summary: "The filter removes only volumes with agents",
      change: replaceRule("search", "matches", (before) => (release, types, call) => {
        const isAgent = release.components.some(({ type }) => type === "agent");
        return isAgent ? before(release, types, call) : true;
      }),
    },
  },
  "search/filter-accepts-several-types": {
    "search-ignores-a-filter-of-several-types": replaceRule(
      "search",
      "matches",
      (before) => (release, types, call) => types.length > 1 || before(release, types, call),
    ),
  },
  "search/unknown-component-types-are-refused": {
    "search-accepts-unknown-types": takingTypes(() => true),
    "search-accepts-agents-as-a-type": takingTypes((type) => type === "agents"),
    "search-accepts-types-with-an-underscore": takingTypes((type) => type === "mcp_server"),
    "search-accepts-types-in-upper-case": takingTypes((type) => type === "AGENT"),
    "search-checks-only-the-first-type": replaceRule("search", "readTypes", (before) => (call) => {
      const types = call.url.searchParams.getAll(call.rules.search.typeParameter);
      return call.rules.manifest.componentTypes.includes(types[0] ?? "") ? types : before(call);
    }),
  },
};
