import type { Call } from "../call.ts";
import { allOf, type Change, replaceRule, without } from "../rules/change.ts";
import { compareVersions } from "../rules/version-order.ts";
import type { Release } from "../store.ts";
import type { Choice } from "./choice.ts";

/** Hides some releases from some views. */
function hidingWithdrawn(
  views: readonly ("inIndex" | "inMetadata" | "inTrust")[],
  isHidden: (release: Release, call: Call) => boolean,
): Change {
  return allOf(
    ...views.map((view) =>
      replaceRule(
        "visibility",
        view,
        (before) => (release, call) => before(release, call) && !isHidden(release, call),
      ),
    ),
  );
}

/** The version index, and which releases reads show. */
export const indexChoices: readonly Choice[] = [
  {
    name: "index-order",
    question: "In which order are index rows?",
    default: "publication",
    values: {
      "highest-first": {
        summary: "The highest version first",
        change: replaceRule(
          "render",
          "index",
          (before) => (releases, call) =>
            before(
              releases.toSorted((left, right) => compareVersions(right.version, left.version)),
              call,
            ),
        ),
      },
    },
  },
  {
    name: "index-rows",
    question: "Which members does an index row have?",
    default: "all",
    values: {
      "no-dependencies": {
        summary: "All but dependencies",
        change: replaceRule(
          "render",
          "row",
          (before) => (release, call) => without(before(release, call), "dependencies"),
        ),
      },
      bare: {
        summary: "Only its version",
        change: replaceRule("render", "row", () => ({ version }) => ({ version })),
        skips: [
          "audit/rows-keep-what-finalize-returned",
          "audit/rows-keep-their-state",
          "audit/row-urls-belong-to-one-version",
          "audit/odd-release-urls-lead-to-their-release",
        ],
      },
    },
  },
  {
    name: "index-lists",
    question: "Which versions does the index list?",
    default: "all",
    values: {
      delivered: {
        summary: "Those that can be downloaded",
        change: replaceRule(
          "visibility",
          "inIndex",
          (before) => (release, call) => before(release, call) && call.rules.render.hasDist(release, call),
        ),
      },
    },
  },
  {
    name: "withdrawn-releases",
    question: "What do reads show of a release that is not available?",
    default: "everything",
    values: {
      "no-trust": {
        summary: "Everything but its trust data",
        change: hidingWithdrawn(["inTrust"], (release) => release.status.state !== "available"),
      },
      "nothing-undelivered": {
        summary: "Nothing where it cannot be downloaded",
        change: hidingWithdrawn(
          ["inIndex", "inMetadata", "inTrust"],
          (release, call) => !call.rules.render.hasDist(release, call),
        ),
      },
      nothing: {
        summary: "Nothing",
        skips: ["unpublish/yanked-versions-are-unpublished-too"],
        change: hidingWithdrawn(
          ["inIndex", "inMetadata", "inTrust"],
          (release) => release.status.state !== "available",
        ),
      },
    },
  },
  {
    name: "inconsistent-releases",
    question: "What do reads of a release answer whose parts disagree?",
    default: "inconsistent-registry-state",
    values: {
      hidden: {
        summary: "404 not-found, in all reads",
        change: allOf(
          hidingWithdrawn(["inIndex", "inMetadata", "inTrust"], ({ isInconsistent }) => isInconsistent),
          replaceRule("visibility", "assertConsistent", () => () => undefined),
        ),
      },
    },
  },
  {
    name: "unknown-index",
    question: "What is the index of an unknown volume?",
    default: "not-found",
    values: {
      empty: {
        summary: "An empty list",
        change: replaceRule(
          "visibility",
          "isEmptyIndexKnown",
          () => (call) => call.rules.visibility.isWellFormed(call),
        ),
      },
    },
  },
];
