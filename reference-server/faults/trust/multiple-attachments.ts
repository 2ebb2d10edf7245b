import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../../call.ts";
import type { JsonObject } from "../../json.ts";
import { findRelease } from "../../lookup.ts";
import { allOf, type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Attachment } from "../../store.ts";
import { overlapMs, togetherMs } from "../changes/races.ts";
import type { FaultFile } from "../fault.ts";

/** Loses attachments that were added during a finalize. */
const losingUpdates: Change = (rules) => {
  const seen = new WeakMap<Call, readonly Attachment[]>();
  return allOf(
    replaceRule("finalize", "oneAtATime", (before) => async (call, work) => {
      if (!isOneOf("finalizeTrustUpload", call)) return await before(call, work);
      seen.set(call, findRelease(call.name, call.version, call)?.attachments ?? []);
      await pause(overlapMs);
      return await before(call, work);
    }),
    replaceRule("trust", "add", () => (release, attachment, call) => [
      ...(seen.get(call) ?? release.attachments),
      attachment,
    ]),
  )(rules);
};

/** Changes each member of a format, except the two that every request has. */
function withFormat(change: (text: string) => string): Change {
  return replaceRule("trust", "parseFormat", (before) => (value, call) => {
    const { family, mediaType, ...others } = before(value, call);
    const changed = Object.entries(others).map(([member, text]) => [member, change(text ?? "")]);
    return { ...(family === undefined ? {} : { family }), mediaType, ...Object.fromEntries(changed) };
  });
}

/** Shows the artifacts that a summary had when it was first read with any. */
function keepingSummaries(): Change {
  const kept = new WeakMap<object, Map<string, readonly JsonObject[]>>();
  return replaceRule("render", "summaryArtifacts", (before) => (attachments, call) => {
    const { registry, name, version } = call;
    const ofRegistry = kept.get(registry) ?? new Map<string, readonly JsonObject[]>();
    kept.set(registry, ofRegistry);
    const place = `${name} ${version}`;
    const artifacts = ofRegistry.get(place) ?? before(attachments, call);
    if (artifacts.length > 0) ofRegistry.set(place, artifacts);
    return artifacts;
  });
}

/** Faults in more than one attachment of a release. */
export const multipleAttachments: FaultFile = {
  "trust/the-latest-attachment-is-listed": {
    "trust-attachments-share-a-digest": {
      summary: "Every attachment has the digest of the release's first",
      change: replaceRule("render", "attachment", (before) => (attachment, release, call) => ({
        ...before(attachment, release, call),
        artifactDigest: release.attachments[0]?.digest,
      })),
    },
    "second-attachment-is-pending": replaceRule(
      "render",
      "attachment",
      (before) => (attachment, release, call) => ({
        ...before(attachment, release, call),
        ...(attachment.id === release.attachments[0]?.id ? {} : { status: { state: "pending" } }),
      }),
    ),
    "second-attachment-has-the-size-of-the-first": replaceRule(
      "render",
      "attachment",
      (before) => (attachment, release, call) => ({
        ...before(attachment, release, call),
        artifactSize: release.attachments[0]?.bytes.byteLength ?? 0,
      }),
    ),
    "second-attachment-of-a-format-is-lost": replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        release.attachments.some(({ format }) => format["mediaType"] === attachment.format["mediaType"])
          ? release.attachments
          : before(release, attachment, call),
    ),
  },
  "trust/a-second-attachment-keeps-the-first": {
    "trust-attachments-keep-only-the-latest": replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) => before(release, attachment, call).slice(-1),
    ),
    "second-attachment-replaces-the-first": replaceRule("trust", "add", () => (_release, attachment) => [
      attachment,
    ]),
    "trust-attachment-of-another-format-replaces-the-others": replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) => {
        const family = attachment.format["family"];
        const kept = release.attachments.filter(({ format }) => format["family"] === family);
        return before({ ...release, attachments: kept }, attachment, call);
      },
    ),
  },
  "trust/attachment-ids-are-unique": {
    "trust-attachments-share-an-id": replaceRule("trust", "newAttachmentId", () => () => "attachment"),
  },
  "trust/concurrent-attachments-are-all-kept": {
    "attachments-made-at-once-lost": {
      summary: "Of attachments added at once, trust detail shows only the last",
      change: replaceRule("visibility", "attachments", (before) => (release, call) => {
        const all = before(release, call);
        return all.filter(
          ({ attachedAt }, index) =>
            !all.slice(index + 1).some((later) => later.attachedAt - attachedAt < togetherMs),
        );
      }),
    },
    "attachments-to-large-releases-lost": replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        (release.bytes?.byteLength ?? 0) > 65_536 ? release.attachments : before(release, attachment, call),
    ),
    "attachment-replaces-earlier-one": {
      summary: "An attachment replaces the one before it",
      change: replaceRule("trust", "add", () => (_release, attachment) => [attachment]),
    },
    "trust-attachments-race": {
      summary: "Of two attachments finalized at once, one is lost",
      change: losingUpdates,
    },
  },
  "trust/further-formats-are-listed": {
    "trust-format-profiles-are-in-one-normalization": withFormat((text) => text.normalize("NFC")),
    "trust-format-members-have-48-characters": withFormat((text) => text.slice(0, 48)),
    "trust-format-members-are-latin-1": withFormat((text) => Buffer.from(text, "latin1").toString("latin1")),
    "trust-format-members-lose-spaces-at-their-ends": withFormat((text) => text.trim()),
    "trust-format-members-are-escaped-for-html": {
      summary: "Intents and details escape the members of a format for HTML",
      leads: "trust/intents-repeat-every-format-member",
      change: withFormat((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    },
    "trust-format-numbers-lose-zeros": withFormat((text) =>
      /^\d+\.\d+$/.test(text) ? String(Number(text)) : text,
    ),
    "trust-attachments-of-equal-bytes-have-one-format": {
      summary: "An attachment with bytes that the release already has gets the format of the earlier one",
      change: replaceRule("trust", "add", (before) => (release, attachment, call) => {
        const earlier = release.attachments.find(({ digest }) => digest === attachment.digest);
        return before(release, { ...attachment, format: earlier?.format ?? attachment.format }, call);
      }),
    },
    "trust-attachments-all-have-the-first-format": replaceRule(
      "trust",
      "add",
      (before) => (release, attachment, call) =>
        before(release, { ...attachment, format: release.attachments[0]?.format ?? attachment.format }, call),
    ),
    "trust-format-members-have-191-characters": replaceRule(
      "trust",
      "parseFormat",
      (before) => (value, call) =>
        Object.fromEntries(
          Object.entries(before(value, call)).map(([name, text]) => [name, text.slice(0, 191)]),
        ),
    ),
  },
  "trust/formats-of-all-attachments-are-named": {
    "trust-summary-has-only-the-first-category": replaceRule(
      "render",
      "summaryArtifacts",
      (before) => (attachments, call) => before(attachments, call).slice(0, 1),
    ),
    "trust-summary-is-kept-once-it-shows-an-artifact": keepingSummaries(),
    "trust-summary-names-only-the-first-format": replaceRule(
      "render",
      "summaryArtifacts",
      (before) => (attachments, call) => before(attachments.slice(0, 1), call),
    ),
  },
};
