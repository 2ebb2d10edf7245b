/** What the specification leaves open about trust, and what this registry does. Seen in documents that other checks asked for. */
import type { Observation } from "../../harness/check.ts";
import { listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { attachedRelease, listedAt, openIntent, placeOf } from "./attached-release.ts";
import { attachedPair } from "./several.ts";

const about: Pick<Observation, "operations" | "needs"> = {
  operations: ["getTrustDetail"],
  needs: ["token:publisher"],
};

/** The members of an object, in the order in which they come. */
function membersOf(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

/** Which of the members an object leaves out, in words. */
function leftOut(value: unknown, members: readonly string[]): string {
  const absent = members.filter((member) => !membersOf(value).includes(member));
  return absent.length === 0 ? "nothing" : absent.join(", ");
}

export const chosenCategory: Observation = {
  ...about,
  id: "trust/chosen-category",
  question: "Which category does an attachment get, whose request names none?",
  source: "Gaps in resource fields: attachment category",
  covers: [
    "gap:fields/1",
    "question:13",
    "member:trust-attachment.category",
    "member:trust-upload-intent.attachment.category",
  ],
  async observe({ given }) {
    const { attachment, detail } = await attachedRelease(given);
    const item = listedAt(given, attachment, detail);
    const intended = textAt(attachment.intent.answer.body, "attachment", "category") ?? "none";
    const listed = textAt(detail.body, "attachments", item, "category") ?? "none";
    return `The category in the intent is ${intended}, in the detail ${listed}`;
  },
};

export const attachmentStates: Observation = {
  ...about,
  id: "trust/attachment-status",
  question: "What does the status of an attachment say besides active?",
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
      ? "An attachment has no status"
      : `The status of a new attachment is ${JSON.stringify(status)}`;
  },
};

export const summaryEntries: Observation = {
  ...about,
  operations: ["getTrustSummary"],
  id: "trust/summary-entries",
  question:
    "How does a summary's entry look: its formats' names, and present, when an empty list already says that there is nothing?",
  source: "Trust summary and trust detail envelopes: artifacts",
  covers: [
    "question:21",
    "member:trust-summary.artifacts.formatsPresent",
    "member:trust-summary.artifacts.present",
  ],
  async observe({ given }) {
    const { attachment, summary } = await attachedRelease(given);
    const entries = listAt(summary.body, "artifacts");
    return `For ${JSON.stringify(attachment.intent.format)} the summary has ${JSON.stringify(entries).slice(0, 300)}`;
  },
};

export const judgments: Observation = {
  ...about,
  operations: ["getTrustSummary"],
  id: "trust/judgments",
  question: "Which derived judgments does a summary have?",
  source: "Gaps in resource fields: structure of judgments",
  covers: ["gap:fields/6", "member:trust-summary.judgments"],
  async observe({ given }) {
    const { summary } = await attachedRelease(given);
    const found = valueAt(summary.body, "judgments");
    if (found === undefined) return "A summary has no judgments";
    return `The members of judgments are ${membersOf(found).join(", ") || "none"}`;
  },
};

export const artifactLocation: Observation = {
  ...about,
  id: "trust/artifact-location",
  question: "Where is the artifact of an attachment, and what is it when it is embedded?",
  source: "Gaps in resource fields: type of locator.embedded",
  covers: ["gap:fields/7", "member:trust-attachment.locator.embedded", "member:trust-attachment.locator.url"],
  async observe({ given }) {
    const { attachment, detail } = await attachedRelease(given);
    const locator = valueAt(detail.body, "attachments", listedAt(given, attachment, detail), "locator");
    if (locator === undefined) return "An attachment has no locator";
    const embedded = valueAt(locator, "embedded");
    const kind = Array.isArray(embedded) ? "array" : typeof embedded;
    return `A locator has ${membersOf(locator).join(", ") || "no members"}${embedded === undefined ? "" : `; embedded is of the JSON type ${kind}`}`;
  },
};

export const verification: Observation = {
  ...about,
  id: "trust/verification",
  question: "What does the verification of a new attachment say?",
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
    const found = valueAt(detail.body, "attachments", listedAt(given, attachment, detail), "verification");
    if (found === undefined) return "A new attachment has no verification";
    const isIntegrity = textAt(found, "subjectDigest") === release.integrity;
    return `A verification has ${membersOf(found).join(", ") || "no members"}${isIntegrity ? "; subjectDigest is the release's integrity" : ""}`;
  },
};

