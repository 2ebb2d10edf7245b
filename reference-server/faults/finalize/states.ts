import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import { saveBlankRelease } from "../changes/blank-release.ts";
import { refusedAs, reviving, skipping } from "../changes/finalize-problems.ts";
import { hasKeyHeader, onlyWithKey } from "../changes/idempotency.ts";
import { reopening } from "../changes/sent-bytes.ts";
import type { FaultFile } from "../fault.ts";

/** Publishes a release on a digest mismatch. */
function publishingDespite(shownIn: "metadata" | "index"): Change {
  return allOf(
    replaceRule("finalize", "assertDigest", (before) => (intent, call) => {
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

/** Finalizes uploads in the state `failed`. */
const failedFinalized: Change = replaceRule("finalize", "assertState", (before) => (intent, call) => {
  if (!isOneOf("finalizeReleaseUpload", call) || intent.isFinalized) before(intent, call);
});

/** Faults in finalize of uploads in each state. */
export const states: FaultFile = {
  "finalize/expired-uploads-are-refused": {
    "expired-upload-finalized": skipping("finalizeReleaseUpload", "assertNotExpired"),
    "expired-upload-answers-invalid-upload-state": refusedAs(
      "finalizeReleaseUpload",
      "assertNotExpired",
      "invalid-upload-state",
    ),
    "expired-upload-finalized-with-a-key": skipping(
      "finalizeReleaseUpload",
      "assertNotExpired",
      hasKeyHeader,
    ),
    "expired-unscoped-upload-finalized": skipping(
      "finalizeReleaseUpload",
      "assertNotExpired",
      ({ form }) => form === "unscoped",
    ),
    "expired-upload-answers-not-found": refusedAs("finalizeReleaseUpload", "assertNotExpired", "not-found"),
    "uploads-expire-only-by-the-hook": {
      summary: "Uploads live for some seconds by their `expiresAt`; only the states hook makes them expire",
      change: allOf(
        replaceRule("publish", "lifetime", () => 6000),
        replaceRule("finalize", "isExpired", () => (intent) => intent.expiresAt <= intent.createdAt),
      ),
    },
  },
  "finalize/late-bytes-do-not-revive-expired-uploads": {
    "late-bytes-extend-an-expired-upload": {
      leads: "finalize/expired-uploads-are-refused",
      change: reviving("release"),
    },
  },
  "finalize/failed-uploads-are-refused": {
    "a-refused-archive-is-published-the-second-time": {
      leads: "audit/searches-show-published-volumes-only",
      change: replaceRule("finalize", "assertState", (before) => (intent, call) => {
        if (intent.kind !== "release" || intent.state !== "failed" || intent.isFinalized)
          return before(intent, call);
        saveBlankRelease(intent, "published after all", call);
      }),
    },
    "failed-upload-finalized": failedFinalized,
    "failed-upload-finalized-with-a-key": onlyWithKey(failedFinalized),
    "failed-upload-answers-upload-expired": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        if (isOneOf("finalizeReleaseUpload", call) && intent.state === "failed")
          throw new ProblemError("upload-expired", "the upload has failed");
        before(intent, call);
      },
    ),
  },
  "finalize/late-bytes-do-not-revive-failed-uploads": {
    "late-bytes-reopen-a-failed-upload": reopening("release"),
  },
  "finalize/refused-uploads-publish-nothing": {
    "refused-upload-can-be-read": {
      summary: "Finalize with a digest mismatch is rejected, but the release has metadata",
      change: publishingDespite("metadata"),
    },
    "refused-upload-is-in-the-index": {
      summary: "Finalize with a digest mismatch is rejected, but the index lists the version",
      change: publishingDespite("index"),
    },
    "misnamed-archive-is-published": {
      summary: "Finalize with another release's manifest is rejected, but the release is published",
      change: replaceRule("manifest", "assertIdentity", (before) => (manifest, intent, call) => {
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
