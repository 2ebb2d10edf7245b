import type { Call } from "../call.ts";
import { isJsonObject, type JsonObject, objectAt, textAt } from "../json.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

const isFinalize = (call: Call): boolean => call.operation === "finalizeTrustUpload";

const withResult = (change: (body: JsonObject, call: Call) => JsonObject): Change =>
  withBody("finalizeTrustUpload", change);

function withSubject(change: (subject: JsonObject, body: JsonObject) => JsonObject): Change {
  return withResult((body) => {
    const { subject } = body;
    return isJsonObject(subject) ? { ...body, subject: change(subject, body) } : body;
  });
}

const detailAt = (locate: (url: string) => string): Change =>
  replaceRule("render", "detailUrl", (before) => (release, call) => locate(before(release, call)));

/** Faults in the answer to a finalize that succeeds. */
export const trustResultFaults: readonly Fault[] = [
  {
    name: "trust-finalize-refused",
    breaks: "trust/uploads-are-finalized",
    summary: "No trust upload can be finalized",
    change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
      if (isFinalize(call)) throw new Refusal("invalid-upload-state", "trust is closed");
      before(intent, call);
    }),
  },
  {
    name: "trust-finalize-refused-for-scoped-volumes",
    breaks: "trust/uploads-are-finalized",
    summary: "Trust uploads of scoped volumes are not found when they are finalized",
    change: replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) => before(intent, call) && !(isFinalize(call) && call.form === "scoped"),
    ),
  },
  {
    name: "trust-result-has-another-upload-id",
    breaks: "trust/results-repeat-the-upload-id",
    summary: "The uploadId of a finalized trust upload is its attachmentId",
    change: withResult((body) => ({ ...body, uploadId: body["attachmentId"] })),
  },
  {
    name: "trust-result-names-another-purl",
    breaks: "trust/results-name-their-subject",
    summary: "The subject of a finalized trust upload has no version in its purl",
    change: withSubject((subject) => ({ ...subject, purl: textAt(subject, "purl").replace(/@[^@]*$/, "") })),
  },
  {
    name: "trust-result-names-artifact-as-integrity",
    breaks: "trust/results-name-their-subject",
    summary: "The subject's integrity of a finalized trust upload is the artifact's digest",
    change: withSubject((subject, body) => ({ ...subject, integrity: body["artifactDigest"] })),
  },
  {
    name: "trust-result-digest-is-the-integrity",
    breaks: "trust/results-repeat-the-artifact-digest",
    summary: "The artifactDigest of a finalized trust upload is the release's integrity",
    change: withResult((body) => ({ ...body, artifactDigest: objectAt(body, "subject")["integrity"] })),
  },
  {
    name: "trust-result-size-differs",
    breaks: "trust/results-repeat-the-artifact-size",
    summary: "The artifactSize of a finalized trust upload is one too large",
    change: withResult((body) => ({ ...body, artifactSize: Number(body["artifactSize"]) + 1 })),
  },
  {
    name: "trust-result-is-pending",
    breaks: "trust/results-are-active",
    summary: "The status of a finalized trust upload is pending",
    change: withResult((body) => ({ ...body, status: { state: "pending" } })),
  },
  {
    name: "trust-detail-url-dead",
    breaks: "trust/results-lead-to-the-detail",
    summary: "The detailUrl of a finalized trust upload leads nowhere",
    change: detailAt((url) => `${url}s`),
  },
  {
    name: "trust-detail-url-leads-to-the-summary",
    breaks: "trust/results-lead-to-the-detail",
    summary: "The detailUrl of a finalized trust upload leads to the summary",
    change: detailAt((url) => url.replace(/detail$/, "summary")),
  },
];