export const leftOutMembers: Observation = {
  ...about,
  operations: ["createTrustUpload", "finalizeTrustUpload", "getTrustSummary", "getTrustDetail"],
  id: "trust/left-out-members",
  question: "Which members of the trust documents, which no table calls required, are left out?",
  source: "Trust attachment upload intent; Trust attachment; Trust summary and trust detail envelopes",
  covers: ["question:11", "member:trust-upload-intent.idempotencyKey"],
  async observe({ given }) {
    const { attachment, summary, detail } = await attachedRelease(given);
    const item = valueAt(detail.body, "attachments", placeOf(attachment, detail));
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
      `The intent leaves out ${leftOut(attachment.intent.answer.body, intent)}`,
      `the result ${leftOut(attachment.answer.body, result)}`,
      `the attachment ${leftOut(item, listed)}`,
      `the detail ${leftOut(detail.body, ["subject", "revision"])}`,
      `the summary ${leftOut(summary.body, ["subject", "detailAvailable", "revision", "judgments"])}`,
    ].join("; ");
  },
};

export const newIntentState: Observation = {
  ...about,
  operations: ["createTrustUpload"],
  id: "trust/new-intent-state",
  question: "Which state has a trust upload intent that was just created?",
  source: "Trust attachment upload intent: state; States and transitions",
  covers: ["question:17", "gap:transitions/1", "member:trust-upload-intent.state"],
  async observe({ given }) {
    const { answer } = await openIntent(given);
    return `Its state is ${textAt(answer.body, "state") ?? "not given"}`;
  },
};

export const successStatuses: Observation = {
  ...about,
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  id: "trust/success-statuses",
  question: "Which statuses do creating and finalizing a trust upload answer?",
  source: "Gaps in endpoint coverage",
  covers: ["gap:endpoints/5", "gap:endpoints/6"],
  async observe({ given }) {
    const { attachment } = await attachedRelease(given);
    return `Creating answers ${attachment.intent.answer.status}, finalizing ${attachment.answer.status}`;
  },
};

export const revisions: Observation = {
  ...about,
  id: "trust/revisions",
  question: "Does the revision change with an attachment, and do summary and detail have the same?",
  source: "Trust summary and trust detail envelopes: revision",
  covers: ["trust-summary", "trust-detail"].flatMap((document) =>
    ["revision", "revision.revision", "revision.updatedAt"].map((member) => `member:${document}.${member}`),
  ),
  async observe({ given }) {
    const { before, after } = await attachedPair(given);
    const { summary, detail } = await attachedRelease(given);
    const first = textAt(before.body, "revision", "revision");
    const second = textAt(after.body, "revision", "revision");
    if (first === undefined || second === undefined) return "Trust detail has no revision";
    const inSummary = textAt(summary.body, "revision", "revision");
    const inDetail = textAt(detail.body, "revision", "revision");
    const changes = first === second ? "stays the same" : "changes";
    if (inSummary === undefined) return `The revision ${changes} with an attachment; the summary has none`;
    return `The revision ${changes} with an attachment; summary and detail have ${inSummary === inDetail ? "the same" : "different ones"}`;
  },
};

export const detailUrlForm: Observation = {
  ...about,
  operations: ["finalizeTrustUpload"],
  id: "trust/detail-url-form",
  question: "Is the detailUrl of a finalized trust upload absolute or relative?",
  source: "Finalize trust attachment upload, response body: detailUrl",
  covers: ["question:12", "member:finalize-trust-result.detailUrl"],
  async observe({ given }) {
    const { attachment } = await attachedRelease(given);
    const detailUrl = textAt(attachment.answer.body, "detailUrl");
    if (detailUrl === undefined) return "There is no detailUrl";
    if (URL.canParse(detailUrl)) return "It is an absolute URL";
    return detailUrl.startsWith("/") ? "It is a path from the origin" : "It is relative to the request";
  },
};
