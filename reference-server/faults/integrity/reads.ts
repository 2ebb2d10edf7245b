import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { ReleaseState } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withEachItem } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Shows another integrity for releases in this state, in metadata and index row. */
function changedWhen(state: ReleaseState): Change {
  return allOf(
    ...(["release", "row"] as const).map((document) =>
      replaceRule(
        "render",
        document,
        (before) => (release, call) =>
          before(release.status.state === state ? { ...release, integrity: unrelatedDigest } : release, call),
      ),
    ),
  );
}

/** Faults in the integrity that reads show. */
export const reads: FaultFile = {
  "integrity/is-the-same-on-every-read": {
    "integrity-differs-in-the-metadata": setting("getRelease", "integrity", unrelatedDigest),
    "integrity-differs-in-the-index-row": {
      leads: "version-index/rows-have-the-integrity-of-their-release",
      change: withEachItem("getVersionIndex", (row) => ({
        ...row,
        integrity: unrelatedDigest,
      })),
    },
  },
  "integrity/stays-when-a-release-is-yanked": {
    "integrity-changes-when-yanked": changedWhen("yanked"),
  },
  "integrity/stays-when-a-release-is-blocked": {
    "integrity-changes-when-blocked": changedWhen("blocked"),
  },
  "integrity/stays-when-a-release-is-tombstoned": {
    "integrity-changes-when-tombstoned": changedWhen("tombstoned"),
  },
  "integrity/stays-when-a-release-is-unavailable": {
    "integrity-changes-when-unavailable": changedWhen("unavailable"),
    "index-integrity-changes-when-unavailable": replaceRule("render", "row", (before) => (release, call) => {
      const row = before(release, call);
      return release.status.state === "unavailable" ? { ...row, integrity: unrelatedDigest } : row;
    }),
  },
};
