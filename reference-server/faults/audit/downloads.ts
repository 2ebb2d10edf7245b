import { releasesOf, saveRelease } from "../../lookup.ts";
import { replaceRule } from "../../rules/change.ts";
import { changingOnRefusal, withoutLastFile } from "../changes/refusals.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the files of releases that other requests were about. */
export const downloads: FaultFile = {
  "audit/downloads-are-what-was-uploaded": {
    "wrong-subject-takes-a-file-of-the-volume": changingOnRefusal(
      "createTrustUpload",
      "subject-binding-mismatch",
      withoutLastFile,
    ),
    "unpublish-takes-a-file-of-the-other-versions": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => {
        for (const other of releasesOf(release.name, call)) saveRelease(withoutLastFile(other), call);
        return before(release, call);
      },
    ),
  },
};
