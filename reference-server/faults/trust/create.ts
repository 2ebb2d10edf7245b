import { objectAt, textAt } from "../../json.ts";
import { Refusal } from "../../refusal.ts";
import { replaceRule, withBody } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const create: FaultFile = {
  "trust/uploads-are-created": {
    "trust-uploads-refused": {
      summary: "No release takes trust uploads",
      change: replaceRule("trust", "acceptsAttachments", () => () => false),
    },
    "trust-uploads-refused-for-unscoped-volumes": {
      summary: "Only releases of scoped volumes take trust uploads",
      change: replaceRule("trust", "acceptsAttachments", () => (_release, call) => call.form === "scoped"),
    },
  },
  "trust/intents-name-their-subject": {
    "trust-intent-names-another-version": {
      summary: "The subject of a trust intent is the purl of another version",
      change: withObject("createTrustUpload", "subject", (subject) => ({
        ...subject,
        purl: textAt(subject, "purl").replace(/@[^@]*$/, "@0.0.1"),
      })),
    },
    "trust-intent-names-artifact-as-integrity": {
      summary: "The subject's integrity in a trust intent is the artifact's digest",
      change: withBody("createTrustUpload", (body) => ({
        ...body,
        subject: { ...objectAt(body, "subject"), integrity: body["declaredDigest"] },
      })),
    },
    "trust-intent-purl-without-encoding": {
      summary: "The subject's purl in a trust intent has a bare @ before the scope",
      change: withObject("createTrustUpload", "subject", (subject) => ({
        ...subject,
        purl: textAt(subject, "purl").replace("%40", "@"),
      })),
    },
  },
  "trust/intents-echo-the-format": {
    "trust-intent-changes-format-family": {
      summary: "The format's family comes back in upper case",
      change: withObject("createTrustUpload", "attachment", (attachment) => ({
        ...attachment,
        format: {
          ...objectAt(attachment, "format"),
          family: textAt(objectAt(attachment, "format"), "family").toUpperCase(),
        },
      })),
    },
    "trust-intent-changes-format-version": {
      summary: "The format's version comes back as another",
      change: withObject("createTrustUpload", "attachment", (attachment) => ({
        ...attachment,
        format: { ...objectAt(attachment, "format"), version: "1.0" },
      })),
    },
  },
  "trust/intents-echo-the-declared-digest": {
    "trust-intent-digest-differs": {
      summary: "The declaredDigest of a trust intent is another",
      change: setting("createTrustUpload", "declaredDigest", unrelatedDigest),
    },
  },
  "trust/intents-echo-the-declared-size": {
    "trust-intent-size-differs": {
      summary: "The declaredSize of a trust intent is always 0",
      change: setting("createTrustUpload", "declaredSize", 0),
    },
  },
  "trust/new-intents-are-open": {
    "trust-intent-born-expired": {
      summary: "A new trust intent has the state expired",
      change: setting("createTrustUpload", "state", "expired"),
    },
    "trust-intent-born-failed": {
      summary: "A new trust intent has the state failed",
      change: setting("createTrustUpload", "state", "failed"),
    },
  },
  "trust/intents-expire-later": {
    "trust-intent-expires-in-the-past": {
      summary: "The expiresAt of a trust intent is the moment of a minute ago",
      change: withBody("createTrustUpload", (body, call) => ({
        ...body,
        expiresAt: call.rules.render.timestamp(call.now - 60_000, call),
      })),
    },
  },
  "trust/format-members-are-echoed": {
    "trust-format-profile-lower-cased": {
      summary: "The format's profile comes back in lower case",
      change: replaceRule("trust", "judgeFormat", (before) => (value, call) => {
        const format = before(value, call);
        const profile = format["profile"];
        return profile === undefined ? format : { ...format, profile: profile.toLowerCase() };
      }),
    },
    "trust-format-predicate-type-replaced": {
      summary: "The format's predicateType comes back as its media type",
      change: replaceRule("trust", "judgeFormat", (before) => (value, call) => {
        const format = before(value, call);
        return format["predicateType"] === undefined
          ? format
          : { ...format, predicateType: format["mediaType"] ?? "" };
      }),
    },
  },
  "trust/instructions-take-the-bytes": {
    "trust-bytes-refused": {
      summary: "The upload URL of a trust intent takes no bytes",
      change: replaceRule("transfer", "judgeOpen", (before) => (intent, call) => {
        if (intent.kind === "trust") throw new Refusal("authorization-failed", "no bytes are taken here");
        before(intent, call);
      }),
    },
    "trust-upload-url-dead": {
      summary: "The upload URL of a trust intent leads nowhere",
      change: replaceRule(
        "transfer",
        "uploadUrl",
        (before) => (intent, call) =>
          intent.kind === "trust" ? `${call.bytesBase}/transfers/nowhere` : before(intent, call),
      ),
    },
  },
};
