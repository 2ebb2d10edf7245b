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
    "refused-finalize-takes-a-file-of-equal-archives": {
      summary: "A refused `POST` finalize removes a file of releases with the same archive",
      change: replaceRule("problems", "toAnswer", (before) => (problem, call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        for (const release of releasesOf(call.name, call))
          if (
            call.operation === "finalizeReleaseUpload" &&
            Buffer.compare(release.bytes ?? Buffer.of(), intent?.bytes ?? Buffer.of(0)) === 0
          )
            saveRelease(withoutLastFile(release), call);
        return before(problem, call);
      }),
    },
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
