import type { Operation } from "../../call.ts";
import { releasesOf, saveRelease } from "../../lookup.ts";
import type { ProblemSlug } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

/** Changes the available releases of a volume when a request for this volume is refused in this way. */
function changingOnRefusal(
  operation: Operation,
  slug: ProblemSlug,
  change: (release: Release) => Release,
): Change {
  return replaceRule("problems", "toAnswer", (before) => (problem, call) => {
    if (isOneOf(operation, call) && problem.slug === slug)
      for (const release of releasesOf(call.name, call))
        if (release.status.state === "available") saveRelease(change(release), call);
    return before(problem, call);
  });
}

function yanked(release: Release): Release {
  return { ...release, status: { state: "yanked" } };
}

function withoutAttachments(release: Release): Release {
  return { ...release, attachments: [] };
}

/** The tree and the bytes that are served lose their last file; the integrity stays. */
function withoutLastFile(release: Release): Release {
  return { ...release, tree: release.tree.slice(0, -1), bytes: undefined };
}

/** Faults in what a refused request does to other releases of its volume. */
export const guardedReleases: FaultFile = {
  "audit/guarded-releases-are-there-at-the-end": {
    "invalid-archive-yanks-the-volume": changingOnRefusal("finalizeReleaseUpload", "invalid-archive", yanked),
    "identity-mismatch-takes-a-file-of-the-other-releases": changingOnRefusal(
      "finalizeReleaseUpload",
      "identity-mismatch",
      withoutLastFile,
    ),
  },
  "audit/guarded-releases-keep-their-attachments": {
    "wrong-subject-detaches-the-attachments": changingOnRefusal(
      "createTrustUpload",
      "subject-binding-mismatch",
      withoutAttachments,
    ),
    "subject-of-a-release-with-attachments-is-not-compared": replaceRule(
      "trust",
      "assertSubject",
      (before) => (subject, release, call) => {
        if (release.attachments.length === 0) before(subject, release, call);
      },
    ),
  },
};
