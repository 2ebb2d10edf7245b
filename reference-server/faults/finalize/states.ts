import { Refusal } from "../../refusal.ts";
import { allOf, type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import { saveBlankRelease } from "../changes/blank-release.ts";
import { refusedAs } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

/** Leaves a release behind when the declared digest is found wrong. */
function publishingDespite(shownIn: "metadata" | "index"): Change {
  return allOf(
    replaceRule("finalize", "judgeDigest", (before) => (intent, call) => {
      try {
        before(intent, call);
      } catch (error) {
        saveBlankRelease(intent, "refused", call);
        throw error;
      }
    }),
    replaceRule(
      "visibility",
      shownIn === "metadata" ? "inIndex" : "inMetadata",
      (before) => (release, call) => release.description !== "refused" && before(release, call),
    ),
  );
}

/** TODO */
export const states: FaultFile = {
  "finalize/expired-uploads-are-refused": {
    "expired-upload-finalized": {
      summary: "An upload can be finalized after it expired",
      change: replaceRule("finalize", "judgeExpiry", (before) => (intent, call) => {
        if (!isOneOf("finalizeReleaseUpload", call)) before(intent, call);
      }),
    },
    "expired-upload-is-an-invalid-state": {
      summary: "An expired upload is invalid-upload-state",
      change: refusedAs("finalizeReleaseUpload", "judgeExpiry", "invalid-upload-state"),
    },
    "expired-upload-is-not-found": {
      summary: "An expired upload is not found",
      change: refusedAs("finalizeReleaseUpload", "judgeExpiry", "not-found"),
    },
  },
  "finalize/failed-uploads-are-refused": {
    "failed-upload-finalized": {
      summary: "An upload that failed can be finalized",
      change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
        if (!isOneOf("finalizeReleaseUpload", call) || intent.isFinalized) before(intent, call);
      }),
    },
    "failed-upload-is-expired": {
      summary: "An upload that failed is upload-expired",
      change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
        if (isOneOf("finalizeReleaseUpload", call) && intent.state === "failed")
          throw new Refusal("upload-expired", "the upload has failed");
        before(intent, call);
      }),
    },
  },
  "finalize/refused-uploads-publish-nothing": {
    "refused-upload-can-be-read": {
      summary: "Bytes with another digest are refused, and their release can be read all the same",
      change: publishingDespite("metadata"),
    },
    "refused-upload-is-in-the-index": {
      summary: "Bytes with another digest are refused, and their version is in the index all the same",
      change: publishingDespite("index"),
    },
    "misnamed-archive-is-published": {
      summary: "A manifest that names another release is refused, and the release can be read all the same",
      change: replaceRule("manifest", "judgeIdentity", (before) => (manifest, intent, call) => {
        try {
          before(manifest, intent, call);
        } catch (error) {
          saveBlankRelease(intent, "refused", call);
          throw error;
        }
      }),
    },
  },
};
