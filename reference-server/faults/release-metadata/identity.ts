import { findRelease, releasesOf } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import { withMember, withText } from "../changes/documents.ts";
import { serving } from "../changes/lookups.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import { unrelatedDist, withDist } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const identity: FaultFile = {
  "release-metadata/answers-anonymous-callers": {
    "metadata-needs-token": {
      summary: "Release metadata needs a token",
      change: requiringToken("getRelease"),
    },
    "metadata-needs-a-token": {
      summary: "Release metadata answers 401 to a caller without a token",
      change: requiringAuthorizationHeader("getRelease"),
    },
    "metadata-never-appears": {
      summary: "Releases that were published by the API have no metadata",
      change: replaceRule(
        "visibility",
        "inMetadata",
        () =>
          ({ bytes }) =>
            bytes === undefined,
      ),
    },
  },
  "release-metadata/name-is-the-one-asked-for": {
    "metadata-name-lacks-the-scope": {
      summary: "The name of a scoped volume lacks the scope",
      change: withText("getRelease", "name", (name) => name.replace(/^@[^/]*\//, "")),
    },
    "metadata-name-of-unscoped-volume-is-another": {
      summary: "The name of an unscoped volume has a suffix",
      change: withText("getRelease", "name", (name) => (name.startsWith("@") ? name : `${name}-volume`)),
    },
  },
  "release-metadata/version-is-the-one-asked-for": {
    "metadata-version-is-another": {
      summary: "The version in release metadata is the next one",
      change: withText("getRelease", "version", () => "1.0.1"),
    },
  },
  "release-metadata/finalized-release-is-available": {
    "metadata-says-yanked-after-finalize": {
      summary: "The metadata of a new release says yanked",
      change: withMember("getRelease", "status", () => ({ state: "yanked" })),
    },
  },
  "release-metadata/uploaded-release-is-hosted": {
    "metadata-of-an-upload-has-no-dist": {
      summary: "Available releases have no dist",
      change: withDist(() => undefined),
    },
    "metadata-of-an-upload-points-to-git": {
      summary: "Uploaded releases say that they live in git",
      change: withDist(() => unrelatedDist),
    },
    "metadata-of-an-upload-has-another-media-type": {
      summary: "Uploaded releases have the media type application/x-gzip",
      change: withDist((dist) => ("mediaType" in dist ? { ...dist, mediaType: "application/x-gzip" } : dist)),
    },
  },
  "release-metadata/versions-of-one-volume-are-their-own": {
    "metadata-is-that-of-the-newest-version": {
      summary: "Every version of a volume has the metadata of the one published last",
      change: serving((call) =>
        findRelease(call.name, call.version, call) ? releasesOf(call.name, call).at(-1) : undefined,
      ),
    },
    "metadata-integrity-is-that-of-the-first-version": {
      summary: "Every version of a volume has the integrity of the first",
      change: withMember(
        "getRelease",
        "integrity",
        (integrity, call) => releasesOf(call.name, call)[0]?.integrity ?? integrity,
      ),
    },
  },
};
