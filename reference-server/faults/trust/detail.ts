import { type JsonObject, objectAt, textAt } from "../../json.ts";
import { saveRelease } from "../../lookup.ts";
import { type Change, replaceRule, withBody, without } from "../../rules/change.ts";
import { allReleases, type Attachment } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

const withItem = (change: (item: JsonObject, attachment: Attachment) => JsonObject): Change =>
  replaceRule(
    "render",
    "attachment",
    (before) => (attachment, release, call) => change(before(attachment, release, call), attachment),
  );

/** TODO */
export const detail: FaultFile = {
  "trust/attachments-are-listed": {
    "trust-detail-stays-empty": {
      summary: "Trust detail never shows an attachment",
      change: setting("getTrustDetail", "attachments", []),
    },
    "trust-detail-has-other-ids": {
      summary: "An attachment has another id in trust detail than finalize gave",
      change: withItem((item) => ({ ...item, id: `${textAt(item, "id")}-listed` })),
    },
  },
  "trust/details-name-their-subject": {
    "trust-detail-subject-without-encoding": {
      summary: "The subject's purl in trust detail ends at the name",
      change: withObject("getTrustDetail", "subject", (subject) => ({
        ...subject,
        purl: textAt(subject, "purl").replace(/@[^@]*$/, ""),
      })),
    },
    "trust-detail-subject-has-another-integrity": {
      summary: "The subject's integrity in trust detail is all zeros",
      change: withObject("getTrustDetail", "subject", (subject) => ({
        ...subject,
        integrity: unrelatedDigest,
      })),
    },
  },
  "trust/listed-attachments-have-the-artifact-digest": {
    "trust-detail-digest-differs": {
      summary: "The artifactDigest in trust detail is all zeros",
      change: withItem((item) => ({ ...item, artifactDigest: unrelatedDigest })),
    },
  },
  "trust/listed-attachments-have-the-artifact-size": {
    "trust-detail-size-differs": {
      summary: "The artifactSize in trust detail is in whole kilobytes",
      change: withItem((item) => ({ ...item, artifactSize: Math.ceil(Number(item["artifactSize"]) / 1024) })),
    },
  },
  "trust/listed-attachments-have-the-format": {
    "trust-detail-format-family-differs": {
      summary: "The family of a format in trust detail is its category",
      change: withItem((item) => ({
        ...item,
        format: { ...objectAt(item, "format"), family: item["category"] },
      })),
    },
    "trust-detail-format-media-type-differs": {
      summary: "The media type of every format in trust detail is application/json",
      change: withItem((item) => ({
        ...item,
        format: { ...objectAt(item, "format"), mediaType: "application/json" },
      })),
    },
  },
  "trust/listed-formats-are-whole": {
    "trust-detail-format-loses-its-version": {
      summary: "The format in trust detail has no version",
      change: withItem((item) => ({ ...item, format: without(objectAt(item, "format"), "version") })),
    },
  },
  "trust/listed-attachments-are-active": {
    "trust-detail-status-is-pending": {
      summary: "An attachment is pending in trust detail",
      change: withItem((item) => ({ ...item, status: { state: "pending" } })),
    },
  },
  "trust/locators-lead-to-the-artifact": {
    "trust-locator-serves-other-bytes": {
      summary: "The bytes at a locator lack their last one",
      change: replaceRule(
        "transfer",
        "artifact",
        (before) => (attachment, call) =>
          before({ ...attachment, bytes: attachment.bytes.slice(0, -1) }, call),
      ),
    },
    "trust-locator-dead": {
      summary: "A locator leads nowhere",
      change: replaceRule(
        "transfer",
        "artifactUrl",
        (before) => (attachment, call) => `${before(attachment, call)}-gone`,
      ),
    },
    "second-attachment-is-located-at-the-first": {
      summary: "The locator of every attachment is that of the release's first",
      change: replaceRule(
        "render",
        "locator",
        (before) => (attachment, call) =>
          before(
            allReleases(call.registry.store).find(({ attachments }) =>
              attachments.some(({ id }) => id === attachment.id),
            )?.attachments[0] ?? attachment,
            call,
          ),
      ),
    },
  },
  "trust/details-without-attachments-are-empty": {
    "trust-detail-not-found-when-empty": {
      summary: "Trust detail of a release without attachments is not found",
      change: replaceRule(
        "visibility",
        "inTrust",
        (before) => (release, call) =>
          before(release, call) && (call.operation !== "getTrustDetail" || release.attachments.length > 0),
      ),
    },
    "trust-detail-null-when-empty": {
      summary: "The attachments of a release without any are null",
      change: withBody("getTrustDetail", (body) => {
        const { attachments } = body;
        return Array.isArray(attachments) && attachments.length === 0 ? { ...body, attachments: null } : body;
      }),
    },
  },
  "trust/attaching-keeps-the-release": {
    "attaching-trust-changes-the-integrity": {
      summary: "The integrity of a release changes with what is attached to it",
      change: replaceRule("trust", "attach", (before) => (release, attachment, call) => {
        const attached = before(release, attachment, call);
        saveRelease({ ...attached, integrity: attachment.digest }, call);
        return attached;
      }),
    },
    "attaching-trust-yanks-the-release": {
      summary: "A release with trust is yanked",
      change: replaceRule(
        "trust",
        "attach",
        (before) => (release, attachment, call) =>
          before({ ...release, status: { state: "yanked" } }, attachment, call),
      ),
    },
  },
};
