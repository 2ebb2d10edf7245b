import { Refusal } from "../../refusal.ts";
import { type Change, replaceRule, withBody } from "../../rules/change.ts";
import { setting, withMember } from "../changes/documents.ts";
import { slicing } from "../changes/lookups.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

function refusing(name: "limit" | "offset", isRefused: (value: number) => boolean): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const value = before(call);
    if (isRefused(value)) throw new Refusal("validation-failed", `${name} is not taken`);
    return value;
  });
}

/** TODO */
export const paging: FaultFile = {
  "search/answers-anonymous-callers": {
    "search-needs-token": { summary: "The search needs a token", change: requiringToken("searchVolumes") },
    "search-needs-a-token": {
      summary: "Search answers 401 to a caller without a token",
      change: requiringAuthorizationHeader("searchVolumes"),
    },
    "search-results-under-another-name": {
      summary: "Search answers its items as results",
      change: withBody("searchVolumes", ({ items, ...body }) => ({ ...body, results: items })),
    },
  },
  "search/limits-within-bounds-are-accepted": {
    "search-limit-of-a-hundred-is-refused": {
      summary: "The greatest limit is 99",
      change: refusing("limit", (limit) => limit === 100),
    },
    "search-limit-of-one-is-refused": {
      summary: "The least limit is 2",
      change: refusing("limit", (limit) => limit === 1),
    },
  },
  "search/pages-hold-at-most-the-limit": {
    "search-page-ignores-the-limit": {
      summary: "Every page has room for twenty items",
      change: slicing((_limit, offset) => [offset, offset + 20]),
    },
    "search-page-has-one-item-too-many": {
      summary: "A page holds one item more than asked for",
      change: slicing((limit, offset) => [offset, offset + limit + 1]),
    },
  },
  "search/limit-is-the-page-size-used": {
    "search-limit-is-always-a-hundred": {
      summary: "The result says limit 100 whatever was asked for",
      change: setting("searchVolumes", "limit", 100),
    },
    "search-limit-is-too-small": {
      summary: "The result says a limit below the number of its items",
      change: setting("searchVolumes", "limit", 1),
    },
    "search-limit-is-the-number-of-the-page": {
      summary: "The result says one more than the limit that was asked for",
      change: withMember("searchVolumes", "limit", (limit) => Number(limit) + 1),
    },
  },
  "search/offsets-are-accepted": {
    "search-offset-of-one-is-refused": {
      summary: "An odd offset is refused",
      change: refusing("offset", (offset) => offset === 1),
    },
    "search-large-offset-is-refused": {
      summary: "An offset above a hundred is refused",
      change: refusing("offset", (offset) => offset > 100),
    },
  },
  "search/offset-is-echoed": {
    "search-offset-is-always-zero": {
      summary: "The result says offset 0 whatever was asked for",
      change: setting("searchVolumes", "offset", 0),
    },
    "search-offset-counts-from-one": {
      summary: "The result counts its offset from one",
      change: withMember("searchVolumes", "offset", (offset) => Number(offset) + 1),
    },
    "search-offset-is-at-most-a-hundred": {
      summary: "The result says offset 100 for anything beyond",
      change: withMember("searchVolumes", "offset", (offset) => Math.min(100, Number(offset))),
    },
  },
  "search/pages-end-within-the-total": {
    "search-total-is-that-of-the-page": {
      summary: "The total is the number of items on the page",
      change: withBody("searchVolumes", (body) => ({
        ...body,
        total: Array.isArray(body["items"]) ? body["items"].length : 0,
      })),
    },
    "search-total-is-zero": {
      summary: "The total is always zero",
      change: setting("searchVolumes", "total", 0),
    },
  },
  "search/offset-beyond-the-total-is-empty": {
    "search-starts-again-behind-the-end": {
      summary: "Behind the last match the first ones are shown again",
      change: replaceRule("search", "page", (before) => (query, call) => {
        const page = before(query, call);
        return query.offset < page.total
          ? page
          : { ...before({ ...query, offset: 0 }, call), offset: query.offset };
      }),
    },
    "search-refuses-what-is-behind-the-end": {
      summary: "An offset behind the last match is refused",
      change: replaceRule("search", "page", (before) => (query, call) => {
        const page = before(query, call);
        if (query.offset > page.total + 500) throw new Refusal("validation-failed", "there is no such page");
        return page;
      }),
    },
  },
};
