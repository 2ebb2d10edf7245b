/** Conditional searches. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import { headerOf, isSuccess } from "../../harness/exchange/answer.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { keysOf } from "./looks.ts";
import { searchOnce, searchPage } from "./paging.ts";

export const validators: CheckFile = {
  source: "Endpoints, Search; RFC 9110 section 13",
  operations: ["searchVolumes"],
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "search/conditional-searches-notice-a-change",
      of: "consistency/validators-change-with-their-document",
      level: "should",
      rule: "After the result of a `GET` search has changed, the same search with its former `ETag` in `If-None-Match` never answers 304.",
      reading:
        "The text does not mention validators. RFC 9110 section 13 allows 304 only while the document is the same.",
      alone: true,
      async run(tools) {
        const page = { limit: 100 };
        // as an earlier check saw it
        const first = await searchOnce(tools.given, page);
        const tag = headerOf(first, "etag");
        if (tag === undefined) throw tools.given.nothingToJudge("a search has no `ETag`");
        const now = await searchPage(tools, page);
        if (!isSuccess(now) || isSameJson(keysOf(first).toSorted(), keysOf(now).toSorted()))
          throw tools.given.nothingToJudge("the result of the search has not changed");

        const headers: readonly HeaderField[] = [["if-none-match", tag]];
        const conditional = await tools.eventually(
          () => tools.registry.searchVolumes([["limit", "100"]], { headers }),
          { since: { sinceMs: now.endedAtMs }, until: isSuccess },
        );

        tools.expect.that(conditional.status !== 304, {
          expected: "the changed result",
          got: "304 for the `ETag` that it had before",
          answer: conditional,
        });
      },
    },
  ],
};
