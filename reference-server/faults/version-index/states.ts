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

/** TODO */
export const states: FaultFile = {
  "version-index/row-of-a-version-that-is-yanked-says-so": {
    "index-hides-that-a-version-is-yanked": {
      summary: "The row of a version that is yanked says available",
      change: hidingState("yanked"),
    },
    "index-status-is-kept-from-publication": {
      summary: "Rows tell the state that the version was published in",
      change: withEachItem("getVersionIndex", (row) =>
        isJsonObject(row["status"]) ? { ...row, status: { ...row["status"], state: "available" } } : row,
      ),
    },
  },
  "version-index/row-of-a-version-that-is-blocked-says-so": {
    "index-hides-that-a-version-is-blocked": {
      summary: "The row of a version that is blocked says available",
      change: hidingState("blocked"),
    },
  },
  "version-index/row-of-a-version-that-is-tombstoned-says-so": {
    "index-hides-that-a-version-is-tombstoned": {
      summary: "The row of a version that is tombstoned says available",
      change: hidingState("tombstoned"),
    },
  },
  "version-index/row-of-a-version-that-is-unavailable-says-so": {
    "index-hides-that-a-version-is-unavailable": {
      summary: "The row of a version that is unavailable says available",
      change: hidingState("unavailable"),
    },
  },
  "version-index/release-url-of-a-version-that-is-yanked-leads-to-it": {
    "index-url-of-a-version-that-is-yanked-leads-nowhere": {
      summary: "The release.url of a version that is yanked leads nowhere",
      change: deadUrl("yanked"),
    },
  },
  "version-index/release-url-of-a-version-that-is-blocked-leads-to-it": {
    "index-url-of-a-version-that-is-blocked-leads-nowhere": {
      summary: "The release.url of a version that is blocked leads nowhere",
      change: deadUrl("blocked"),
    },
  },
  "version-index/release-url-of-a-version-that-is-tombstoned-leads-to-it": {
    "index-url-of-a-version-that-is-tombstoned-leads-nowhere": {
      summary: "The release.url of a version that is tombstoned leads nowhere",
      change: deadUrl("tombstoned"),
    },
  },
  "version-index/release-url-of-a-version-that-is-unavailable-leads-to-it": {
    "index-url-of-a-version-that-is-unavailable-leads-nowhere": {
      summary: "The release.url of a version that is unavailable leads nowhere",
      change: deadUrl("unavailable"),
    },
  },
  "version-index/lists-versions-beside-a-yanked-one": {
    "index-lists-a-yanked-version-alone": {
      summary: "The index of a volume with a yanked version lists no other",
      change: indexingOnly((releases) => {
        const yanked = releases.filter(({ status }) => status.state === "yanked");
        return yanked.length > 0 ? yanked : releases;
      }),
    },
    "index-calls-all-versions-beside-a-yanked-one-yanked": {
      summary: "Every row of a volume with a yanked version is yanked",
      change: indexingOnly((releases) =>
        releases.some(({ status }) => status.state === "yanked")
          ? releases.map((release) => ({ ...release, status: { state: "yanked" } }))
          : releases,
      ),
    },
  },
  "version-index/row-of-a-git-release-agrees-with-its-metadata": {
    "index-leaves-out-git-releases": {
      summary: "The index has no rows for releases in git",
      change: indexingOnly((releases) => releases.filter(({ source }) => source.kind !== "git")),
    },
    "index-integrity-of-git-releases-is-another": {
      summary: "The row of a release in git has an integrity of its own",
      change: replaceRule("render", "row", (before) => (release, call) => {
        const row = before(release, call);
        return release.source.kind === "git" ? { ...row, integrity: unrelatedDigest } : row;
      }),
    },
  },
};
