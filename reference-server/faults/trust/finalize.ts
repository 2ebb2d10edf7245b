import { isJsonObject, type JsonObject, objectAt, textAt } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule, withBody } from "../../rules/change.ts";
import { setting } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

function withSubject(change: (subject: JsonObject, body: JsonObject) => JsonObject): Change {
  return withBody("finalizeTrustUpload", (body) => {
    const { subject } = body;
    return isJsonObject(subject) ? { ...body, subject: change(subject, body) } : body;
  });
}

const detailAt = (locate: (url: string) => string): Change =>
  replaceRule("render", "detailUrl", (before) => (release, call) => locate(before(release, call)));

/** Faults in the result of a trust finalize. */
export const finalize: FaultFile = {
  "trust/uploaded-artifacts-are-attached": {
    "trust-finalize-refused": replaceRule("finalize", "assertState", (before) => (intent, call) => {
      if (isOneOf("finalizeTrustUpload", call))
        throw new ProblemError("invalid-upload-state", "trust is closed");
      before(intent, call);
    }),
    "trust-finalize-not-found-for-scoped-volumes": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) =>
        before(intent, call) && !(isOneOf("finalizeTrustUpload", call) && call.form === "scoped"),
    ),
  },
  "trust/the-upload-id-is-repeated": {
    "trust-result-upload-id-is-the-attachment-id": withBody("finalizeTrustUpload", (body) => ({
      ...body,
      uploadId: body["attachmentId"],
    })),
  },
  "trust/results-name-their-subject": {
    "trust-result-purl-lacks-the-version": withSubject((subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace(/@[^@]*$/, ""),
    })),
    "trust-result-subject-has-the-artifact-digest": withSubject((subject, body) => ({
      ...subject,
      integrity: body["artifactDigest"],
    })),
  },
  "trust/results-repeat-the-artifact-digest": {
    "trust-result-digest-is-the-integrity": withBody("finalizeTrustUpload", (body) => ({
      ...body,
      artifactDigest: objectAt(body, "subject")["integrity"],
    })),
  },
  "trust/results-repeat-the-artifact-size": {
    "trust-result-size-is-one-too-large": withBody("finalizeTrustUpload", (body) => ({
      ...body,
      artifactSize: Number(body["artifactSize"]) + 1,
    })),
  },
  "trust/results-are-active": {
    "trust-result-is-pending": setting("finalizeTrustUpload", "status", { state: "pending" }),
  },
  "trust/the-detail-url-leads-to-the-attachment": {
    "trust-detail-url-is-not-found": detailAt((url) => `${url}s`),
    "trust-detail-url-leads-to-the-summary": detailAt((url) => url.replace(/detail$/, "summary")),
  },
};
