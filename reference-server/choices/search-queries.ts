import { ProblemError } from "../problem-error.ts";
import { replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** The query parameters of a search. */
export const searchQueryChoices: readonly Choice[] = [
  {
    name: "search-type-parameter",
    question: "Which query parameter filters by component type?",
    default: "type",
    values: {
      component: {
        summary: "componentType",
        change: replaceRule("search", "typeParameter", () => "componentType"),
      },
      bracketed: {
        summary: "component[type]",
        change: replaceRule("search", "typeParameter", () => "component[type]"),
      },
    },
  },
  {
    name: "search-unknown-parameter",
    question: "How does search handle an unknown query parameter?",
    default: "ignored",
    values: {
      refused: {
        summary: "400 validation-failed",
        change: replaceRule("search", "readQuery", (before) => (call) => {
          const known = new Set(["limit", "offset", call.rules.search.typeParameter]);
          for (const name of call.url.searchParams.keys()) {
            if (!known.has(name))
              throw new ProblemError("validation-failed", "a query parameter is not known");
          }
          return before(call);
        }),
      },
    },
  },
  {
    name: "search-several-types",
    question: "What does a search with two component types find?",
    default: "either",
    values: {
      refused: {
        summary: "Nothing: the filter given twice answers 400 validation-failed",
        skips: ["search/filter-accepts-several-types"],
        change: replaceRule("search", "readTypes", (before) => (call) => {
          const types = before(call);
          if (types.length > 1) throw new ProblemError("validation-failed", "the filter is given twice");
          return types;
        }),
      },
    },
  },
];
