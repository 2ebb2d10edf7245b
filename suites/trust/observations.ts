/** How the registry behaves where the specification leaves trust open, taken from responses that other checks requested. */
import type { CheckFile } from "../../harness/check-file.ts";
import { listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import {
  attachedRelease,
  listedAt,
  openIntent,
  positionOf,
  showsAttachment,
} from "../situations/attached-release.ts";
import { attachedPair } from "./attached-pair.ts";

/** The member names of an object, in their order. */
function membersOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

/** Which of these members an object does not have, as text. */
function missingOf(value: unknown, members: readonly string[]): string {
  const missing = members.filter((member) => !membersOf(value).includes(member));
  return missing.length === 0 ? "nothing" : missing.join(", ");
}

export const observations: CheckFile = {
  source: "Gaps in resource fields: attachment category",
  operations: ["getTrustDetail"],
  needs: ["token:publisher"],
  observations: [
    {
      id: "trust/chosen-category",
      question: "Which category does an attachment get if the request has no category?",
      covers: [
        "gap:fields/1",
        "question:13",
        "member:trust-attachment.category",
        "member:trust-upload-intent.attachment.category",
      ],
      async observe({ given }) {
        const { attachment, detail } = await attachedRelease(given);
        const item = listedAt(given, attachment, detail);
        const intended = textAt(attachment.intent.answer.body, "attachment", "category") ?? "missing";
        const listed = textAt(detail.body, "attachments", item, "category") ?? "missing";
        return `The category is ${intended} in the intent and ${listed} in the detail`;
      },
    },
    {
      id: "trust/attachment-status",
      question: "Which members does the status of a new attachment have?",
      source: "Gaps in resource fields: attachment status.state; States and transitions",
      covers: [
        "gap:fields/2",
        "gap:transitions/3",
        "member:trust-attachment.status.reason",
        "member:finalize-trust-result.status.reason",
      ],
      async observe({ given }) {
        const { attachment, detail } = await attachedRelease(given);
        const status = valueAt(detail.body, "attachments", listedAt(given, attachment, detail), "status");
        return status === undefined
          ? "The attachment has no status"
          : `The status of a new attachment is ${JSON.stringify(status)}`;
      },
    },
    {
      id: "trust/summary-entries",
      question:
        "Which values do the entries of a trust summary have, especially `formatsPresent` and `present`?",
      source: "Trust summary and trust detail envelopes: artifacts",
      operations: ["getTrustSummary"],
      covers: [
        "question:21",
        "member:trust-summary.artifacts.formatsPresent",
        "member:trust-summary.artifacts.present",
      ],
      async observe({ given }) {
        const { attachment, summary } = await attachedRelease(given);
        const entries = listAt(summary.body, "artifacts");
        return `For the format ${JSON.stringify(attachment.intent.format)} the entries are ${JSON.stringify(entries).slice(0, 300)}`;
      },
    },
    {
      id: "trust/judgments",
      question: "Which derived judgments does a trust summary have?",
      source: "Gaps in resource fields: structure of judgments",
      operations: ["getTrustSummary"],
      covers: ["gap:fields/6", "member:trust-summary.judgments"],
      async observe({ given }) {
        const { summary } = await attachedRelease(given);
        const found = valueAt(summary.body, "judgments");
        if (found === undefined) return "The summary has no judgments";
        return `Members of judgments: ${membersOf(found).join(", ") || "none"}`;
      },
    },
    {
      id: "trust/artifact-location",
      question:
        "How does trust detail locate the artifact, and which JSON type does `locator.embedded` have?",
      source: "Gaps in resource fields: type of locator.embedded",
      covers: [
        "gap:fields/7",
        "member:trust-attachment.locator.embedded",
        "member:trust-attachment.locator.url",
      ],
      async observe({ given }) {
        const { attachment, detail } = await attachedRelease(given);
        const locator = valueAt(detail.body, "attachments", listedAt(given, attachment, detail), "locator");
        if (locator === undefined) return "The attachment has no locator";
        const embedded = valueAt(locator, "embedded");
        const kind = Array.isArray(embedded) ? "array" : typeof embedded;
        return `Members of locator: ${membersOf(locator).join(", ") || "none"}${embedded === undefined ? "" : `; the JSON type of embedded is ${kind}`}`;
      },
    },
    {
      id: "trust/verification",
      question: "Which members does the verification of a new attachment have?",
      source: "Trust attachment: verification",
      covers: [
        "verification",
        "verification.subjectDigest",
        "verification.signatureFormat",
        "verification.transparencyLog",
        "verification.verifiedAt",
      ].map((member) => `member:trust-attachment.${member}`),
      async observe({ given }) {
        const { release, attachment, detail } = await attachedRelease(given);
        const found = valueAt(
          detail.body,
          "attachments",
          listedAt(given, attachment, detail),
          "verification",
        );
        if (found === undefined) return "A new attachment has no verification";
        const isIntegrity = textAt(found, "subjectDigest") === release.integrity;
        return `Members of verification: ${membersOf(found).join(", ") || "none"}${isIntegrity ? "; subjectDigest is the integrity of the release" : ""}`;
      },
    },
    {
      id: "trust/missing-members",
      question: "Which members, not stated as required, are missing in the trust documents?",
      source: "Trust attachment upload intent; Trust attachment; Trust summary and trust detail envelopes",
      operations: ["createTrustUpload", "finalizeTrustUpload", "getTrustSummary", "getTrustDetail"],
      covers: ["question:11", "member:trust-upload-intent.idempotencyKey"],
      async observe({ given }) {
        const { attachment, summary, detail } = await attachedRelease(given);
        const item = valueAt(detail.body, "attachments", positionOf(attachment, detail));
        const intent = [
          "subject",
          "attachment",
          "declaredDigest",
          "expiresAt",
          "state",
          "declaredSize",
          "idempotencyKey",
        ];
        const result = ["subject", "artifactDigest", "status", "detailUrl", "artifactSize"];
        const listed = [
          "category",
          "format",
          "artifactDigest",
          "locator",
          "status",
          "artifactSize",
          "verification",
        ];
        return [
          `Missing in the intent: ${missingOf(attachment.intent.answer.body, intent)}`,
          `in the result: ${missingOf(attachment.answer.body, result)}`,
          `in the attachment: ${missingOf(item, listed)}`,
          `in the detail: ${missingOf(detail.body, ["subject", "revision"])}`,
          `in the summary: ${missingOf(summary.body, ["subject", "detailAvailable", "revision", "judgments"])}`,
        ].join("; ");
      },
    },
    {
      id: "trust/state-of-a-fresh-intent",
      question: "Which state does a new trust upload intent have?",
      source: "Trust attachment upload intent: state; States and transitions",
      operations: ["createTrustUpload"],
      covers: ["question:17", "gap:transitions/1", "member:trust-upload-intent.state"],
      async observe({ given }) {
        const { answer } = await openIntent(given);
        return `The state is ${textAt(answer.body, "state") ?? "missing"}`;
      },
    },
    {
      id: "trust/success-statuses",
      question: "Which statuses do `POST` trust create and `POST` trust finalize answer on success?",
      source: "Gaps in endpoint coverage",
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      covers: ["gap:endpoints/5", "gap:endpoints/6"],
      async observe({ given }) {
        const { attachment } = await attachedRelease(given);
        return `\`POST\` trust create answers ${attachment.intent.answer.status}, \`POST\` trust finalize ${attachment.answer.status}`;
      },
    },
    {
      id: "trust/attachments-of-one-format",
      question: "Does an attachment replace the older one of the same category and format?",
      source: "Gaps: transitions of trust attachment status",
      covers: ["gap:transitions/3"],
      from: "standard",
      async observe({ given }) {
        const { first, after } = await attachedPair(given);
        const isKept = showsAttachment(first)(after);
        return isKept ? "No, trust detail lists both" : "Yes, trust detail lists only the newer one";
      },
    },
    {
      id: "trust/revisions",
      question:
        "Does the revision change after an attachment, and do summary and detail have the same revision?",
      source: "Trust summary and trust detail envelopes: revision",
      covers: ["trust-summary", "trust-detail"].flatMap((document) =>
        ["revision", "revision.revision", "revision.updatedAt"].map(
          (member) => `member:${document}.${member}`,
        ),
      ),
      from: "standard",
      async observe({ given }) {
        const { before, after } = await attachedPair(given);
        const { summary, detail } = await attachedRelease(given);
        const first = textAt(before.body, "revision", "revision");
        const second = textAt(after.body, "revision", "revision");
        if (first === undefined || second === undefined) return "The trust detail has no revision";
        const inSummary = textAt(summary.body, "revision", "revision");
        const inDetail = textAt(detail.body, "revision", "revision");
        const changes = first === second ? "stays the same" : "changes";
        if (inSummary === undefined)
          return `The revision ${changes} after an attachment; the summary has no revision`;
        return `The revision ${changes} after an attachment; summary and detail have ${inSummary === inDetail ? "the same revision" : "different revisions"}`;
      },
    },
    {
      id: "trust/detail-url-form",
      question: "Is the `detailUrl` of `POST` trust finalize absolute or relative?",
      source: "Finalize trust attachment upload, response body: detailUrl",
      operations: ["finalizeTrustUpload"],
      covers: ["question:12", "member:finalize-trust-result.detailUrl"],
      async observe({ given }) {
        const { attachment } = await attachedRelease(given);
        const detailUrl = textAt(attachment.answer.body, "detailUrl");
        if (detailUrl === undefined) return "The result has no detailUrl";
        if (URL.canParse(detailUrl)) return "detailUrl is an absolute URL";
        return detailUrl.startsWith("/")
          ? "detailUrl is an absolute path"
          : "detailUrl is relative to the request URL";
      },
    },
  ],
};
