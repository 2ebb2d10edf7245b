import { isJsonObject, type JsonObject, objectAt, textAt } from "../../json.ts";
import { Refusal } from "../../refusal.ts";
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

/** TODO */
export const finalize: FaultFile = {
  "trust/uploads-are-finalized": {
    "trust-finalize-refused": {
      summary: "No trust upload can be finalized",
      change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
        if (isOneOf("finalizeTrustUpload", call))
          throw new Refusal("invalid-upload-state", "trust is closed");
        before(intent, call);
      }),
    },
    "trust-finalize-refused-for-scoped-volumes": {
      summary: "Trust uploads of scoped volumes are not found when they are finalized",
      change: replaceRule(
        "finalize",
        "belongsHere",
        (before) => (intent, call) =>
          before(intent, call) && !(isOneOf("finalizeTrustUpload", call) && call.form === "scoped"),
      ),
    },
  },
  "trust/results-repeat-the-upload-id": {
    "trust-result-has-another-upload-id": {
      summary: "The uploadId of a finalized trust upload is its attachmentId",
      change: withBody("finalizeTrustUpload", (body) => ({ ...body, uploadId: body["attachmentId"] })),
    },
  },
  "trust/results-name-their-subject": {
    "trust-result-names-another-purl": {
      summary: "The subject of a finalized trust upload has no version in its purl",
      change: withSubject((subject) => ({
        ...subject,
        purl: textAt(subject, "purl").replace(/@[^@]*$/, ""),
      })),
    },
    "trust-result-names-artifact-as-integrity": {
      summary: "The subject's integrity of a finalized trust upload is the artifact's digest",
      change: withSubject((subject, body) => ({ ...subject, integrity: body["artifactDigest"] })),
    },
  },
  "trust/results-repeat-the-artifact-digest": {
    "trust-result-digest-is-the-integrity": {
      summary: "The artifactDigest of a finalized trust upload is the release's integrity",
      change: withBody("finalizeTrustUpload", (body) => ({
        ...body,
        artifactDigest: objectAt(body, "subject")["integrity"],
      })),
    },
  },
  "trust/results-repeat-the-artifact-size": {
    "trust-result-size-differs": {
      summary: "The artifactSize of a finalized trust upload is one too large",
      change: withBody("finalizeTrustUpload", (body) => ({
        ...body,
        artifactSize: Number(body["artifactSize"]) + 1,
      })),
    },
  },
  "trust/results-are-active": {
    "trust-result-is-pending": {
      summary: "The status of a finalized trust upload is pending",
      change: setting("finalizeTrustUpload", "status", { state: "pending" }),
    },
  },
  "trust/results-lead-to-the-detail": {
    "trust-detail-url-dead": {
      summary: "The detailUrl of a finalized trust upload leads nowhere",
      change: detailAt((url) => `${url}s`),
    },
    "trust-detail-url-leads-to-the-summary": {
      summary: "The detailUrl of a finalized trust upload leads to the summary",
      change: detailAt((url) => url.replace(/detail$/, "summary")),
    },
  },
};
