import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release, type ReleaseState } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { isYanked } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

function unrelatedSubjectWhere(isMeant: (release: Release) => boolean): Change {
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

/** Answers 404 for one trust document of releases in git. */
function missingForGit(document: "summary" | "detail"): Change {
  return replaceRule("render", document, (before) => (release, call) => {
    if (isInGit(release)) throw new ProblemError("not-found", "nothing was uploaded");
    return before(release, call);
  });
}

/** Faults in trust of releases in each state. */
export const states: FaultFile = {
  "trust/documents-of-yanked-releases-name-them": {
    "trust-subject-of-yanked-release-differs": unrelatedSubjectWhere(isIn("yanked")),
    "trust-detail-of-yanked-release-crashes": crashingDetail("yanked"),
  },
  "trust/documents-of-blocked-releases-name-them": {
    "trust-subject-of-blocked-release-differs": unrelatedSubjectWhere(isIn("blocked")),
    "trust-detail-of-blocked-release-crashes": crashingDetail("blocked"),
  },
  "trust/documents-of-tombstoned-releases-name-them": {
    "trust-subject-of-tombstoned-release-differs": unrelatedSubjectWhere(isIn("tombstoned")),
    "trust-detail-of-tombstoned-release-crashes": crashingDetail("tombstoned"),
  },
  "trust/documents-of-unavailable-releases-name-them": {
    "trust-subject-of-unavailable-release-differs": unrelatedSubjectWhere(isIn("unavailable")),
    "trust-detail-of-unavailable-release-crashes": crashingDetail("unavailable"),
  },
  "trust/documents-of-git-releases-name-them": {
    "trust-summary-of-git-release-is-not-found": missingForGit("summary"),
    "trust-detail-of-git-release-is-not-found": missingForGit("detail"),
    "trust-subject-of-git-release-differs": unrelatedSubjectWhere(isInGit),
  },
  "trust/yanked-releases-keep-their-attachments": {
    "artifacts-of-yanked-releases-are-not-served": replaceRule(
      "transfer",
      "artifact",
      (before) => (attachment, call) => {
        const release = allReleases(call.registry.store).find(({ attachments }) =>
          attachments.some(({ id }) => id === attachment.id),
        );
        if (release !== undefined && isYanked(release)) throw new ProblemError("not-found", "it was yanked");
        return before(attachment, call);
      },
    ),
    "yanked-release-shows-no-attachments": replaceRule(
      "visibility",
      "attachments",
      (before) => (release, call) => (isYanked(release) ? [] : before(release, call)),
    ),
  },
};
