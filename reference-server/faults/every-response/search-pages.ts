import { replaceRule } from "../../rules/change.ts";
import { withMember } from "../changes/documents.ts";
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
  "every-response/search-pages-show-their-offset": {
    "search-page-of-two-shows-offset-0": withMember("searchVolumes", "offset", (offset, call) =>
      call.url.searchParams.get("limit") === "2" ? 0 : offset,
    ),
  },
};
