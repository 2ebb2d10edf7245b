import { saveRelease } from "../../lookup.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { segmentOf } from "../changes/identity.ts";
import { hasTombstone, isYanked } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Does something to other releases besides, whenever one is unpublished. */
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

/** TODO */
export const others: FaultFile = {
  "unpublish/other-versions-keep-their-metadata": {
    "unpublish-takes-every-version": {
      summary: "Unpublishing a version takes the whole volume",
      change: changingOthers(isSameVolume, tombstoned),
    },
    "unpublish-takes-versions-that-begin-alike": {
      summary: "Unpublishing a version takes its prereleases along",
      change: changingOthers(
        (other, release) => isSameVolume(other, release) && other.version.startsWith(release.version),
        tombstoned,
      ),
    },
    "unpublish-yanks-later-versions": {
      summary: "Unpublishing a version yanks those that were published after it",
      change: changingOthers(
        (other, release) => isSameVolume(other, release) && other.publishedAt >= release.publishedAt,
        (other) => ({ ...other, status: { state: "yanked" } }),
      ),
    },
  },
  "unpublish/other-versions-keep-their-rows": {
    "unpublish-empties-the-index": {
      summary: "The index of a volume with an unpublished version is empty",
      change: replaceRule(
        "visibility",
        "inIndex",
        (before) => (release, call) => before(release, call) && !hasTombstone(release, call),
      ),
    },
    "unpublish-colours-every-row": {
      summary: "Every row of a volume with an unpublished version is tombstoned",
      change: replaceRule(
        "render",
        "row",
        (before) => (release, call) =>
          before(hasTombstone(release, call) ? tombstoned(release) : release, call),
      ),
    },
  },
  "unpublish/other-versions-can-be-downloaded": {
    "unpublish-stops-all-downloads": {
      summary: "No version of a volume with an unpublished one can be downloaded",
      change: replaceRule(
        "visibility",
        "inDownload",
        (before) => (release, call) => before(release, call) && !hasTombstone(release, call),
      ),
    },
  },
  "unpublish/other-versions-keep-their-trust": {
    "unpublish-strips-trust": {
      summary: "Unpublishing a version takes the trust of the volume's other versions",
      change: changingOthers(isSameVolume, (other) => ({ ...other, attachments: [] })),
    },
  },
  "unpublish/yanked-versions-stay-yanked": {
    "unpublish-ends-a-yank": {
      summary: "Unpublishing a version makes the volume's yanked ones available",
      change: changingOthers(
        (other, release) => isSameVolume(other, release) && isYanked(other),
        (other) => ({ ...other, status: { state: "available" } }),
      ),
    },
  },
  "unpublish/other-volumes-stay": {
    "unpublish-takes-the-scoped-twin": {
      summary: "Unpublishing a version takes the same version of volumes of that name in any scope",
      change: changingOthers(
        (other, release) =>
          segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
        tombstoned,
      ),
    },
    "unpublish-takes-volumes-that-begin-alike": {
      summary: "Unpublishing a version takes the same version of volumes whose names begin alike",
      change: changingOthers(
        (other, release) => other.name.startsWith(release.name) && other.version === release.version,
        tombstoned,
      ),
    },
  },
};
