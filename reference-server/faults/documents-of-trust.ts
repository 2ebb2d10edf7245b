import { textMember } from "../json.ts";
import { withBody, without } from "../rules/change.ts";
import { type Flaw, lacking, rendering, setting, toFaults } from "./document-flaw.ts";
import type { Fault } from "./fault.ts";

const flaws: readonly Flaw[] = [
  [
    "trust-intent-digest-is-bare",
    "trust-upload-intents-are-well-formed",
    "The digest of a trust intent lacks its algorithm",
    withBody("createTrustUpload", (body) => ({
      ...body,
      declaredDigest: textMember(body, "declaredDigest").slice(7),
    })),
  ],
  [
    "trust-intent-format-is-text",
    "trust-upload-intents-are-well-formed",
    "The format of a trust intent is a text",
    setting("createTrustUpload", "attachment", { category: "bom", format: "cyclonedx" }),
  ],
  [
    "trust-finalize-lacks-attachment-id",
    "finalize-trust-results-are-well-formed",
    "The result of a trust finalize has no attachmentId",
    lacking("finalizeTrustUpload", "attachmentId"),
  ],
  [
    "trust-finalize-status-is-text",
    "finalize-trust-results-are-well-formed",
    "The status of a trust finalize is a text",
    setting("finalizeTrustUpload", "status", "active"),
  ],
  [
    "trust-finalize-size-is-negative",
    "finalize-trust-results-are-well-formed",
    "The artifact's size is -1",
    setting("finalizeTrustUpload", "artifactSize", -1),
  ],
  [
    "summary-lacks-artifacts",
    "trust-summaries-are-well-formed",
    "A summary without artifacts lacks the list",
    withBody("getTrustSummary", (body) =>
      Array.isArray(body["artifacts"]) && body["artifacts"].length === 0 ? without(body, "artifacts") : body,
    ),
  ],
  [
    "summary-revision-is-number",
    "trust-summaries-are-well-formed",
    "The revision of a summary is a number",
    setting("getTrustSummary", "revision", 7),
  ],
  [
    "summary-detail-available-is-text",
    "trust-summaries-are-well-formed",
    "detailAvailable is a text",
    setting("getTrustSummary", "detailAvailable", "yes"),
  ],
  [
    "summary-artifacts-are-null",
    "trust-summaries-are-well-formed",
    "The artifacts of a summary are null",
    setting("getTrustSummary", "artifacts", null),
  ],
  [
    "detail-lacks-attachments",
    "trust-details-are-well-formed",
    "A detail without attachments lacks the list",
    withBody("getTrustDetail", (body) =>
      Array.isArray(body["attachments"]) && body["attachments"].length === 0
        ? without(body, "attachments")
        : body,
    ),
  ],
  [
    "attachment-size-is-text",
    "trust-details-are-well-formed",
    "The size of an attachment is a text",
    rendering("attachment", (one) => ({ ...one, artifactSize: textMember(one, "artifactSize") })),
  ],
  [
    "attachment-format-is-list",
    "trust-details-are-well-formed",
    "The format of an attachment is a list",
    rendering("attachment", (one) => ({ ...one, format: ["cyclonedx"] })),
  ],
  [
    "attachment-verified-at-is-date",
    "trust-details-are-well-formed",
    "verifiedAt has no time",
    rendering("attachment", (one) => ({ ...one, verification: { verifiedAt: "2026-11-21" } })),
  ],
];

/** Trust documents that are not as the tables have them. */
export const documentsOfTrust: readonly Fault[] = toFaults(flaws);
