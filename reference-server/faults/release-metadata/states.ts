import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { type Change, replaceRule, withBody } from "../../rules/change.ts";
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

/** Faults in metadata of releases in each state. */
export const states: FaultFile = {
  "release-metadata/yanked-release-keeps-its-dist": {
    "metadata-of-yanked-release-lacks-its-dist": inState("yanked", (body) => ({ ...body, dist: undefined })),
    "metadata-shows-a-release-with-a-reason-as-available": withBody("getRelease", (body) => {
      const { status } = body;
      const isGiven = isIn("yanked", status) && isJsonObject(status) && status["reason"] !== undefined;
      return isGiven ? { ...body, status: { state: "available" } } : body;
    }),
    "metadata-shows-a-yanked-release-as-available": inState("yanked", (body) => ({
      ...body,
      status: { state: "available" },
    })),
  },
  "release-metadata/blocked-release-has-no-dist": {
    "metadata-of-blocked-release-keeps-its-dist": keepingDist("blocked"),
    "metadata-shows-a-blocked-release-as-available": hidingState("blocked"),
  },
  "release-metadata/blocked-git-release-has-no-dist": {
    "metadata-of-blocked-git-releases-keeps-their-dist": replaceRule(
      "render",
      "hasDist",
      (before) => (release, call) => before(release, call) || release.source.kind === "git",
    ),
  },
  "release-metadata/tombstoned-release-has-no-dist": {
    "metadata-of-tombstoned-release-keeps-its-dist": keepingDist("tombstoned"),
    "metadata-shows-a-tombstoned-release-as-available": hidingState("tombstoned"),
  },
  "release-metadata/unavailable-release-has-no-dist": {
    "metadata-of-unavailable-release-keeps-its-dist": keepingDist("unavailable"),
    "metadata-shows-an-unavailable-release-as-available": hidingState("unavailable"),
  },
  "release-metadata/git-release-has-its-repository-and-ref": {
    "metadata-of-git-release-lacks-the-ref": {
      leads: "every-response/release-metadata-is-well-formed",
      change: withDist(({ ref: _ref, ...dist }) => dist),
    },
    "metadata-of-git-release-has-ref-of-main": withDist((dist) =>
      "ref" in dist ? { ...dist, ref: "main" } : dist,
    ),
    "metadata-of-git-release-has-a-media-type": {
      leads: "every-response/release-metadata-is-well-formed",
      change: withDist((dist) => ("ref" in dist ? { ...dist, mediaType: "application/gzip" } : dist)),
    },
  },
};
