import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { ReleaseState } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withEachItem } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Metadata and index row of a release in this state have another integrity. */
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

/** TODO */
export const reads: FaultFile = {
  "integrity/is-the-same-on-every-read": {
    "integrity-differs-in-the-metadata": {
      summary: "The metadata has another integrity than finalize",
      change: setting("getRelease", "integrity", unrelatedDigest),
    },
    "integrity-differs-in-the-index-row": {
      summary: "The index has another integrity than finalize",
      change: withEachItem("getVersionIndex", (row) => ({ ...row, integrity: unrelatedDigest })),
    },
  },
  "integrity/stays-when-a-release-is-yanked": {
    "integrity-changes-when-a-release-is-yanked": {
      summary:
        "A release that is yanked has another integrity than before, in its metadata and its index row",
      change: changedWhen("yanked"),
    },
  },
  "integrity/stays-when-a-release-is-blocked": {
    "integrity-changes-when-a-release-is-blocked": {
      summary:
        "A release that is blocked has another integrity than before, in its metadata and its index row",
      change: changedWhen("blocked"),
    },
  },
  "integrity/stays-when-a-release-is-tombstoned": {
    "integrity-changes-when-a-release-is-tombstoned": {
      summary:
        "A release that is tombstoned has another integrity than before, in its metadata and its index row",
      change: changedWhen("tombstoned"),
    },
  },
  "integrity/stays-when-a-release-is-unavailable": {
    "integrity-changes-when-a-release-is-unavailable": {
      summary:
        "A release that is unavailable has another integrity than before, in its metadata and its index row",
      change: changedWhen("unavailable"),
    },
    "integrity-of-an-unavailable-row-is-another": {
      summary: "The index row of a release that is unavailable has an integrity of its own",
      change: replaceRule("render", "row", (before) => (release, call) => {
        const row = before(release, call);
        return release.status.state === "unavailable" ? { ...row, integrity: unrelatedDigest } : row;
      }),
    },
  },
};
