import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { type Change, withBody } from "../../rules/change.ts";
import type { ReleaseState } from "../../store.ts";
import { unrelatedDist, withDist } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

function isIn(state: ReleaseState, status: Json | undefined): boolean {
  return isJsonObject(status) && status["state"] === state;
}

/** Changes the metadata of releases in this state. */
function inState(state: ReleaseState, change: (body: JsonObject) => JsonObject): Change {
  return withBody("getRelease", (body) => (isIn(state, body["status"]) ? change(body) : body));
}

function keepingDist(state: ReleaseState): Change {
  return inState(state, (body) => ({ ...body, dist: unrelatedDist }));
}

/** Shows releases in this state as available. */
function hidingState(state: ReleaseState): Change {
  return inState(state, (body) => ({ ...body, status: { state: "available" }, dist: unrelatedDist }));
}

/** TODO */
export const states: FaultFile = {
  "release-metadata/yanked-release-keeps-its-dist": {
    "metadata-of-yanked-release-loses-its-dist": {
      summary: "The metadata of a yanked release has no dist",
      change: inState("yanked", (body) => ({ ...body, dist: undefined })),
    },
    "metadata-hides-that-a-release-is-yanked": {
      summary: "The metadata of a yanked release says available",
      change: inState("yanked", (body) => ({ ...body, status: { state: "available" } })),
    },
  },
  "release-metadata/blocked-release-has-no-dist": {
    "metadata-of-blocked-release-keeps-its-dist": {
      summary: "The metadata of a release that is blocked has a dist",
      change: keepingDist("blocked"),
    },
    "metadata-hides-that-a-release-is-blocked": {
      summary: "The metadata of a release that is blocked says available",
      change: hidingState("blocked"),
    },
  },
  "release-metadata/tombstoned-release-has-no-dist": {
    "metadata-of-tombstoned-release-keeps-its-dist": {
      summary: "The metadata of a release that is tombstoned has a dist",
      change: keepingDist("tombstoned"),
    },
    "metadata-hides-that-a-release-is-tombstoned": {
      summary: "The metadata of a release that is tombstoned says available",
      change: hidingState("tombstoned"),
    },
  },
  "release-metadata/unavailable-release-has-no-dist": {
    "metadata-of-unavailable-release-keeps-its-dist": {
      summary: "The metadata of a release that is unavailable has a dist",
      change: keepingDist("unavailable"),
    },
    "metadata-hides-that-a-release-is-unavailable": {
      summary: "The metadata of a release that is unavailable says available",
      change: hidingState("unavailable"),
    },
  },
  "release-metadata/git-release-tells-its-repository": {
    "metadata-of-git-release-lacks-the-ref": {
      summary: "The dist of a release in git has no ref",
      change: withDist(({ ref: _ref, ...dist }) => dist),
    },
    "metadata-of-git-release-has-another-ref": {
      summary: "The ref of a release in git is that of its main branch",
      change: withDist((dist) => ("ref" in dist ? { ...dist, ref: "main" } : dist)),
    },
    "metadata-of-git-release-is-both": {
      summary: "The dist of a release in git has a media type too",
      change: withDist((dist) => ("ref" in dist ? { ...dist, mediaType: "application/gzip" } : dist)),
    },
  },
};
