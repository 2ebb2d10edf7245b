import { Refusal } from "../../refusal.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Release, ReleaseState } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { isYanked } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

function foreignSubjectWhere(isMeant: (release: Release) => boolean): Change {
  return replaceRule("render", "subject", (before) => (release, call) => {
    const subject = before(release, call);
    return isMeant(release) ? { ...subject, integrity: unrelatedDigest } : subject;
  });
}

function isIn(state: ReleaseState): (release: Release) => boolean {
  return ({ status }) => status.state === state;
}

function isInGit({ source }: Release): boolean {
  return source.kind === "git";
}

function crashingDetail(state: ReleaseState): Change {
  return replaceRule("render", "detail", (before) => (release, call) => {
    if (release.status.state === state) throw new Error("no detail in this state");
    return before(release, call);
  });
}

/** One trust document of releases in git is not found. */
function missingForGit(document: "summary" | "detail"): Change {
  return replaceRule("render", document, (before) => (release, call) => {
    if (isInGit(release)) throw new Refusal("not-found", "nothing was uploaded");
    return before(release, call);
  });
}

/** TODO */
export const states: FaultFile = {
  "trust/documents-of-yanked-releases-name-them": {
    "trust-subject-of-yanked-release-is-foreign": {
      summary: "The subject in trust documents of a release that is yanked has another integrity",
      change: foreignSubjectWhere(isIn("yanked")),
    },
    "trust-detail-of-yanked-release-crashes": {
      summary: "The trust detail of a release that is yanked answers 500",
      change: crashingDetail("yanked"),
    },
  },
  "trust/documents-of-blocked-releases-name-them": {
    "trust-subject-of-blocked-release-is-foreign": {
      summary: "The subject in trust documents of a release that is blocked has another integrity",
      change: foreignSubjectWhere(isIn("blocked")),
    },
    "trust-detail-of-blocked-release-crashes": {
      summary: "The trust detail of a release that is blocked answers 500",
      change: crashingDetail("blocked"),
    },
  },
  "trust/documents-of-tombstoned-releases-name-them": {
    "trust-subject-of-tombstoned-release-is-foreign": {
      summary: "The subject in trust documents of a release that is tombstoned has another integrity",
      change: foreignSubjectWhere(isIn("tombstoned")),
    },
    "trust-detail-of-tombstoned-release-crashes": {
      summary: "The trust detail of a release that is tombstoned answers 500",
      change: crashingDetail("tombstoned"),
    },
  },
  "trust/documents-of-unavailable-releases-name-them": {
    "trust-subject-of-unavailable-release-is-foreign": {
      summary: "The subject in trust documents of a release that is unavailable has another integrity",
      change: foreignSubjectWhere(isIn("unavailable")),
    },
    "trust-detail-of-unavailable-release-crashes": {
      summary: "The trust detail of a release that is unavailable answers 500",
      change: crashingDetail("unavailable"),
    },
  },
  "trust/documents-of-git-releases-name-them": {
    "trust-summary-of-git-release-is-not-found": {
      summary: "The trust summary of a release in git is not found",
      change: missingForGit("summary"),
    },
    "trust-detail-of-git-release-is-not-found": {
      summary: "The trust detail of a release in git is not found",
      change: missingForGit("detail"),
    },
    "trust-subject-of-git-release-is-foreign": {
      summary: "The subject in trust documents of a release in git has another integrity",
      change: foreignSubjectWhere(isInGit),
    },
  },
  "trust/yanked-releases-keep-their-attachments": {
    "yanked-release-hides-its-attachments": {
      summary: "The trust detail of a yanked release is empty",
      change: replaceRule(
        "visibility",
        "attachments",
        (before) => (release, call) => (isYanked(release) ? [] : before(release, call)),
      ),
    },
  },
};
