import { Refusal } from "../refusal.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

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

/** Broken filters over component types. */
export const componentTypeFaults: readonly Fault[] = [
  {
    name: "search-does-not-know-agents",
    breaks: "search/filter-takes-every-component-type",
    summary: "The filter refuses the type agent",
    change: refusingType("agent"),
  },
  {
    name: "search-does-not-know-language-servers",
    breaks: "search/filter-takes-every-component-type",
    summary: "The filter refuses the type lsp-server",
    change: refusingType("lsp-server"),
  },
  {
    name: "search-ignores-the-filter",
    breaks: "search/filter-shows-only-its-type",
    summary: "The filter over component types has no effect",
    change: replaceRule("search", "matches", () => () => true),
  },
  {
    name: "search-filter-shows-volumes-without-components-too",
    breaks: "search/filter-shows-only-its-type",
    summary: "The filter leaves out nothing but agents",
    change: replaceRule("search", "matches", (before) => (release, types, call) => {
      const isAgent = release.components.some(({ type }) => type === "agent");
      return isAgent ? before(release, types, call) : true;
    }),
  },
  {
    name: "search-ignores-a-filter-of-several",
    breaks: "search/filter-takes-several-types",
    summary: "A filter for more than one component type has no effect",
    change: replaceRule(
      "search",
      "matches",
      (before) => (release, types, call) => types.length > 1 || before(release, types, call),
    ),
  },
  {
    name: "search-refuses-a-filter-of-several",
    breaks: "search/filter-takes-several-types",
    summary: "A filter for more than one component type is refused",
    change: replaceRule("search", "readTypes", (before) => (call) => {
      const types = before(call);
      if (types.length > 1) throw new Refusal("validation-failed", "more than one type");
      return types;
    }),
  },
  {
    name: "search-takes-unknown-types",
    breaks: "search/unknown-component-types-are-refused",
    summary: "A filter for an unknown component type finds nothing",
    change: takingTypes(() => true),
  },
  {
    name: "search-takes-plurals-of-types",
    breaks: "search/unknown-component-types-are-refused",
    summary: "A filter for agents is taken",
    change: takingTypes((type) => type === "agents"),
  },
  {
    name: "search-looks-at-the-first-type-only",
    breaks: "search/unknown-component-types-are-refused",
    summary: "An unknown component type behind a known one is taken",
    change: replaceRule("search", "readTypes", (before) => (call) => {
      const types = call.url.searchParams.getAll(call.rules.search.typeParameter);
      return call.rules.manifest.componentTypes.includes(types[0] ?? "") ? types : before(call);
    }),
  },
];
