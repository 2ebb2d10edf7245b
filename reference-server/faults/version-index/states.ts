import { isJsonObject } from "../../json.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import type { ReleaseState } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withEachItem } from "../changes/documents.ts";
import { indexingOnly } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Rows of releases in this state show them as available. */
function hidingState(state: ReleaseState): Change {
  return replaceRule("render", "row", (before) => (release, call) => {
    const isHidden = release.status.state === state;
    return before(isHidden ? { ...release, status: { state: "available" } } : release, call);
  });
}

/** Rows of releases in this state lead nowhere. */
function deadUrl(state: ReleaseState): Change {
  return onlyFor(
    "getVersionIndex",
    replaceRule("render", "releaseUrl", (before) => (release, call) => {
      const url = before(release, call);
      return release.status.state === state ? `${url}-gone` : url;
    }),
  );
}

/** Faults in index rows of releases in each state. */
export const states: FaultFile = {
  "version-index/row-of-a-version-that-is-yanked-has-that-state": {
    "index-shows-a-yanked-version-as-available": hidingState("yanked"),
    "index-status-never-changes": withEachItem("getVersionIndex", (row) =>
      isJsonObject(row["status"]) ? { ...row, status: { ...row["status"], state: "available" } } : row,
    ),
  },
  "version-index/row-of-a-version-that-is-blocked-has-that-state": {
    "index-shows-a-blocked-version-as-available": hidingState("blocked"),
  },
  "version-index/row-of-a-version-that-is-tombstoned-has-that-state": {
    "index-shows-a-tombstoned-version-as-available": hidingState("tombstoned"),
  },
  "version-index/row-of-a-version-that-is-unavailable-has-that-state": {
    "index-shows-an-unavailable-version-as-available": hidingState("unavailable"),
  },
  "version-index/release-url-of-a-version-that-is-yanked-leads-to-it": {
    "index-url-of-a-yanked-version-is-not-found": deadUrl("yanked"),
  },
  "version-index/release-url-of-a-version-that-is-blocked-leads-to-it": {
    "index-url-of-a-blocked-version-is-not-found": deadUrl("blocked"),
  },
  "version-index/release-url-of-a-version-that-is-tombstoned-leads-to-it": {
    "index-url-of-a-tombstoned-version-is-not-found": deadUrl("tombstoned"),
  },
  "version-index/release-url-of-a-version-that-is-unavailable-leads-to-it": {
    "index-url-of-an-unavailable-version-is-not-found": deadUrl("unavailable"),
  },
  "version-index/yanking-keeps-other-versions-available": {
    "index-with-a-yanked-version-lists-nothing-else": indexingOnly((releases) => {
      const yanked = releases.filter(({ status }) => status.state === "yanked");
      return yanked.length > 0 ? yanked : releases;
    }),
    "index-with-a-yanked-version-shows-every-version-as-yanked": indexingOnly((releases) =>
      releases.some(({ status }) => status.state === "yanked")
        ? releases.map((release) => ({ ...release, status: { state: "yanked" } }))
        : releases,
    ),
  },
  "version-index/row-of-a-git-release-agrees-with-its-metadata": {
    "index-omits-git-releases": indexingOnly((releases) =>
      releases.filter(({ source }) => source.kind !== "git"),
    ),
    "index-integrity-of-git-releases-differs": replaceRule("render", "row", (before) => (release, call) => {
      const row = before(release, call);
      return release.source.kind === "git" ? { ...row, integrity: unrelatedDigest } : row;
    }),
  },
};
