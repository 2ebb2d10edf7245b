/** Pages of a search, beside the `limit` that was asked for. */
import type { CheckFile } from "../../harness/check-file.ts";
import { listAt, numberAt } from "../../harness/exchange/answer.ts";
import { isApiSuccess } from "../responses.ts";

/** The one `limit` of a search; undefined where none is asked for, or several, or another text than a number. */
function limitIn(url: string): number | undefined {
  const given = URL.canParse(url) ? new URL(url).searchParams.getAll("limit") : [];
  const [limit = ""] = given;
  return given.length === 1 && /^[1-9]\d{0,2}$/.test(limit) ? Number(limit) : undefined;
}

export const searchPages: CheckFile = {
  source: "Endpoints, Search: limit; Search result",
  operations: ["searchVolumes"],
  invariants: [
    {
      id: "every-response/search-pages-keep-to-their-limit",
      of: "search/limit-and-offset-are-obeyed",
      rule: "No page of `GET` search has more items than the `limit` of its request, or a greater `limit`.",
      covers: ["limit:search-limit", "member:search-result.items", "member:search-result.limit"],
      judge(answer) {
        if (answer.exchange.operation !== "searchVolumes" || !isApiSuccess(answer)) return "not-applicable";
        const asked = limitIn(answer.url);
        if (asked === undefined) return "not-applicable";
        const { length } = listAt(answer.body, "items");
        const shown = numberAt(answer.body, "limit") ?? asked;
        if (length <= asked && shown <= asked) return "held";
        return {
          expected: `at most ${asked} items, and no greater \`limit\``,
          got: length > asked ? `${length} items` : `the limit ${shown}`,
          member: length > asked ? "/items" : "/limit",
        };
      },
    },
  ],
};
