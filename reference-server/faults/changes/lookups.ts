/** Changes of which release a read finds. */
import type { Call, Operation } from "../../call.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import { type Change, isOneOf, onlyFor, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";

/** The operations that read trust documents. */
export const trustReads: readonly Operation[] = ["getTrustSummary", "getTrustDetail"];

/** Finds releases under another name or version than those of the path. */
export function lookingUp(change: (call: Call) => Partial<Pick<Call, "name" | "version">>): Change {
  return replaceRule(
    "visibility",
    "find",
    (before) => (isVisible, call) => before(isVisible, { ...call, ...change(call) }),
  );
}

/** Serves the metadata of the release that `choose` returns; `undefined` leaves it to the rule. */
export function serving(choose: (call: Call) => Release | undefined): Change {
  return onlyFor(
    "getRelease",
    replaceRule(
      "visibility",
      "find",
      (before) => (isVisible, call) => choose(call) ?? before(isVisible, call),
    ),
  );
}

/** Serves the metadata of another release where the release of the path does not exist. */
export function servingMissing(choose: (call: Call) => Release | undefined): Change {
  return serving((call) =>
    findRelease(call.name, call.version, call) === undefined ? choose(call) : undefined,
  );
}

/** Serves empty trust documents for a release that does not exist, if `find` returns another one. */
export function servingMissingTrust(find: (call: Call) => Release | undefined): Change {
  return replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (!isOneOf(trustReads, call) || findRelease(call.name, call.version, call) !== undefined)
      return before(isVisible, call);
    const release = find(call);
    if (release === undefined) return before(isVisible, call);
    return { ...release, name: call.name, version: call.version, attachments: [] };
  });
}

/** Shows only the releases that `choose` returns in a version index. */
export function indexingOnly(choose: (releases: readonly Release[]) => readonly Release[]): Change {
  return replaceRule("render", "index", (before) => (releases, call) => before(choose(releases), call));
}

/** Shows the matches from one position to another, which differ from those of the page. */
export function slicing(range: (limit: number, offset: number) => readonly [number, number]): Change {
  return replaceRule("search", "page", () => (query, call) => {
    const { search } = call.rules;
    const matching = search.candidates(call).filter((release) => search.matches(release, query.types, call));
    const hits = search.order(matching, call).slice(...range(query.limit, query.offset));
    return { ...query, hits, total: matching.length };
  });
}

/** Whether a release is yanked. */
export function isYanked({ status }: Release): boolean {
  return status.state === "yanked";
}

/** Whether the volume of `release` has a tombstoned version. */
export function hasTombstone(release: Release, call: Call): boolean {
  return releasesOf(release.name, call).some(({ status }) => status.state === "tombstoned");
}
