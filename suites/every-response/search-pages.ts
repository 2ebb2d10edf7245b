/** Pages of a search, beside the `limit` and the `offset` that were asked for. */
import type { CheckFile } from "../../harness/check-file.ts";
import { listAt, numberAt } from "../../harness/exchange/answer.ts";
import { queryIn } from "../../harness/exchange/references.ts";
import { isApiSuccess } from "../responses.ts";

/** The one number that a query gives for a parameter; undefined where it gives none, or several, or another text than a number below 1,000. */
function numberIn(url: string, name: string): number | undefined {
  const given = queryIn(url).getAll(name);
  const [text = ""] = given;
  return given.length === 1 && /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : undefined;
}

export const searchPages: CheckFile = {
  source: "Endpoints, Search: limit, offset; Search result",
  operations: ["searchVolumes"],
  invariants: [
    {
      id: "every-response/search-pages-keep-to-their-limit",
      of: "search/limit-and-offset-are-obeyed",
      rule: "No page of `GET` search has more items than the `limit` of its request, or a greater `limit`.",
      covers: ["limit:search-limit", "member:search-result.items", "member:search-result.limit"],
      judge(answer) {
        if (answer.exchange.operation !== "searchVolumes" || !isApiSuccess(answer)) return "not-applicable";
        const asked = numberIn(answer.url, "limit");
        if (asked === undefined || asked === 0) return "not-applicable";
        const { length } = listAt(answer.body, "items");
        const shown = numberAt(answer.body, "limit") ?? asked;
        if (length <= asked && shown <= asked) return "held";
        return {
          expected: `a \`limit\` of at most ${asked}, as requested, and no more items`,
          got: length > asked ? `${length} items` : `the limit ${shown}`,
          member: length > asked ? "/items" : "/limit",
        };
      },
    },
    {
      id: "every-response/search-pages-show-their-offset",
      of: "search/limit-and-offset-are-obeyed",
      rule: "Where a page of `GET` search has an `offset`, it is that of its request, also beside a filter, a text or a `limit`.",
      reading: "The text gives `offset` no upper limit. We judge offsets below 1,000.",
      covers: ["limit:search-offset", "member:search-result.offset"],
      judge(answer) {
        if (answer.exchange.operation !== "searchVolumes" || !isApiSuccess(answer)) return "not-applicable";
        const asked = numberIn(answer.url, "offset");
        const shown = numberAt(answer.body, "offset");
        if (asked === undefined || shown === undefined) return "not-applicable";
        return shown === asked
          ? "held"
          : { expected: `/offset to be ${asked}`, got: String(shown), member: "/offset" };
      },
    },
  ],
};
