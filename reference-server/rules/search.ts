import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";
import { allReleases, type Release } from "../store.ts";
import { groupedBy } from "./grouping.ts";
import { compareVersions, isPrerelease } from "./version-order.ts";

/** What a search asks for. */
export interface Query {
  readonly types: readonly string[];
  readonly limit: number;
  readonly offset: number;
}

/** A page of hits: each the latest release of its volume. */
export interface Page extends Query {
  readonly hits: readonly Release[];
  readonly total: number;
}

/** Catalogue search (section "Search"). */
export interface SearchRules {
  /** The query parameter of the component type filter, repeatable; the specification does not name it. */
  readonly typeParameter: string;
  readonly defaultLimit: number;
  readonly largestLimit: number;
  readonly readTypes: (call: Call) => readonly string[];
  readonly readLimit: (call: Call) => number;
  readonly readOffset: (call: Call) => number;
  /** The page size used for the one asked for. */
  readonly usedLimit: (limit: number, call: Call) => number;
  readonly readQuery: (call: Call) => Query;
  /** The release that stands for its volume: the highest stable version, else the highest. */
  readonly latest: (releases: readonly Release[], call: Call) => Release | undefined;
  /** One release per volume that search can show, in the registry's order. */
  readonly candidates: (call: Call) => readonly Release[];
  readonly matches: (release: Release, types: readonly string[], call: Call) => boolean;
  readonly order: (hits: readonly Release[], call: Call) => readonly Release[];
  readonly total: (hits: readonly Release[], call: Call) => number;
  readonly page: (query: Query, call: Call) => Page;
}

/** The whole number that a query parameter gives once; `undefined` when it is absent, 400 when it is anything else. */
export function readWhole(name: string, call: Call): number | undefined {
  const values = call.url.searchParams.getAll(name);
  if (values.length === 0) return undefined;
  const [text = ""] = values;
  const value = Number(text);
  if (values.length > 1 || !/^[0-9]+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new ProblemError("validation-failed", `${name} is not one whole number`);
  }
  return value;
}

/** Search as the reference registry does it. */
export const searchRules: SearchRules = {
  typeParameter: "type",
  defaultLimit: 20,
  largestLimit: 100,
  readTypes: (call) => {
    const types = call.url.searchParams.getAll(call.rules.search.typeParameter);
    if (!types.every((type) => call.rules.manifest.componentTypes.includes(type))) {
      throw new ProblemError("validation-failed", "the component type is unknown");
    }
    return types;
  },
  readLimit: (call) => {
    const { search } = call.rules;
    const limit = readWhole("limit", call) ?? search.defaultLimit;
    if (limit < 1 || limit > search.largestLimit) {
      throw new ProblemError("validation-failed", `limit is not between 1 and ${search.largestLimit}`);
    }
    return limit;
  },
  readOffset: (call) => readWhole("offset", call) ?? 0,
  usedLimit: (limit) => limit,
  readQuery: (call) => {
    const { search } = call.rules;
    return {
      types: search.readTypes(call),
      limit: search.usedLimit(search.readLimit(call), call),
      offset: search.readOffset(call),
    };
  },
  latest: (releases) => {
    const stable = releases.filter((release) => !isPrerelease(release.version));
    return (stable.length > 0 ? stable : releases)
      .toSorted((left, right) => compareVersions(left.version, right.version))
      .at(-1);
  },
  candidates: (call) => {
    const { search, visibility } = call.rules;
    const shown = groupedBy(
      allReleases(call.registry.store).filter((release) => visibility.inSearch(release, call)),
      (release) => release.name,
    );
    return [...shown.values()]
      .map((releases) => search.latest(releases, call))
      .filter((hit) => hit !== undefined);
  },
  matches: (release, types) =>
    types.length === 0 || release.components.some(({ type }) => types.includes(type)),
  order: (hits) => hits.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  total: (hits) => hits.length,
  page: (query, call) => {
    const { search } = call.rules;
    const matching = search.candidates(call).filter((release) => search.matches(release, query.types, call));
    const hits = search.order(matching, call);
    return {
      ...query,
      hits: hits.slice(query.offset, query.offset + query.limit),
      total: search.total(hits, call),
    };
  },
};
