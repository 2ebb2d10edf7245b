import type { Call } from "../call.ts";
import { isJsonObject, type JsonObject, objectAt, textAt } from "../json.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Changes the intent that creating a trust upload answers. */
const withIntent = (change: (body: JsonObject, call: Call) => JsonObject): Change =>
  withBody("createTrustUpload", change);

/** Changes one member of an object in the intent. */
function within(member: string, change: (value: JsonObject, call: Call) => JsonObject): Change {
  return withIntent((body, call) => {
    const value = body[member];
    return isJsonObject(value) ? { ...body, [member]: change(value, call) } : body;
  });
}

const zeros = `sha256:${"0".repeat(64)}`;

/** Faults in the answer to a request for a trust upload. */
export const trustIntentFaults: readonly Fault[] = [
  {
    name: "trust-uploads-refused",
    breaks: "trust/uploads-are-created",
    summary: "No release takes trust uploads",
    change: replaceRule("trust", "acceptsAttachments", () => () => false),
  },
  {
    name: "trust-uploads-refused-for-unscoped-volumes",
    breaks: "trust/uploads-are-created",
    summary: "Only releases of scoped volumes take trust uploads",
    change: replaceRule("trust", "acceptsAttachments", () => (_release, call) => call.form === "scoped"),
  },
  {
    name: "trust-intent-names-another-version",
    breaks: "trust/intents-name-their-subject",
    summary: "The subject of a trust intent is the purl of another version",
    change: within("subject", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace(/@[^@]*$/, "@0.0.1"),
    })),
  },
  {
    name: "trust-intent-names-artifact-as-integrity",
    breaks: "trust/intents-name-their-subject",
    summary: "The subject's integrity in a trust intent is the artifact's digest",
    change: withIntent((body) => ({
      ...body,
      subject: { ...objectAt(body, "subject"), integrity: body["declaredDigest"] },
    })),
  },
  {
    name: "trust-intent-purl-without-encoding",
    breaks: "trust/intents-name-their-subject",
    summary: "The subject's purl in a trust intent has a bare @ before the scope",
    change: within("subject", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace("%40", "@"),
    })),
  },
  {
    name: "trust-intent-changes-format-family",
    breaks: "trust/intents-echo-the-format",
    summary: "The format's family comes back in upper case",
    change: within("attachment", (attachment) => ({
      ...attachment,
      format: {
        ...objectAt(attachment, "format"),
        family: textAt(objectAt(attachment, "format"), "family").toUpperCase(),
      },
    })),
  },
  {
    name: "trust-intent-changes-format-version",
    breaks: "trust/intents-echo-the-format",
    summary: "The format's version comes back as another",
    change: within("attachment", (attachment) => ({
      ...attachment,
      format: { ...objectAt(attachment, "format"), version: "1.0" },
    })),
  },
  {
    name: "trust-intent-digest-differs",
    breaks: "trust/intents-echo-the-declared-digest",
    summary: "The declaredDigest of a trust intent is another",
    change: withIntent((body) => ({ ...body, declaredDigest: zeros })),
  },
  {
    name: "trust-intent-size-differs",
    breaks: "trust/intents-echo-the-declared-size",
    summary: "The declaredSize of a trust intent is always 0",
    change: withIntent((body) => ({ ...body, declaredSize: 0 })),
  },
  {
    name: "trust-intent-born-expired",
    breaks: "trust/new-intents-are-open",
    summary: "A new trust intent has the state expired",
    change: withIntent((body) => ({ ...body, state: "expired" })),
  },
  {
    name: "trust-intent-born-failed",
    breaks: "trust/new-intents-are-open",
    summary: "A new trust intent has the state failed",
    change: withIntent((body) => ({ ...body, state: "failed" })),
  },
  {
    name: "trust-intent-expires-in-the-past",
    breaks: "trust/intents-expire-later",
    summary: "The expiresAt of a trust intent is the moment of a minute ago",
    change: withIntent((body, call) => ({
      ...body,
      expiresAt: call.rules.render.timestamp(call.now - 60_000, call),
    })),
  },
  {
    name: "trust-format-profile-lower-cased",
    breaks: "trust/format-members-are-echoed",
    summary: "The format's profile comes back in lower case",
    change: replaceRule("trust", "judgeFormat", (before) => (value, call) => {
      const format = before(value, call);
      const profile = format["profile"];
      return profile === undefined ? format : { ...format, profile: profile.toLowerCase() };
    }),
  },
  {
    name: "trust-format-predicate-type-replaced",
    breaks: "trust/format-members-are-echoed",
    summary: "The format's predicateType comes back as its media type",
    change: replaceRule("trust", "judgeFormat", (before) => (value, call) => {
      const format = before(value, call);
      return format["predicateType"] === undefined
        ? format
        : { ...format, predicateType: format["mediaType"] ?? "" };
    }),
  },
  {
    name: "trust-bytes-refused",
    breaks: "trust/instructions-take-the-bytes",
    summary: "The upload URL of a trust intent takes no bytes",
    change: replaceRule("transfer", "judgeOpen", (before) => (intent, call) => {
      if (intent.kind === "trust") throw new Refusal("authorization-failed", "no bytes are taken here");
      before(intent, call);
    }),
  },
  {
    name: "trust-upload-url-dead",
    breaks: "trust/instructions-take-the-bytes",
    summary: "The upload URL of a trust intent leads nowhere",
    change: replaceRule(
      "transfer",
      "uploadUrl",
      (before) => (intent, call) =>
        intent.kind === "trust" ? `${call.bytesBase}/transfers/nowhere` : before(intent, call),
    ),
  },
];
