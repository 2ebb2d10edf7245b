import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule, withBody } from "../../rules/change.ts";
import { setting, withMember } from "../changes/documents.ts";
import { slicing } from "../changes/lookups.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

function refusing(name: "limit" | "offset", isRefused: (value: number) => boolean): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const value = before(call);
    if (isRefused(value)) throw new ProblemError("validation-failed", `${name} is not taken`);
    return value;
  });
}

/** Fails for an offset beyond a limit. */
function crashingBeyond(most: number): Change {
  return replaceRule("search", "readOffset", (before) => (call) => {
    const offset = before(call);
    if (offset > most) throw new RangeError(`${offset} is beyond ${most}`);
    return offset;
  });
}

/** Faults in the limit, the offset and the total of a search. */
export const paging: FaultFile = {
  "search/offsets-of-any-size-are-answered": {
    "offset-beyond-31-bits-crashes": crashingBeyond(2 ** 31 - 1),
    "offset-beyond-32-bits-begins-again": replaceRule(
      "search",
      "readOffset",
      (before) => (call) => (before(call) >= 2 ** 32 ? 0 : before(call)),
    ),
  },
  "search/answers-anonymous-callers": {
    "search-needs-valid-token": requiringToken("searchVolumes"),
    "search-needs-authorization-header": requiringAuthorizationHeader("searchVolumes"),
    "search-items-are-named-results": withBody("searchVolumes", ({ items, ...body }) => ({
      ...body,
      results: items,
    })),
  },
  "search/limits-within-bounds-are-accepted": {
    "search-limit-of-100-is-refused": refusing("limit", (limit) => limit === 100),
    "search-limit-of-one-is-refused": refusing("limit", (limit) => limit === 1),
  },
  "search/pages-hold-at-most-the-limit": {
    "search-page-always-has-20-items": slicing((_limit, offset) => [offset, offset + 20]),
    "search-page-has-one-item-too-many": slicing((limit, offset) => [offset, offset + limit + 1]),
  },
  "search/limit-is-the-page-size-used": {
    "search-result-always-has-limit-100": setting("searchVolumes", "limit", 100),
    "search-result-limit-is-below-its-item-count": setting("searchVolumes", "limit", 1),
    "search-result-limit-is-one-too-large": withMember(
      "searchVolumes",
      "limit",
      (limit) => Number(limit) + 1,
    ),
  },
  "search/offsets-are-accepted": {
    "search-odd-offset-is-refused": refusing("offset", (offset) => offset === 1),
    "search-offset-above-100-is-refused": refusing("offset", (offset) => offset > 100),
  },
  "search/offset-is-echoed": {
    "search-result-always-has-offset-0": setting("searchVolumes", "offset", 0),
    "search-result-offset-is-one-too-large": withMember(
      "searchVolumes",
      "offset",
      (offset) => Number(offset) + 1,
    ),
    "search-result-offset-is-at-most-100": withMember("searchVolumes", "offset", (offset) =>
      Math.min(100, Number(offset)),
    ),
  },
  "search/pages-end-within-the-total": {
    "search-total-is-that-of-the-page": withBody("searchVolumes", (body) => ({
      ...body,
      total: Array.isArray(body["items"]) ? body["items"].length : 0,
    })),
    "search-total-is-zero": setting("searchVolumes", "total", 0),
    "search-for-several-types-ignores-the-offset": replaceRule(
      "search",
      "page",
      (before) => (query, call) => {
        const isMeant = query.types.length > 1;
        return { ...before(isMeant ? { ...query, offset: 0 } : query, call), offset: query.offset };
      },
    ),
  },
  "search/offset-beyond-the-total-is-empty": {
    "search-offset-wraps-after-32": slicing((limit, offset) => [offset % 32, (offset % 32) + limit]),
    "search-offset-beyond-the-total-returns-the-first-page": replaceRule(
      "search",
      "page",
      (before) => (query, call) => {
        const page = before(query, call);
        return query.offset < page.total
          ? page
          : { ...before({ ...query, offset: 0 }, call), offset: query.offset };
      },
    ),
    "search-offset-beyond-the-total-is-refused": replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      if (query.offset > page.total + 500)
        throw new ProblemError("validation-failed", "there is no such page");
      return page;
    }),
  },
};
