import { replaceRule } from "../../rules/change.ts";
import { withItems } from "../changes/documents.ts";
import { isJsonObject } from "../../json.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in lists that have an entry twice. */
export const repeatedItems: FaultFile = {
  "every-response/lists-repeat-no-volume-and-no-version": {
    "search-for-two-types-ends-with-its-first-volume": {
      leads: "search/a-page-shows-each-volume-once",
      change: replaceRule("search", "page", (before) => (query, call) => {
        const page = before(query, call);
        const hits = [...page.hits.slice(0, query.limit - 1), ...page.hits.slice(0, 1)];
        return query.types.length > 1 && page.hits.length > 1 ? { ...page, hits } : page;
      }),
    },
    "index-has-a-second-row-for-a-yanked-version": withItems("getVersionIndex", (rows) =>
      rows.flatMap((row) => {
        const { status } = row;
        return isJsonObject(status) && status["state"] === "yanked" ? [row, row] : [row];
      }),
    ),
  },
};
