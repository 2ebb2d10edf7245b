import { replaceRule } from "../../rules/change.ts";
import { changingOnRefusal, withoutAttachments, withoutLastFile, yanked } from "../changes/refusals.ts";
import type { FaultFile } from "../fault.ts";

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
    "subject-of-a-release-with-attachments-is-not-compared": {
      leads: "trust/integrities-of-other-versions-do-not-bind",
      change: replaceRule("trust", "assertSubject", (before) => (subject, release, call) => {
        if (release.attachments.length === 0) before(subject, release, call);
      }),
    },
  },
};
