import { type Change, replaceRule, withBody } from "../rules/change.ts";
import type { Call } from "../call.ts";
import { Refusal } from "../refusal.ts";
import type { Fault } from "./fault.ts";
import { closedToStrangers, withEachItem, withMember } from "./reading.ts";

function refused(detail: string): Refusal {
  return new Refusal("validation-failed", detail);
}

/** Reads a parameter leniently: what `read` makes of its text, in place of a refusal. */
function readingLeniently(name: "limit" | "offset", isMeant: RegExp, read: (text: string) => number): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const text = call.url.searchParams.get(name) ?? "";
    return isMeant.test(text) ? read(text) : before(call);
  });
}

function refusing(name: "limit" | "offset", isRefused: (value: number) => boolean): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const value = before(call);
    if (isRefused(value)) throw refused(`${name} is not taken`);
    return value;
  });
}

/** Shows other hits than those that the page asks for. */
function slicing(range: (limit: number, offset: number) => readonly [number, number]): Change {
  return replaceRule("search", "page", () => (query, call) => {
    const { search } = call.rules;
    const matching = search
      .candidates(call)
      .filter((release) => search.matches(release, query.types, call));
    const hits = search.order(matching, call).slice(...range(query.limit, query.offset));
    return { ...query, hits, total: matching.length };
  });
}

function takingTypes(isTaken: (type: string) => boolean): Change {
  return replaceRule("search", "readTypes", (before) => (call) => {
    const { typeParameter } = call.rules.search;
    const types = call.url.searchParams.getAll(typeParameter);
    if (types.some((type) => !call.rules.manifest.componentTypes.includes(type) && isTaken(type))) return types;
    return before(call);
  });
}

function refusingType(type: string): Change {
  return replaceRule("search", "readTypes", (before) => (call) => {
    const types = before(call);
    if (types.includes(type)) throw refused(`there is no type ${type}`);
    return types;
  });
}

const pagingFaults: readonly Fault[] = [
  {
    name: "search-needs-a-token",
    breaks: "search/answers-anonymous-callers",
    summary: "Search answers 401 to a caller without a token",
    change: closedToStrangers("searchVolumes"),
  },
  {
    name: "search-results-under-another-name",
    breaks: "search/answers-anonymous-callers",
    summary: "Search answers its items as results",
    change: withBody("searchVolumes", ({ items, ...body }) => ({ ...body, results: items })),
  },
  {
    name: "search-limit-of-a-hundred-is-refused",
    breaks: "search/limits-within-bounds-are-accepted",
    summary: "The greatest limit is 99",
    change: refusing("limit", (limit) => limit === 100),
  },
  {
    name: "search-limit-of-one-is-refused",
    breaks: "search/limits-within-bounds-are-accepted",
    summary: "The least limit is 2",
    change: refusing("limit", (limit) => limit === 1),
  },
  {
    name: "search-page-ignores-the-limit",
    breaks: "search/pages-hold-at-most-the-limit",
    summary: "Every page has room for twenty items",
    change: slicing((_limit, offset) => [offset, offset + 20]),
  },
  {
    name: "search-page-has-one-item-too-many",
    breaks: "search/pages-hold-at-most-the-limit",
    summary: "A page holds one item more than asked for",
    change: slicing((limit, offset) => [offset, offset + limit + 1]),
  },
  {
    name: "search-limit-is-always-a-hundred",
    breaks: "search/limit-is-the-page-size-used",
    summary: "The result says limit 100 whatever was asked for",
    change: withMember("searchVolumes", "limit", () => 100),
  },
  {
    name: "search-limit-is-too-small",
    breaks: "search/limit-is-the-page-size-used",
    summary: "The result says a limit below the number of its items",
    change: withMember("searchVolumes", "limit", () => 1),
  },
  {
    name: "search-limit-is-the-number-of-the-page",
    breaks: "search/limit-is-the-page-size-used",
    summary: "The result says one more than the limit that was asked for",
    change: withMember("searchVolumes", "limit", (limit) => Number(limit) + 1),
  },
  {
    name: "search-offset-of-one-is-refused",
    breaks: "search/offsets-are-accepted",
    summary: "An odd offset is refused",
    change: refusing("offset", (offset) => offset === 1),
  },
  {
    name: "search-large-offset-is-refused",
    breaks: "search/offsets-are-accepted",
    summary: "An offset above a hundred is refused",
    change: refusing("offset", (offset) => offset > 100),
  },
  {
    name: "search-offset-is-always-zero",
    breaks: "search/offset-is-echoed",
    summary: "The result says offset 0 whatever was asked for",
    change: withMember("searchVolumes", "offset", () => 0),
  },
  {
    name: "search-offset-counts-from-one",
    breaks: "search/offset-is-echoed",
    summary: "The result counts its offset from one",
    change: withMember("searchVolumes", "offset", (offset) => Number(offset) + 1),
  },
  {
    name: "search-offset-is-at-most-a-hundred",
    breaks: "search/offset-is-echoed",
    summary: "The result says offset 100 for anything beyond",
    change: withMember("searchVolumes", "offset", (offset) => Math.min(100, Number(offset))),
  },
  {
    name: "search-total-is-that-of-the-page",
    breaks: "search/pages-end-within-the-total",
    summary: "The total is the number of items on the page",
    change: withBody("searchVolumes", (body) => ({
      ...body,
      total: Array.isArray(body["items"]) ? body["items"].length : 0,
    })),
  },
  {
    name: "search-total-is-zero",
    breaks: "search/pages-end-within-the-total",
    summary: "The total is always zero",
    change: withMember("searchVolumes", "total", () => 0),
  },
  {
    name: "search-starts-again-behind-the-end",
    breaks: "search/offset-beyond-the-total-is-empty",
    summary: "Behind the last match the first ones are shown again",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return query.offset < page.total ? page : { ...before({ ...query, offset: 0 }, call), offset: query.offset };
    }),
  },
  {
    name: "search-refuses-what-is-behind-the-end",
    breaks: "search/offset-beyond-the-total-is-empty",
    summary: "An offset behind the last match is refused",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      if (query.offset > page.total + 500) throw refused("there is no such page");
      return page;
    }),
  },
];

