import { type JsonObject, objectAt, textAt } from "../../json.ts";
import { saveRelease } from "../../lookup.ts";
import { allOf, type Change, replaceRule, withBody, without } from "../../rules/change.ts";
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

/** The digests of uploads whose finalize was refused, for each registry. */
const removed = new WeakMap<object, Set<string>>();

const removingEqualBytes: Change = allOf(
  replaceRule("problems", "toAnswer", (before) => (problem, call) => {
    const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
    if (call.operation === "finalizeTrustUpload" && intent?.bytes !== undefined) {
      const digests = removed.get(call.registry) ?? new Set<string>();
      removed.set(call.registry, digests.add(intent.declaredDigest ?? ""));
    }
    return before(problem, call);
  }),
  replaceRule("transfer", "artifact", (before) => (attachment, call) => {
    const isRemoved = removed.get(call.registry)?.has(attachment.digest) ?? false;
    return before(isRemoved ? { ...attachment, bytes: new Uint8Array() } : attachment, call);
  }),
);

/** Faults in trust detail. */
export const detail: FaultFile = {
  "trust/attachments-are-listed": {
    "trust-detail-is-always-empty": setting("getTrustDetail", "attachments", []),
    "trust-detail-has-other-ids": {
      summary: "The attachmentId in trust detail differs from the result of finalize",
      change: withItem((item) => ({ ...item, id: `${textAt(item, "id")}-listed` })),
    },
  },
  "trust/details-name-their-subject": {
    "trust-detail-subject-purl-ends-at-the-name": withObject("getTrustDetail", "subject", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace(/@[^@]*$/, ""),
    })),
    "trust-detail-subject-integrity-differs": withObject("getTrustDetail", "subject", (subject) => ({
      ...subject,
      integrity: unrelatedDigest,
    })),
  },
  "trust/listed-attachments-have-the-artifact-digest": {
    "trust-detail-digest-differs": withItem((item) => ({ ...item, artifactDigest: unrelatedDigest })),
  },
  "trust/listed-attachments-have-the-artifact-size": {
    "trust-detail-size-is-in-whole-kilobytes": withItem((item) => ({
      ...item,
      artifactSize: Math.ceil(Number(item["artifactSize"]) / 1024),
    })),
  },
  "trust/listed-attachments-have-the-format": {
    "trust-detail-format-family-is-the-category": withItem((item) => ({
      ...item,
      format: { ...objectAt(item, "format"), family: item["category"] },
    })),
    "trust-detail-format-is-always-json": withItem((item) => ({
      ...item,
      format: { ...objectAt(item, "format"), mediaType: "application/json" },
    })),
  },
  "trust/listed-formats-are-complete": {
    "trust-detail-format-lacks-its-predicate-type": withItem((item) => ({
      ...item,
      format: without(objectAt(item, "format"), "predicateType"),
    })),
    "trust-detail-format-lacks-its-version": withItem((item) => ({
      ...item,
      format: without(objectAt(item, "format"), "version"),
    })),
  },
  "trust/listed-attachments-are-active": {
    "trust-detail-status-is-pending": withItem((item) => ({ ...item, status: { state: "pending" } })),
  },
  "trust/locators-lead-to-the-artifact": {
    "trust-locator-serves-truncated-bytes": replaceRule(
      "transfer",
      "artifact",
      (before) => (attachment, call) => before({ ...attachment, bytes: attachment.bytes.slice(0, -1) }, call),
    ),
    "trust-locator-is-not-found": replaceRule(
      "transfer",
      "artifactUrl",
      (before) => (attachment, call) => `${before(attachment, call)}-gone`,
    ),
    "refused-trust-finalize-removes-equal-bytes": {
      summary: "A refused `POST` trust finalize removes the bytes of attachments with the same digest",
      change: removingEqualBytes,
    },
    "second-attachment-has-the-locator-of-the-first": replaceRule(
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
  "trust/details-without-attachments-are-empty": {
    "empty-trust-detail-is-not-found": replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) =>
        before(release, call) && (call.operation !== "getTrustDetail" || release.attachments.length > 0),
    ),
    "empty-trust-detail-has-null-attachments": withBody("getTrustDetail", (body) => {
      const { attachments } = body;
      return Array.isArray(attachments) && attachments.length === 0 ? { ...body, attachments: null } : body;
    }),
  },
  "trust/attaching-does-not-change-the-release": {
    "attaching-trust-changes-the-integrity": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) => {
        const attached = before(release, attachment, call);
        saveRelease({ ...attached, integrity: attachment.digest }, call);
        return attached;
      },
    ),
    "attaching-trust-yanks-the-release": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) =>
        before({ ...release, status: { state: "yanked" } }, attachment, call),
    ),
  },
};
