import type { Answer } from "../../answer.ts";
import { isJsonObject, type JsonObject, objectAt } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import { onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** The response to a repeated request, with members changed. */
function changed(answer: Answer, change: (body: JsonObject) => JsonObject): Answer {
  const { body } = answer;
  return isJsonObject(body) && !(body instanceof Uint8Array) ? { ...answer, body: change(body) } : answer;
}

/** Faults in what finalize returns. */
export const finalizes: FaultFile = {
  "audit/finalize-publishes-the-requested-version": {
    "finalize-in-a-volume-with-three-versions-returns-the-first": onlyWhen(
      (call) => releasesOf(call.name, call).length > 2,
      withObject("finalizeReleaseUpload", "release", (release, call) => ({
        ...release,
        version: releasesOf(call.name, call)[0]?.version ?? "1.0.0",
      })),
    ),
  },
  "audit/versions-are-published-once": {
    "a-yanked-release-with-an-attachment-is-replaced": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) => {
        const release = findRelease(name, version, call);
        const isReplaced = release?.status.state === "yanked" && release.attachments.length > 0;
        return before(name, version, call) && !isReplaced;
      },
    ),
    "a-blocked-release-is-replaced-by-an-earlier-upload": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) => {
        const isReplaced =
          call.operation === "finalizeReleaseUpload" &&
          findRelease(name, version, call)?.status.state === "blocked";
        return before(name, version, call) && !isReplaced;
      },
    ),
  },
  "audit/repeated-finalizes-describe-the-same-release": {
    "repeated-finalize-returns-another-integrity": replaceRule(
      "idempotency",
      "replay",
      (before) => (answer, call) =>
        call.operation === "finalizeReleaseUpload"
          ? changed(before(answer, call), (body) => ({
              ...body,
              release: { ...objectAt(body, "release"), integrity: unrelatedDigest },
            }))
          : before(answer, call),
    ),
  },
  "audit/finalized-uploads-do-not-expire-early": {
    "finalize-of-an-unpublished-version-is-expired": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        const release = findRelease(intent.name, intent.version, call);
        if (intent.isFinalized && release?.status.state === "tombstoned")
          throw new ProblemError("upload-expired", "the upload has expired");
        before(intent, call);
      },
    ),
  },
  "audit/trust-finalize-returns-what-was-uploaded": {
    "second-attachment-is-returned-as-pending": withBody("finalizeTrustUpload", (body, call) =>
      (findRelease(call.name, call.version, call)?.attachments.length ?? 0) > 1
        ? { ...body, status: { state: "pending" } }
        : body,
    ),
    "second-attachment-is-returned-with-the-first-digest": withBody("finalizeTrustUpload", (body, call) => {
      const first = findRelease(call.name, call.version, call)?.attachments[0];
      return first === undefined ? body : { ...body, artifactDigest: first.digest };
    }),
    "second-attachment-is-returned-with-the-first-size": withBody("finalizeTrustUpload", (body, call) => {
      const [first, ...others] = findRelease(call.name, call.version, call)?.attachments ?? [];
      return first === undefined || others.length === 0
        ? body
        : { ...body, artifactSize: first.bytes.byteLength + 1 };
    }),
  },
  "audit/repeated-trust-finalizes-describe-the-same-attachment": {
    "repeated-trust-finalize-returns-another-attachment": replaceRule(
      "idempotency",
      "replay",
      (before) => (answer, call) =>
        call.operation === "finalizeTrustUpload"
          ? changed(before(answer, call), (body) => ({ ...body, attachmentId: "att_repeated" }))
          : before(answer, call),
    ),
  },
};
