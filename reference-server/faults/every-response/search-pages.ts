import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in how long the pages of a search are. */
export const searchPages: FaultFile = {
  "every-response/search-pages-keep-to-their-limit": {
    "search-with-an-offset-and-a-limit-has-a-page-of-twenty": replaceRule(
      "search",
      "page",
      (before) => (query, call) =>
        before(query.offset === 1 && query.limit < 20 ? { ...query, limit: 20 } : query, call),
    ),
  },
};
