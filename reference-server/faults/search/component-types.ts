import { Refusal } from "../../refusal.ts";
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
    if (types.includes(type)) throw new Refusal("validation-failed", `there is no type ${type}`);
    return types;
  });
}

/** TODO */
export const componentTypes: FaultFile = {
  "search/filter-takes-every-component-type": {
    "search-does-not-know-agents": {
      summary: "The filter refuses the type agent",
      change: refusingType("agent"),
    },
    "search-does-not-know-language-servers": {
      summary: "The filter refuses the type lsp-server",
      change: refusingType("lsp-server"),
    },
  },
  "search/filter-shows-only-its-type": {
    "search-ignores-the-filter": {
      summary: "The filter over component types has no effect",
      change: replaceRule("search", "matches", () => () => true),
    },
    "search-filter-shows-volumes-without-components-too": {
      summary: "The filter leaves out nothing but agents",
      change: replaceRule("search", "matches", (before) => (release, types, call) => {
        const isAgent = release.components.some(({ type }) => type === "agent");
        return isAgent ? before(release, types, call) : true;
      }),
    },
  },
  "search/filter-takes-several-types": {
    "search-ignores-a-filter-of-several": {
      summary: "A filter for more than one component type has no effect",
      change: replaceRule(
        "search",
        "matches",
        (before) => (release, types, call) => types.length > 1 || before(release, types, call),
      ),
    },
    "search-refuses-a-filter-of-several": {
      summary: "A filter for more than one component type is refused",
      change: replaceRule("search", "readTypes", (before) => (call) => {
        const types = before(call);
        if (types.length > 1) throw new Refusal("validation-failed", "more than one type");
        return types;
      }),
    },
  },
  "search/unknown-component-types-are-refused": {
    "search-takes-unknown-types": {
      summary: "A filter for an unknown component type finds nothing",
      change: takingTypes(() => true),
    },
    "search-takes-plurals-of-types": {
      summary: "A filter for agents is taken",
      change: takingTypes((type) => type === "agents"),
    },
    "search-looks-at-the-first-type-only": {
      summary: "An unknown component type behind a known one is taken",
      change: replaceRule("search", "readTypes", (before) => (call) => {
        const types = call.url.searchParams.getAll(call.rules.search.typeParameter);
        return call.rules.manifest.componentTypes.includes(types[0] ?? "") ? types : before(call);
      }),
    },
  },
};
