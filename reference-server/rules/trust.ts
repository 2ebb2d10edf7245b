import type { Call, Submission } from "../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { findRelease, saveRelease } from "../lookup.ts";
import { newIdentifier } from "../random.ts";
import { ProblemError } from "../problem-error.ts";
import type { Attachment, Format, Release, TrustIntent } from "../store.ts";

/** Trust artifacts (sections "Create …" and "Finalize trust attachment upload"). */
export interface TrustRules {
  /** Which category a family of formats belongs to. */
  readonly categories: Readonly<Record<string, string>>;
  readonly formatMembers: readonly string[];
  /** The release that trust is attached to, or 404. */
  readonly findRelease: (call: Call) => Release;
  readonly acceptsAttachments: (release: Release, call: Call) => boolean;
  readonly assertPurl: (value: Json | undefined, release: Release, call: Call) => void;
  readonly assertIntegrity: (value: Json | undefined, release: Release, call: Call) => void;
  /** The body's subject names exactly the release of the path. */
  readonly assertSubject: (value: Json | undefined, release: Release, call: Call) => void;
  readonly parseFormat: (value: Json | undefined, call: Call) => Format;
  readonly isSupported: (mediaType: string, call: Call) => boolean;
  /** The category of an attachment; the one in the request is only a suggestion. */
  readonly category: (attachment: JsonObject, format: Format, call: Call) => string;
  readonly toIntent: (submission: Submission, release: Release) => TrustIntent;
  readonly newAttachmentId: (call: Call) => string;
  /** The purl of the release that an artifact names as its subject. Only the CycloneDX member is read. */
  readonly purlIn: (bytes: Uint8Array) => Json | undefined;
  readonly assertArtifact: (bytes: Uint8Array, release: Release, call: Call) => void;
  readonly toAttachment: (intent: TrustIntent, call: Call) => Attachment;
  /** The attachments of a release with a further one. */
  readonly add: (release: Release, attachment: Attachment, call: Call) => readonly Attachment[];
  readonly nextRevision: (release: Release, call: Call) => number;
  readonly attach: (release: Release, attachment: Attachment, call: Call) => Release;
}

/** Trust as the reference registry keeps it. */
export const trustRules: TrustRules = {
  categories: {
    cyclonedx: "bom",
    spdx: "bom",
    sigstore: "signature",
    pgp: "signature",
    "in-toto": "provenance",
    slsa: "provenance",
    openvex: "vex",
  },
  formatMembers: ["family", "mediaType", "predicateType", "profile", "version"],
  findRelease: (call) => {
    const release = findRelease(call.name, call.version, call);
    if (release === undefined) throw new ProblemError("not-found", "there is no such release");
    if (!call.rules.trust.acceptsAttachments(release, call)) {
      throw new ProblemError("not-found", "the release was unpublished");
    }
    return release;
  },
  acceptsAttachments: (release) => release.status.state !== "tombstoned",
  assertPurl: (value, release, call) => {
    if (typeof value !== "string")
      throw new ProblemError("validation-failed", "subject.purl is not a string");
    if (!call.rules.identity.isPurlOf(value, release.name, release.version, call)) {
      throw new ProblemError("subject-binding-mismatch", "subject.purl is not the release's purl");
    }
  },
  assertIntegrity: (value, release) => {
    if (typeof value !== "string")
      throw new ProblemError("validation-failed", "subject.integrity is not a string");
    if (value !== release.integrity) {
      throw new ProblemError("subject-binding-mismatch", "subject.integrity is not the release's integrity");
    }
  },
  assertSubject: (value, release, call) => {
    if (!isJsonObject(value)) throw new ProblemError("validation-failed", "subject is not an object");
    call.rules.trust.assertPurl(value["purl"], release, call);
    call.rules.trust.assertIntegrity(value["integrity"], release, call);
  },
  parseFormat: (value, call) => {
    const { trust } = call.rules;
    if (!isJsonObject(value))
      throw new ProblemError("validation-failed", "attachment.format is not an object");
    const format: Record<string, string> = {};
    for (const member of trust.formatMembers) {
      const text = value[member];
      if (text === undefined) continue;
      if (typeof text !== "string")
        throw new ProblemError("validation-failed", `format.${member} is not a string`);
      format[member] = text;
    }
    const mediaType = format["mediaType"];
    if (typeof mediaType !== "string")
      throw new ProblemError("validation-failed", "format.mediaType is absent");
    if (!trust.isSupported(mediaType, call)) {
      throw new ProblemError("unsupported-media-type", "format.mediaType is not a media type");
    }
    return format;
  },
  isSupported: (mediaType, call) => call.rules.identity.isMediaType(mediaType, call),
  category: (attachment, format, call) => {
    const { categories } = call.rules.trust;
    const wish = attachment["category"];
    if (typeof wish === "string" && Object.values(categories).includes(wish)) return wish;
    const family = (format["family"] ?? "").toLowerCase();
    return (Object.hasOwn(categories, family) ? categories[family] : undefined) ?? "bom";
  },
  toIntent: ({ call, body, key }, release) => {
    const { trust, publish } = call.rules;
    trust.assertSubject(body["subject"], release, call);
    const attachment = body["attachment"];
    if (!isJsonObject(attachment)) throw new ProblemError("validation-failed", "attachment is not an object");
    const format = trust.parseFormat(attachment["format"], call);
    const declaredDigest = publish.parseDigest(body["declaredDigest"], call);
    const declaredSize = publish.parseSize(body["declaredSize"], call);
    return {
      kind: "trust",
      uploadId: publish.newUploadId(call),
      signature: publish.newSignature(call),
      name: release.name,
      version: release.version,
      category: trust.category(attachment, format, call),
      format,
      declaredDigest,
      declaredSize,
      idempotencyKey: key,
      createdAt: call.now,
      expiresAt: publish.expiresAt(call),
      state: publish.firstState,
      isFinalized: false,
    };
  },
  newAttachmentId: (call) => `att_${newIdentifier(call.registry.random, 12)}`,
  purlIn: (bytes) => {
    try {
      const { metadata } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { readonly metadata?: Json };
      const component = isJsonObject(metadata) ? metadata["component"] : undefined;
      return isJsonObject(component) ? component["purl"] : undefined;
    } catch {
      return undefined;
    }
  },
  assertArtifact: (bytes, release, call) => {
    const purl = call.rules.trust.purlIn(bytes);
    if (typeof purl !== "string" || !purl.startsWith("pkg:volume/")) return;
    if (!call.rules.identity.isPurlOf(purl, release.name, release.version, call))
      throw new ProblemError("subject-binding-mismatch", "the artifact names another release");
  },
  toAttachment: (intent, call) => {
    const bytes = intent.bytes ?? new Uint8Array();
    return {
      id: call.rules.trust.newAttachmentId(call),
      category: intent.category,
      format: intent.format,
      digest: call.rules.integrity.digestOfBytes(bytes, call),
      bytes,
      status: { state: "active" },
      attachedAt: call.now,
    };
  },
  add: (release, attachment) => [...release.attachments, attachment],
  nextRevision: (release) => release.revision + 1,
  attach: (release, attachment, call) => {
    const { trust } = call.rules;
    const attachments = trust.add(release, attachment, call);
    const changed = { ...release, attachments, revision: trust.nextRevision(release, call) };
    saveRelease(changed, call);
    return changed;
  },
};
