import type { JsonObject } from "../../json.ts";
import { replaceRule, without } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { rendering } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const closedObjects: FaultFile = {
  "every-response/release-metadata-has-no-other-members": {
    "release-has-more-members": {
      summary: "Release metadata tells when it was published",
      change: rendering("release", (one) => ({ ...one, publishedAt: "2026-11-21T00:00:00Z" })),
    },
  },
  "every-response/version-status-has-no-other-members": {
    "status-has-more-members": {
      summary: "A version status tells since when",
      change: rendering("status", (one) => ({ ...one, since: "2026-11-21T00:00:00Z" })),
    },
    "row-status-has-more-members": {
      summary: "The version status of a row has a code",
      change: rendering("row", (row) => ({ ...row, status: { ...(row["status"] as JsonObject), code: 1 } })),
    },
  },
  "every-response/distribution-is-one-of-the-variants": {
    "dist-has-more-members": {
      summary: "A distribution tells its size",
      change: rendering("dist", (one) => ({ ...one, size: 7 })),
    },
    "dist-lacks-media-type": {
      summary: "A hosted archive has no media type",
      change: rendering("dist", (one) => without(one, "mediaType")),
    },
    "dist-source-is-new": {
      summary: "A hosted archive comes from the source s3",
      change: rendering("dist", (one) => (one["source"] === "cdn" ? { ...one, source: "s3" } : one)),
    },
    "git-dist-has-url": {
      summary: "A git reference has the members of a hosted archive too",
      change: rendering("dist", (one) =>
        one["source"] === "git" ? { ...one, url: "https://cdn.example/x.tar.gz" } : one,
      ),
    },
  },
  "every-response/external-dependency-has-no-other-members": {
    "declaration-has-more-members": {
      summary: "A declaration tells whether it was found",
      change: rendering("externalDependency", (one) => ({ ...one, resolved: true })),
    },
  },
  "every-response/dist-follows-the-state": {
    "withheld-release-has-dist": {
      summary: "A release keeps its dist in every state",
      change: replaceRule("render", "hasDist", () => () => true),
    },
    "yanked-release-lacks-dist": {
      summary: "A yanked release has no dist",
      change: replaceRule(
        "render",
        "hasDist",
        () => (release: Release) => release.status.state === "available",
      ),
    },
  },
};
