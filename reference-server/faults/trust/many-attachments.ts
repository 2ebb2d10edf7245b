import type { JsonObject } from "../../json.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { allReleases, type Attachment, type Release } from "../../store.ts";
import { withItems } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Changes the entry of each attachment in trust detail. */
function listing(change: (item: JsonObject, attachment: Attachment, release: Release) => JsonObject): Change {
  return replaceRule(
    "render",
    "attachment",
    (before) => (attachment, release, call) => change(before(attachment, release, call), attachment, release),
  );
}

/** Changes the bytes that the address of an attachment serves. */
function serving(change: (bytes: Buffer) => Uint8Array): Change {
  return replaceRule(
    "transfer",
    "artifact",
    (before) => (attachment, call) =>
      before({ ...attachment, bytes: change(Buffer.from(attachment.bytes)) }, call),
  );
}

/** Computes the digest of trust artifacts over changed bytes. */
function digesting(change: (bytes: Buffer) => Uint8Array): Change {
  return onlyFor(
    "finalizeTrustUpload",
    replaceRule(
      "integrity",
      "digestOfBytes",
      (before) => (bytes, call) => before(change(Buffer.from(bytes)), call),
    ),
  );
}

function withoutByteOrderMark(bytes: Buffer): Uint8Array {
  return bytes[0] === 0xef ? bytes.subarray(3) : bytes;
}

function withUnixLineEnds(bytes: Buffer): Uint8Array {
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

function throughUtf8(bytes: Buffer): Uint8Array {
  return Buffer.from(bytes.toString("utf8"));
}

function first64KiB(bytes: Buffer): Uint8Array {
  return bytes.subarray(0, 65_536);
}

function untilZero(bytes: Buffer): Uint8Array {
  return bytes.includes(0) ? bytes.subarray(0, bytes.indexOf(0)) : bytes;
}

function writtenAgain(bytes: Buffer): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(withoutByteOrderMark(bytes)).toString("utf8"))));
  } catch {
    return bytes;
  }
}

/** Faults in releases with many attachments, and in attachments with unusual bytes. */
export const manyAttachments: FaultFile = {
  "trust/the-last-of-many-attachments-is-listed": {
    "trust-detail-lists-the-first-three-attachments": withItems(
      "getTrustDetail",
      (items) => items.slice(0, 3),
      "attachments",
    ),
    "trust-detail-lists-the-first-ten-attachments": withItems(
      "getTrustDetail",
      (items) => items.slice(0, 10),
      "attachments",
    ),
    "trust-detail-lists-the-first-twenty-attachments": withItems(
      "getTrustDetail",
      (items) => items.slice(0, 20),
      "attachments",
    ),
    "artifacts-beyond-64-kib-are-not-kept": {
      leads: "audit/last-attachments-are-listed-at-the-end",
      change: replaceRule(
        "trust",
        "add",
        (before) => (release, attachment, call) =>
          attachment.bytes.byteLength > 65_536 ? release.attachments : before(release, attachment, call),
      ),
    },
  },
  "trust/many-attachments-are-all-listed": {
    "trust-detail-lists-the-last-three-attachments": withItems(
      "getTrustDetail",
      (items) => items.slice(-3),
      "attachments",
    ),
    "trust-detail-lists-the-last-ten-attachments": withItems(
      "getTrustDetail",
      (items) => items.slice(-10),
      "attachments",
    ),
  },
  "trust/attachments-of-equal-bytes-are-listed": {
    "trust-bytes-are-kept-once": {
      summary: "An attachment with bytes that the release already has gets an id, but is not kept",
      change: replaceRule(
        "trust",
        "add",
        (before) => (release, attachment, call) =>
          release.attachments.some(({ digest }) => digest === attachment.digest)
            ? release.attachments
            : before(release, attachment, call),
      ),
    },
  },
  "trust/unusual-artifacts-are-kept-exactly": {
    "attachments-after-the-third-have-the-digest-of-the-first": listing((item, attachment, release) =>
      release.attachments.indexOf(attachment) > 2
        ? { ...item, artifactDigest: release.attachments[0]?.digest }
        : item,
    ),
    "empty-artifacts-are-listed-as-one-byte": listing((item, attachment) =>
      attachment.bytes.length === 0 ? { ...item, artifactSize: 1 } : item,
    ),
    "later-attachments-have-the-locator-of-the-second": replaceRule(
      "render",
      "attachment",
      (before) => (attachment, release, call) => {
        const item = before(attachment, release, call);
        const earlier = release.attachments[1];
        if (earlier === undefined || release.attachments.indexOf(attachment) < 2) return item;
        return { ...item, locator: call.rules.render.locator(earlier, call) };
      },
    ),
    "artifacts-of-equal-size-served-as-the-first": replaceRule(
      "transfer",
      "artifact",
      (before) => (attachment, call) => {
        const release = allReleases(call.registry.store).find(({ attachments }) =>
          attachments.some(({ id }) => id === attachment.id),
        );
        const size = attachment.bytes.byteLength;
        return before(
          release?.attachments.find(({ bytes }) => bytes.byteLength === size) ?? attachment,
          call,
        );
      },
    ),
    "artifact-sizes-count-characters": listing((item, { bytes }) => ({
      ...item,
      artifactSize: Buffer.from(bytes).toString("utf8").length,
    })),
    "artifact-sizes-have-16-bits": listing((item, { bytes }) => ({
      ...item,
      artifactSize: bytes.byteLength % 65_536,
    })),
    "artifact-digests-without-byte-order-mark": digesting(withoutByteOrderMark),
    "artifact-digests-with-unix-line-ends": digesting(withUnixLineEnds),
    "artifact-digests-of-utf-8": digesting(throughUtf8),
    "artifact-digests-of-the-first-64-kib": digesting(first64KiB),
    "artifact-digests-end-at-the-first-zero": digesting(untilZero),
    "artifacts-served-without-byte-order-mark": serving(withoutByteOrderMark),
    "artifacts-served-with-unix-line-ends": serving(withUnixLineEnds),
    "artifacts-served-as-utf-8": serving(throughUtf8),
    "artifacts-served-up-to-64-kib": serving(first64KiB),
    "artifacts-served-up-to-the-first-zero": serving(untilZero),
    "artifacts-served-as-json-that-is-written-again": {
      leads: "trust/locators-lead-to-the-artifact",
      change: serving(writtenAgain),
    },
  },
};
