import { findRelease, releasesOf } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import { withMember, withText } from "../changes/documents.ts";
import { serving } from "../changes/lookups.ts";
import { requiringAuthorizationHeader, requiringToken } from "../changes/read-access.ts";
import { unrelatedDist, withDist } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in which release the metadata describes. */
export const identity: FaultFile = {
  "release-metadata/answers-anonymous-callers": {
    "metadata-needs-valid-token": requiringToken("getRelease"),
    "metadata-needs-authorization-header": requiringAuthorizationHeader("getRelease"),
    "metadata-of-published-releases-is-not-found": replaceRule(
      "visibility",
      "inMetadata",
      () =>
        ({ bytes }) =>
          bytes === undefined,
    ),
  },
  "release-metadata/name-is-the-one-asked-for": {
    "metadata-name-lacks-the-scope": withText("getRelease", "name", (name) => name.replace(/^@[^/]*\//, "")),
    "metadata-name-of-unscoped-volume-has-a-suffix": {
      leads: "every-response/release-metadata-is-well-formed",
      change: withText("getRelease", "name", (name) => (name.startsWith("@") ? name : `${name}-volume`)),
    },
  },
  "release-metadata/version-is-the-one-asked-for": {
    "metadata-version-is-the-next-one": withText("getRelease", "version", () => "1.0.1"),
  },
  "release-metadata/finalized-release-is-available": {
    "metadata-of-a-new-release-is-yanked": withMember("getRelease", "status", () => ({ state: "yanked" })),
  },
  "release-metadata/uploaded-release-is-hosted": {
    "metadata-of-an-upload-has-no-dist": withDist(() => undefined),
    "metadata-of-an-upload-has-a-git-dist": withDist(() => unrelatedDist),
    "metadata-of-an-upload-has-media-type-x-gzip": withDist((dist) =>
      "mediaType" in dist ? { ...dist, mediaType: "application/x-gzip" } : dist,
    ),
  },
  "release-metadata/versions-have-their-own-metadata": {
    "metadata-is-that-of-the-newest-version": serving((call) =>
      findRelease(call.name, call.version, call) ? releasesOf(call.name, call).at(-1) : undefined,
    ),
    "metadata-integrity-is-that-of-the-first-version": withMember(
      "getRelease",
      "integrity",
      (integrity, call) => releasesOf(call.name, call)[0]?.integrity ?? integrity,
    ),
  },
};
