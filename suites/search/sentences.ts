/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "search/limit-and-offset-are-obeyed",
    rule: "`GET` search accepts each `limit` and `offset` within the bounds, obeys both and repeats them.",
    source: "Endpoints, Search; Resources, Search result; Limits, search limit and offset",
  },
  {
    id: "search/pages-are-parts-of-one-list",
    rule: "A page of a search is the part of one list that `offset` and `limit` name, and `total` is the length of that list.",
    source: "Endpoints, Search: limit, offset; Resources, Search result: total, offset, limit",
  },
  {
    id: "search/limit-and-offset-have-bounds",
    rule: "`GET` search with a `limit` or `offset` outside the bounds, or that is no integer, answers 400 `validation-failed`.",
    source: "Endpoints, Search; Limits, search limit and offset; Errors, validation-failed",
  },
  {
    id: "search/filters-show-exactly-their-types",
    rule: "A search with a filter by component type shows every volume that has one of the types, and no other.",
    source: "Endpoints, Search: filter over component types; Resources, Search result: components, total",
    restsOn: ["search/pages-are-parts-of-one-list"],
  },
  {
    id: "search/results-are-published-volumes",
    rule: "A search shows only volumes with a published version, and `latestVersion` is one of these.",
    source: "Endpoints, Search; Resources, Search result: latestVersion",
    restsOn: ["finalize/only-finalized-uploads-are-visible", "publish/the-body-never-overrides-the-path"],
  },
];
