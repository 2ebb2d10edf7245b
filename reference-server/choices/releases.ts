import type { Call } from "../call.ts";
import { allOf, type Change, onlyWhen, replaceRule, without } from "../rules/change.ts";
import { compareVersions } from "../rules/version-order.ts";
import type { Release } from "../store.ts";
import type { Choice, Variation } from "./choice.ts";

type Locating = (release: Release, call: Call) => string;

/** The path of the release below the origin. */
const pathOf: Locating = (release, call) =>
  `${new URL(call.base).pathname.replace(/\/$/, "")}/api/v1/volumes/${release.name}/${release.version}`;

/** A reference relative to the path of the request. */
function relativeTo(call: Call, path: string): string {
  const depth = call.url.pathname.split("/").length - 2;
  return `${"../".repeat(depth)}${path.slice(1)}`;
}

function locating(summary: string, row: Locating): Variation {
  return {
    summary,
    change: replaceRule("render", "row", (before) => (release, call) => ({
      ...before(release, call),
      release: { url: row(release, call) },
    })),
  };
}

function detailing(summary: string, locate: Locating, locateTrust: Locating = trustBelow(locate)): Variation {
  return {
    summary,
    change: allOf(
      replaceRule("render", "finalized", (before) => (intent, release, call) => ({
        ...before(intent, release, call),
        detailUrl: locate(release, call),
      })),
      replaceRule("render", "detailUrl", () => locateTrust),
    ),
  };
}

function trustBelow(locate: Locating): Locating {
  return (release, call) => `${locate(release, call)}/trust/detail`;
}

const noDetails: Locating = () => "";

const urnOf: Locating = ({ name, version }) => `urn:volume:${encodeURIComponent(name)}:${version}`;

/** Requirements that have nothing to judge where `detailUrl` cannot be requested. */
const withoutDetails = [
  "finalize/the-detail-url-leads-to-the-release",
  "trust/the-detail-url-leads-to-the-attachment",
  "audit/odd-detail-urls-lead-to-their-release",
  "audit/odd-detail-urls-lead-to-their-attachment",
];

const absolutePath: Locating = pathOf;
const relativePath: Locating = (release, call) => relativeTo(call, pathOf(release, call));

const reasonAlways: Change = replaceRule("render", "status", () => ({ state, reason }) => ({
  state,
  reason: reason ?? "as its owner wants it",
}));

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

/** Release metadata and the version index. */
export const releaseChoices: readonly Choice[] = [
  {
    name: "status-reason",
    question: "Does a status give a reason?",
    default: "when-known",
    values: {
      always: { summary: "Always", change: reasonAlways },
      never: { summary: "Never", change: replaceRule("render", "status", () => ({ state }) => ({ state })) },
      empty: {
        summary: "An empty one",
        change: replaceRule("render", "status", () => ({ state }) => ({ state, reason: "" })),
      },
    },
  },
  {
    name: "no-external-dependencies",
    question: "How is a release without external dependencies shown?",
    default: "absent",
    values: {
      "empty-list": {
        summary: "With an empty list",
        change: replaceRule(
          "render",
          "externalDependencies",
          (before) => (release, call) => before(release, call) ?? [],
        ),
      },
      "empty-list-in-metadata": {
        summary: "With an empty list in its metadata, and without one when it is finalized",
        change: onlyWhen(
          ({ operation }) => operation === "getRelease",
          replaceRule(
            "render",
            "externalDependencies",
            (before) => (release, call) => before(release, call) ?? [],
          ),
        ),
      },
    },
  },
  {
    name: "dependencies-in-results",
    question: "Does the result of a finalize list the release's external dependencies?",
    default: "listed",
    values: {
      absent: {
        summary: "No: only its metadata does",
        change: onlyWhen(
          ({ operation }) => operation === "finalizeReleaseUpload",
          replaceRule("render", "externalDependencies", () => () => undefined),
        ),
      },
    },
  },
  {
    name: "purl-plus",
    question: "How is the + of build metadata encoded in a purl?",
    default: "literal",
    values: {
      encoded: {
        summary: "As %2B",
        change: replaceRule(
          "identity",
          "purl",
          (before) => (name, version, call) => before(name, version, call).replaceAll("+", "%2B"),
        ),
      },
    },
  },
  {
    name: "encoded-at",
    question: "Is %40 accepted for @ in a path?",
    default: "accepted",
    values: {
      refused: {
        summary: "No: 404 not-found",
        change: replaceRule("identity", "acceptsEncodedAt", () => () => false),
      },
    },
  },
  {
    name: "release-url",
    question: "How does an index row locate its release?",
    default: "absolute",
    values: {
      "absolute-path": locating("With an absolute path", absolutePath),
      relative: locating("Relative to the request", relativePath),
    },
  },
  {
    name: "detail-url",
    question: "Which detailUrl does a finalize answer?",
    default: "absolute",
    values: {
      "absolute-path": detailing("With an absolute path", absolutePath),
      relative: detailing("Relative to the request", relativePath),
      empty: { ...detailing("An empty one", noDetails, noDetails), skips: withoutDetails },
      urn: { ...detailing("A name, which cannot be requested", urnOf), skips: withoutDetails },
    },
  },
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
