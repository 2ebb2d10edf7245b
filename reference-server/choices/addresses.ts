import type { Call } from "../call.ts";
import { allOf, replaceRule } from "../rules/change.ts";
import type { Release } from "../store.ts";
import type { Choice, Variation } from "./choice.ts";

type Locating = (release: Release, call: Call) => string;

/** The path of the release below the origin. */
const pathOf: Locating = (release, call) => new URL(call.rules.render.releaseUrl(release, call)).pathname;

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

/** The addresses of releases in index rows and results. */
export const addressChoices: readonly Choice[] = [
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
];
