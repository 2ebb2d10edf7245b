import { type JsonObject, objectAt, textAt } from "../json.ts";
import { type Change, replaceRule, withBody, without } from "../rules/change.ts";
import type { Attachment } from "../store.ts";
import type { Fault } from "./fault.ts";

const zeros = `sha256:${"0".repeat(64)}`;

const withSubject = (
  operation: "getTrustDetail" | "getTrustSummary",
  change: (subject: JsonObject) => JsonObject,
): Change => withBody(operation, (body) => ({ ...body, subject: change(objectAt(body, "subject")) }));

const withItem = (change: (item: JsonObject, attachment: Attachment) => JsonObject): Change =>
  replaceRule(
    "render",
    "attachment",
    (before) => (attachment, release, call) => change(before(attachment, release, call), attachment),
  );

/** Faults in trust detail. */
export const trustDetailFaults: readonly Fault[] = [
  {
    name: "trust-detail-stays-empty",
    breaks: "trust/attachments-are-listed",
    summary: "Trust detail never shows an attachment",
    change: withBody("getTrustDetail", (body) => ({ ...body, attachments: [] })),
  },
  {
    name: "trust-detail-has-other-ids",
    breaks: "trust/attachments-are-listed",
    summary: "An attachment has another id in trust detail than finalize gave",
    change: withItem((item) => ({ ...item, id: `${textAt(item, "id")}-listed` })),
  },
  {
    name: "trust-detail-subject-without-encoding",
    breaks: "trust/details-name-their-subject",
    summary: "The subject's purl in trust detail ends at the name",
    change: withSubject("getTrustDetail", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace(/@[^@]*$/, ""),
    })),
  },
  {
    name: "trust-detail-subject-has-another-integrity",
    breaks: "trust/details-name-their-subject",
    summary: "The subject's integrity in trust detail is all zeros",
    change: withSubject("getTrustDetail", (subject) => ({ ...subject, integrity: zeros })),
  },
  {
    name: "trust-detail-digest-differs",
    breaks: "trust/listed-attachments-have-the-artifact-digest",
    summary: "The artifactDigest in trust detail is all zeros",
    change: withItem((item) => ({ ...item, artifactDigest: zeros })),
  },
  {
    name: "trust-detail-size-differs",
    breaks: "trust/listed-attachments-have-the-artifact-size",
    summary: "The artifactSize in trust detail is in whole kilobytes",
    change: withItem((item) => ({ ...item, artifactSize: Math.ceil(Number(item["artifactSize"]) / 1024) })),
  },
  {
    name: "trust-detail-format-family-differs",
    breaks: "trust/listed-attachments-have-the-format",
    summary: "The family of a format in trust detail is its category",
    change: withItem((item) => ({
      ...item,
      format: { ...objectAt(item, "format"), family: item["category"] },
    })),
  },
  {
    name: "trust-detail-format-media-type-differs",
    breaks: "trust/listed-attachments-have-the-format",
    summary: "The media type of every format in trust detail is application/json",
    change: withItem((item) => ({
      ...item,
      format: { ...objectAt(item, "format"), mediaType: "application/json" },
    })),
  },
  {
    name: "trust-detail-format-loses-its-version",
    breaks: "trust/listed-formats-are-whole",
    summary: "The format in trust detail has no version",
    change: withItem((item) => ({ ...item, format: without(objectAt(item, "format"), "version") })),
  },
  {
    name: "trust-detail-status-is-pending",
    breaks: "trust/listed-attachments-are-active",
    summary: "An attachment is pending in trust detail",
    change: withItem((item) => ({ ...item, status: { state: "pending" } })),
  },
  {
    name: "trust-locator-serves-other-bytes",
    breaks: "trust/locators-lead-to-the-artifact",
    summary: "The bytes at a locator lack their last one",
    change: replaceRule(
      "transfer",
      "artifact",
      (before) => (attachment, call) => before({ ...attachment, bytes: attachment.bytes.slice(0, -1) }, call),
    ),
  },
  {
    name: "trust-locator-dead",
    breaks: "trust/locators-lead-to-the-artifact",
    summary: "A locator leads nowhere",
    change: replaceRule(
      "transfer",
      "artifactUrl",
      (before) => (attachment, call) => `${before(attachment, call)}-gone`,
    ),
  },
  {
    name: "trust-detail-not-found-when-empty",
    breaks: "trust/details-without-attachments-are-empty",
    summary: "Trust detail of a release without attachments is not found",
    change: replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) =>
        before(release, call) && (call.operation !== "getTrustDetail" || release.attachments.length > 0),
    ),
  },
  {
    name: "trust-detail-null-when-empty",
    breaks: "trust/details-without-attachments-are-empty",
    summary: "The attachments of a release without any are null",
    change: withBody("getTrustDetail", (body) => {
      const { attachments } = body;
      return Array.isArray(attachments) && attachments.length === 0 ? { ...body, attachments: null } : body;
    }),
  },
  {
    name: "trust-attachments-keep-the-last-two",
    breaks: "trust/attachments-add-up",
    summary: "A release keeps its latest attachment only, once it has two",
    change: replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) => before(release, attachment, call).slice(-1),
    ),
  },
  {
    name: "trust-attachments-share-a-digest",
    breaks: "trust/attachments-add-up",
    summary: "Every attachment has the digest of the release's first",
    change: replaceRule("render", "attachment", (before) => (attachment, release, call) => ({
      ...before(attachment, release, call),
      artifactDigest: release.attachments[0]?.digest,
    })),
  },
  {
    name: "trust-bytes-are-kept-once",
    breaks: "trust/the-same-bytes-again-are-listed-too",
    summary: "An attachment of bytes that the release has already gets an id and is not kept",
    change: replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        release.attachments.some(({ digest }) => digest === attachment.digest)
          ? release.attachments
          : before(release, attachment, call),
    ),
  },
  {
    name: "trust-attachments-share-an-id",
    breaks: "trust/attachments-have-their-own-ids",
    summary: "Every attachment of a registry has the same id",
    change: replaceRule("trust", "newAttachmentId", () => () => "attachment"),
  },
  {
    name: "trust-one-attachment-a-category",
    breaks: "trust/further-formats-show-up",
    summary: "An attachment of another format has the format of the release's first",
    change: replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        before(release, { ...attachment, format: release.attachments[0]?.format ?? attachment.format }, call),
    ),
  },
  {
    name: "trust-other-formats-replace",
    breaks: "trust/further-formats-show-up",
    summary: "An attachment of another format drives out those that were there",
    change: replaceRule("trust", "add", (before) => (release, attachment, call) => {
      const family = attachment.format["family"];
      const kept = release.attachments.filter(({ format }) => format["family"] === family);
      return before({ ...release, attachments: kept }, attachment, call);
    }),
  },
];
