/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "problems/unusual-requests-cause-no-server-error",
    rule: "A request with characters that no identity has is never answered with a 5xx status.",
    source: "Errors, table of slugs",
  },
  {
    id: "problems/unknown-requests-add-no-problem-types",
    rule: "A request with an unknown path or method is never answered with a problem type outside the closed set.",
    source: "Errors; Versioning, rule 3",
  },
  {
    id: "problems/rate-limits-answer-429",
    rule: "A request over the rate limit answers 429 `rate-limited`.",
    source: "Errors, table of slugs: rate-limited",
  },
  {
    id: "problems/slugs-and-statuses-belong-together",
    rule: "A problem's type and its HTTP status are those of one row of the table.",
    source: "Errors, table of slugs",
  },
  {
    id: "problems/refused-requests-stay-refused",
    rule: "A request that was refused is refused again when it is repeated and nothing has changed since.",
    source: "Errors; States and transitions",
    covers: ["rule:errors/3"],
  },
  {
    id: "problems/members-have-their-types",
    rule: "The members of a problem have the types of the table: a URI, text that is not empty, a status, text and a URI reference.",
    source: "Errors, table of members",
  },
];
