import { saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { segmentOf } from "../changes/identity.ts";
import { hasTombstone, isYanked } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Changes other releases when one is unpublished. */
function changingOthers(
  isHit: (other: Release, release: Release) => boolean,
  change: (other: Release) => Release,
): Change {
  return replaceRule("unpublish", "apply", (before) => (release, call) => {
    for (const other of allReleases(call.registry.store)) {
      if (other !== release && isHit(other, release)) saveRelease(change(other), call);
    }
    return before(release, call);
  });
}

const tombstoned = (release: Release): Release => ({ ...release, status: { state: "tombstoned" } });

const isSameVolume = (other: Release, release: Release): boolean => other.name === release.name;

/** Faults in releases that are not unpublished. */
export const untouchedReleases: FaultFile = {
  "unpublish/other-builds-stay-available": {
    "unpublish-removes-every-build-of-the-version": changingOthers(
      (other, release) =>
        isSameVolume(other, release) && other.version.split("+")[0] === release.version.split("+")[0],
      tombstoned,
    ),
  },
  "unpublish/other-versions-keep-their-metadata": {
    "unpublish-removes-every-version": changingOthers(isSameVolume, tombstoned),
    "unpublish-removes-prereleases-of-the-version": changingOthers(
      (other, release) => isSameVolume(other, release) && other.version.startsWith(release.version),
      tombstoned,
    ),
    "unpublish-yanks-later-versions": changingOthers(
      (other, release) => isSameVolume(other, release) && other.publishedAt >= release.publishedAt,
      (other) => ({ ...other, status: { state: "yanked" } }),
    ),
  },
  "unpublish/other-versions-keep-their-rows": {
    "unpublish-empties-the-index": replaceRule(
      "visibility",
      "inIndex",
      (before) => (release, call) => before(release, call) && !hasTombstone(release, call),
    ),
    "unpublish-shows-every-row-as-tombstoned": replaceRule(
      "render",
      "row",
      (before) => (release, call) =>
        before(hasTombstone(release, call) ? tombstoned(release) : release, call),
    ),
  },
  "unpublish/other-versions-can-be-downloaded": {
    "unpublish-stops-every-download": replaceRule(
      "visibility",
      "inDownload",
      (before) => (release, call) => before(release, call) && !hasTombstone(release, call),
    ),
  },
  "unpublish/other-versions-keep-their-trust": {
    "unpublish-removes-trust-of-other-versions": changingOthers(isSameVolume, (other) => ({
      ...other,
      attachments: [],
    })),
  },
  "unpublish/other-versions-keep-equal-artifacts": {
    "unpublish-deletes-equal-artifacts-of-other-releases": replaceRule(
      "transfer",
      "artifact",
      (before) => (attachment, call) => {
        const isDeleted = allReleases(call.registry.store).some(
          ({ status, attachments }) =>
            status.state === "tombstoned" &&
            attachments.some(({ id, digest }) => id !== attachment.id && digest === attachment.digest),
        );
        if (isDeleted) throw new ProblemError("not-found", "the bytes were deleted");
        return before(attachment, call);
      },
    ),
  },
  "unpublish/yanked-versions-stay-yanked": {
    "unpublish-makes-yanked-versions-available": changingOthers(
      (other, release) => isSameVolume(other, release) && isYanked(other),
      (other) => ({ ...other, status: { state: "available" } }),
    ),
  },
  "unpublish/other-volumes-keep-their-metadata": {
    "unpublish-removes-the-version-in-every-scope": changingOthers(
      (other, release) =>
        segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
      tombstoned,
    ),
    "unpublish-removes-the-version-of-volumes-with-a-common-prefix": changingOthers(
      (other, release) => other.name.startsWith(release.name) && other.version === release.version,
      tombstoned,
    ),
  },
};
