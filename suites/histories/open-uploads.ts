/** Uploads that were open while a release of their volume was yanked. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, slugOf } from "../../harness/exchange/answer.ts";
import { judgeLives } from "../situations/lives.ts";

/** Problems that have another reason: the upload is too old, or a higher version was published meanwhile. */
const otherReasons: ReadonlySet<string> = new Set([
  "upload-expired",
  "version-conflict",
  "validation-failed",
]);

export const openUploads: CheckFile = {
  level: "should",
  source: "States and transitions: bytes uploaded, intent unexpired",
  operations: ["finalizeReleaseUpload", "finalizeTrustUpload"],
  needs: ["token:publisher", "state:release-status"],
  from: "standard",
  checks: [
    {
      id: "histories/open-uploads-outlive-a-yank",
      isStory: true,
      rule: "`POST` finalize of an upload, and trust finalize, answer 2xx if a release of the volume was yanked while the upload was open.",
      reading:
        "The text finalizes an upload whose bytes have arrived and that has not expired. It does not say that a yank ends one, so we expect that none does. 410 `upload-expired` is not judged, nor `version-conflict` and `validation-failed`, since a registry may take rising versions only.",
      covers: ["transition:release-finalize", "transition:trust-finalize", "gap:transitions/1"],
      async run(tools) {
        await judgeLives(
          tools,
          ({ outlived }) => {
            const judged = outlived.filter(
              (answer) => isSuccess(answer) || !otherReasons.has(slugOf(answer) ?? ""),
            );
            for (const answer of judged) tools.expect.success(answer);
            return judged.length > 0;
          },
          "no upload was open while a release was yanked",
        );
      },
    },
  ],
};
