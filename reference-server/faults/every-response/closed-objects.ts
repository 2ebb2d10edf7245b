import type { JsonObject } from "../../json.ts";
import { type Change, replaceRule, without } from "../../rules/change.ts";
import type { Release, ReleaseState } from "../../store.ts";
import { rendering } from "../changes/documents.ts";
import { perRegistry } from "../changes/memory.ts";
import type { FaultFile } from "../fault.ts";

/** Leaves `dist` out where a release is available again, and had this state the last time it was read in another one. */
function withoutDistAfter(state: ReleaseState): Change {
  const last = perRegistry(() => new Map<string, ReleaseState>());
  return replaceRule("render", "hasDist", (before) => (release, call) => {
    const id = `${release.name}@${release.version}`;
    const isAvailable = release.status.state === "available";
    if (!isAvailable) last(call).set(id, release.status.state);
    return before(release, call) && !(isAvailable && last(call).get(id) === state);
  });
}

/** Faults in objects that may have no further members. */
export const closedObjects: FaultFile = {
  "every-response/release-metadata-has-no-other-members": {
    "release-has-published-at": rendering("release", (one) => ({
      ...one,
      publishedAt: "2026-11-21T00:00:00Z",
    })),
  },
  "every-response/version-status-has-no-other-members": {
    "status-has-since": {
      leads: "every-response/finalize-release-results-are-well-formed",
      change: rendering("status", (one) => ({ ...one, since: "2026-11-21T00:00:00Z" })),
    },
    "row-status-has-code": {
      leads: "every-response/version-indexes-are-well-formed",
      change: rendering("row", (row) => ({
        ...row,
        status: { ...(row["status"] as JsonObject), code: 1 },
      })),
    },
  },
  "every-response/distribution-is-one-of-the-variants": {
    "dist-has-size": rendering("dist", (one) => ({ ...one, size: 7 })),
    "dist-lacks-media-type": {
      leads: "every-response/finalize-release-results-are-well-formed",
      change: rendering("dist", (one) => without(one, "mediaType")),
    },
    "dist-source-is-s3": {
      leads: "every-response/finalize-release-results-are-well-formed",
      change: rendering("dist", (one) => (one["source"] === "cdn" ? { ...one, source: "s3" } : one)),
    },
    "git-dist-has-url": {
      leads: "release-metadata/git-release-has-its-repository-and-ref",
      change: rendering("dist", (one) =>
        one["source"] === "git" ? { ...one, url: "https://cdn.example/x.tar.gz" } : one,
      ),
    },
  },
  "every-response/external-dependency-has-no-other-members": {
    "declaration-has-resolved": {
      leads: "every-response/release-metadata-is-well-formed",
      change: rendering("externalDependency", (one) => ({ ...one, resolved: true })),
    },
  },
  "every-response/dist-follows-the-state": {
    "every-release-has-dist": replaceRule("render", "hasDist", () => () => true),
    "yanked-release-lacks-dist": replaceRule(
      "render",
      "hasDist",
      () => (release: Release) => release.status.state === "available",
    ),
    "release-that-was-blocked-last-lacks-dist": withoutDistAfter("blocked"),
    "release-that-was-unavailable-last-lacks-dist": withoutDistAfter("unavailable"),
  },
};
