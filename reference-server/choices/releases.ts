import { allOf, type Change, onlyWhen, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

const reasonAlways: Change = replaceRule("render", "status", () => ({ state, reason }) => ({
  state,
  reason: reason ?? "as its owner wants it",
}));

/** Release metadata. */
export const releaseChoices: readonly Choice[] = [
  {
    name: "status-reason",
    question: "Does a status give a reason?",
    default: "when-known",
    values: {
      always: { summary: "Always", change: reasonAlways },
      changing: {
        summary: "Always, another one each time",
        change: replaceRule("render", "status", () => ({ state }, call) => ({
          state,
          reason: `as of request ${call.ordinal}`,
        })),
      },
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
      "encoded-in-lower-case": {
        summary: "As %2b",
        change: allOf(
          replaceRule(
            "identity",
            "purl",
            (before) => (name, version, call) => before(name, version, call).replaceAll("+", "%2b"),
          ),
          replaceRule(
            "identity",
            "isPurlOf",
            (before) => (given, name, version, call) =>
              before(given.replaceAll("%2B", "%2b").replaceAll("+", "%2b"), name, version, call),
          ),
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
];
