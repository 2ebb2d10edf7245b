import type { JsonObject } from "../../json.ts";
import { replaceRule, without } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { rendering } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

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
  },
};