const refusalFaults: readonly Fault[] = [
  {
    name: "search-limit-above-a-hundred-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of 101 is taken",
    change: replaceRule("search", "largestLimit", () => 101),
  },
  {
    name: "search-limit-above-a-hundred-is-cut",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit above 100 is taken for 100",
    change: readingLeniently("limit", /^(?:10[1-9]|[1-9]\d{3,})$/, () => 100),
  },
  {
    name: "search-limit-of-zero-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of 0 is taken for 20",
    change: readingLeniently("limit", /^0$/, () => 20),
  },
  {
    name: "search-negative-limit-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of -1 is taken for all",
    change: readingLeniently("limit", /^-/, () => 100),
  },
  {
    name: "search-huge-limit-is-taken",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit of a million is taken for all",
    change: readingLeniently("limit", /^1000000$/, () => 100),
  },
  {
    name: "search-wrong-limit-is-not-found",
    breaks: "search/limits-out-of-bounds-are-refused",
    summary: "A limit above 100 answers 404 not-found",
    change: replaceRule("search", "readLimit", (before) => (call) => {
      if (call.url.searchParams.get("limit") === "101") throw new Refusal("not-found", "there is no such page");
      return before(call);
    }),
  },
  {
    name: "search-limit-in-words-is-ignored",
    breaks: "search/limits-that-are-no-integers-are-refused",
    summary: "A limit that is no number is taken for 20",
    change: readingLeniently("limit", /^[a-z]+$/, () => 20),
  },
  {
    name: "search-fraction-of-a-limit-is-rounded",
    breaks: "search/limits-that-are-no-integers-are-refused",
    summary: "A limit of 1.5 is taken for 1",
    change: readingLeniently("limit", /^\d+\.\d+$/, (text) => Math.floor(Number(text))),
  },
  {
    name: "search-limit-with-a-tail-is-taken",
    breaks: "search/limits-that-are-no-integers-are-refused",
    summary: "A limit of 10x is taken for 10",
    change: readingLeniently("limit", /^\d+[a-z]+$/, (text) => Number.parseInt(text, 10)),
  },
  {
    name: "search-negative-offset-is-taken",
    breaks: "search/negative-offsets-are-refused",
    summary: "A negative offset is taken for 0",
    change: readingLeniently("offset", /^-\d+$/, () => 0),
  },
  {
    name: "search-offset-in-words-is-ignored",
    breaks: "search/offsets-that-are-no-integers-are-refused",
    summary: "An offset that is no number is taken for 0",
    change: readingLeniently("offset", /^[a-z]+$/, () => 0),
  },
  {
    name: "search-fraction-of-an-offset-is-rounded",
    breaks: "search/offsets-that-are-no-integers-are-refused",
    summary: "An offset of 1.5 is taken for 1",
    change: readingLeniently("offset", /^\d+\.\d+$/, (text) => Math.floor(Number(text))),
  },
];

