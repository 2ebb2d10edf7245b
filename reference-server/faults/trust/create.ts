import { objectAt, textAt } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { replaceRule, withBody } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the intent of a trust upload. */
export const create: FaultFile = {
  "trust/valid-requests-open-an-intent": {
    "trust-uploads-refused": replaceRule("trust", "acceptsAttachments", () => () => false),
    "trust-uploads-refused-for-unscoped-volumes": replaceRule(
      "trust",
      "acceptsAttachments",
      () => (_release, call) => call.form === "scoped",
    ),
  },
  "trust/intents-name-their-subject": {
    "trust-intent-subject-is-another-version": withObject("createTrustUpload", "subject", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace(/@[^@]*$/, "@0.0.1"),
    })),
    "trust-intent-subject-has-the-artifact-digest": withBody("createTrustUpload", (body) => ({
      ...body,
      subject: { ...objectAt(body, "subject"), integrity: body["declaredDigest"] },
    })),
    "trust-intent-purl-has-a-literal-at": withObject("createTrustUpload", "subject", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace("%40", "@"),
    })),
  },
  "trust/intents-repeat-the-format": {
    "trust-intent-format-family-is-in-upper-case": withObject(
      "createTrustUpload",
      "attachment",
      (attachment) => ({
        ...attachment,
        format: {
          ...objectAt(attachment, "format"),
          family: textAt(objectAt(attachment, "format"), "family").toUpperCase(),
        },
      }),
    ),
    "trust-intent-changes-format-version": withObject("createTrustUpload", "attachment", (attachment) => ({
      ...attachment,
      format: { ...objectAt(attachment, "format"), version: "1.0" },
    })),
  },
  "trust/intents-repeat-the-declared-digest": {
    "trust-intent-digest-differs": setting("createTrustUpload", "declaredDigest", unrelatedDigest),
  },
  "trust/intents-repeat-the-declared-size": {
    "trust-intent-size-is-always-0": setting("createTrustUpload", "declaredSize", 0),
  },
  "trust/fresh-intents-are-neither-expired-nor-failed": {
    "new-trust-intent-is-expired": setting("createTrustUpload", "state", "expired"),
    "new-trust-intent-is-failed": setting("createTrustUpload", "state", "failed"),
  },
  "trust/intents-expire-in-the-future": {
    "trust-intent-expired-a-minute-ago": withBody("createTrustUpload", (body, call) => ({
      ...body,
      expiresAt: call.rules.render.timestamp(call.now - 60_000, call),
    })),
  },
  "trust/intents-repeat-every-format-member": {
    "trust-intent-format-profile-is-in-lower-case": replaceRule(
      "trust",
      "parseFormat",
      (before) => (value, call) => {
        const format = before(value, call);
        const profile = format["profile"];
        return profile === undefined ? format : { ...format, profile: profile.toLowerCase() };
      },
    ),
    "trust-format-predicate-type-replaced": {
      summary: "The predicateType of an intent's format is its media type",
      change: replaceRule("trust", "parseFormat", (before) => (value, call) => {
        const format = before(value, call);
        return format["predicateType"] === undefined
          ? format
          : { ...format, predicateType: format["mediaType"] ?? "" };
      }),
    },
  },
  "trust/bytes-are-taken-as-instructed": {
    "trust-bytes-refused": replaceRule("transfer", "assertOpen", (before) => (intent, call) => {
      if (intent.kind === "trust") throw new ProblemError("authorization-failed", "no bytes are taken here");
      before(intent, call);
    }),
    "trust-upload-url-is-not-found": replaceRule(
      "transfer",
      "uploadUrl",
      (before) => (intent, call) =>
        intent.kind === "trust" ? `${call.bytesBase}/transfers/nowhere` : before(intent, call),
    ),
  },
};