const typeFaults: readonly Fault[] = [
  {
    name: "search-does-not-know-agents",
    breaks: "search/filter-takes-every-component-type",
    summary: "The filter refuses the type agent",
    change: refusingType("agent"),
  },
  {
    name: "search-does-not-know-language-servers",
    breaks: "search/filter-takes-every-component-type",
    summary: "The filter refuses the type lsp-server",
    change: refusingType("lsp-server"),
  },
  {
    name: "search-ignores-the-filter",
    breaks: "search/filter-shows-only-its-type",
    summary: "The filter over component types has no effect",
    change: replaceRule("search", "matches", () => () => true),
  },
  {
    name: "search-filter-shows-volumes-without-components-too",
    breaks: "search/filter-shows-only-its-type",
    summary: "The filter leaves out nothing but agents",
    change: replaceRule("search", "matches", (before) => (release, types, call) => {
      const isAgent = release.components.some(({ type }) => type === "agent");
      return isAgent ? before(release, types, call) : true;
    }),
  },
  {
    name: "search-ignores-a-filter-of-several",
    breaks: "search/filter-takes-several-types",
    summary: "A filter for more than one component type has no effect",
    change: replaceRule(
      "search",
      "matches",
      (before) => (release, types, call) => types.length > 1 || before(release, types, call),
    ),
  },
  {
    name: "search-refuses-a-filter-of-several",
    breaks: "search/filter-takes-several-types",
    summary: "A filter for more than one component type is refused",
    change: replaceRule("search", "readTypes", (before) => (call) => {
      const types = before(call);
      if (types.length > 1) throw refused("more than one type");
      return types;
    }),
  },
  {
    name: "search-takes-unknown-types",
    breaks: "search/unknown-component-types-are-refused",
    summary: "A filter for an unknown component type finds nothing",
    change: takingTypes(() => true),
  },
  {
    name: "search-takes-plurals-of-types",
    breaks: "search/unknown-component-types-are-refused",
    summary: "A filter for agents is taken",
    change: takingTypes((type) => type === "agents"),
  },
  {
    name: "search-looks-at-the-first-type-only",
    breaks: "search/unknown-component-types-are-refused",
    summary: "An unknown component type behind a known one is taken",
    change: replaceRule("search", "readTypes", (before) => (call) => {
      const types = call.url.searchParams.getAll(call.rules.search.typeParameter);
      return call.rules.manifest.componentTypes.includes(types[0] ?? "") ? types : before(call);
    }),
  },
];

/** Reverses the order of every second search. */
function unsteady(call: Call): boolean {
  return call.ordinal % 2 === 0;
}

const catalogueFaults: readonly Fault[] = [
  {
    name: "search-pages-overlap",
    breaks: "search/walk-finds-each-volume-once",
    summary: "Every page but the first starts one item early",
    change: slicing((limit, offset) => [Math.max(0, offset - 1), Math.max(0, offset - 1) + limit]),
  },
  {
    name: "search-order-changes",
    breaks: "search/walk-finds-each-volume-once",
    summary: "Every second search has the opposite order",
    change: replaceRule("search", "order", (before) => (hits, call) => {
      const ordered = before(hits, call);
      return unsteady(call) ? ordered.toReversed() : ordered;
    }),
  },
  {
    name: "search-ignores-the-offset",
    breaks: "search/walk-finds-each-volume-once",
    summary: "Every page is the first one, up to the end",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return query.offset < page.total ? { ...before({ ...query, offset: 0 }, call), offset: query.offset } : page;
    }),
  },
  {
    name: "search-offset-counts-pages",
    breaks: "search/walk-misses-nothing",
    summary: "The offset is taken for the number of a page",
    change: slicing((limit, offset) => [offset * limit, offset * limit + limit]),
  },
  {
    name: "search-never-shows-the-last-match",
    breaks: "search/walk-misses-nothing",
    summary: "The last match is counted and never shown",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return { ...page, hits: page.hits.slice(0, Math.max(0, page.total - 1 - query.offset)) };
    }),
  },
  {
    name: "search-pages-skip-an-item",
    breaks: "search/walk-misses-nothing",
    summary: "The first item of every page but the first is left out",
    change: replaceRule("search", "page", (before) => (query, call) => {
      const page = before(query, call);
      return { ...page, hits: query.offset === 0 ? page.hits : page.hits.slice(1) };
    }),
  },
  {
    name: "search-total-grows-with-the-page",
    breaks: "search/total-does-not-depend-on-the-page",
    summary: "The total ends with the page",
    change: withBody("searchVolumes", (body) => ({
      ...body,
      total: Math.min(Number(body["total"]), Number(body["offset"]) + Number(body["limit"])),
    })),
  },
  {
    name: "search-filter-misses-types-with-a-hyphen",
    breaks: "search/filter-finds-what-has-its-type",
    summary: "The filter never finds mcp-server",
    change: replaceRule("search", "matches", (before) => (release, types, call) => {
      const known = types.filter((type) => type !== "mcp-server");
      return types.length === 0 || (known.length > 0 && before(release, known, call));
    }),
  },
  {
    name: "search-filter-misses-new-volumes",
    breaks: "search/filter-finds-what-has-its-type",
    summary: "The filter finds no skill that was published by the API",
    change: replaceRule(
      "search",
      "matches",
      (before) => (release, types, call) =>
        before(release, types, call) && (types.length === 0 || release.bytes === undefined),
    ),
  },
  {
    name: "search-latest-version-is-made-up",
    breaks: "search/latest-version-was-published",
    summary: "The latest version of every volume is 9.9.9",
    change: withEachItem("searchVolumes", (item) => ({ ...item, latestVersion: "9.9.9" })),
  },
  {
    name: "search-latest-version-of-scoped-volumes-is-made-up",
    breaks: "search/latest-version-was-published",
    summary: "The latest version of a scoped volume has a letter before it",
    change: withEachItem("searchVolumes", (item) => {
      const isScoped = String(item["name"]).startsWith("@");
      return isScoped ? { ...item, latestVersion: `v${String(item["latestVersion"])}` } : item;
    }),
  },
];

/** Broken searches. */
export const searchFaults: readonly Fault[] = [
  ...pagingFaults,
  ...refusalFaults,
  ...typeFaults,
  ...catalogueFaults,
];
