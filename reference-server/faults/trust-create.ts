import type { Call } from "../call.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

const isCreate = (call: Call): boolean => call.operation === "createTrustUpload";

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

/** Lets values of a declared digest pass that are none. */
function digestAccepted(isAccepted: (value: string) => boolean): Change {
  return replaceRule(
    "publish",
    "judgeDigest",
    (before) => (value, call) =>
      isCreate(call) && typeof value === "string" && isAccepted(value)
        ? `sha256:${value
            .replace(/^sha256:/i, "")
            .toLowerCase()
            .padEnd(64, "0")
            .slice(0, 64)}`
        : before(value, call),
  );
}

/** Judges the declared size of a trust artifact in another way, where `make` gives an answer. */
function sizeJudged(make: (value: unknown) => number | undefined): Change {
  return replaceRule(
    "publish",
    "judgeSize",
    (before) => (value, call) => (isCreate(call) ? make(value) : undefined) ?? before(value, call),
  );
}

function refusing(
  slug: ConstructorParameters<typeof Refusal>[0],
  isBad: (value: unknown) => boolean,
): Change {
  return sizeJudged((value) => {
    if (isBad(value)) throw new Refusal(slug, "declaredSize is refused");
    return undefined;
  });
}

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
      purl: String(subject["purl"]).replace(/@[^@]*$/, "@0.0.1"),
    })),
  },
  {
    name: "trust-intent-names-artifact-as-integrity",
    breaks: "trust/intents-name-their-subject",
    summary: "The subject's integrity in a trust intent is the artifact's digest",
    change: withIntent((body) => ({
      ...body,
      subject: { ...Object(body["subject"]), integrity: body["declaredDigest"] },
    })),
  },
  {
    name: "trust-intent-purl-without-encoding",
    breaks: "trust/intents-name-their-subject",
    summary: "The subject's purl in a trust intent has a bare @ before the scope",
    change: within("subject", (subject) => ({
      ...subject,
      purl: String(subject["purl"]).replace("%40", "@"),
    })),
  },
  {
    name: "trust-intent-changes-format-family",
    breaks: "trust/intents-echo-the-format",
    summary: "The format's family comes back in upper case",
    change: within("attachment", (attachment) => ({
      ...attachment,
      format: {
        ...Object(attachment["format"]),
        family: String(Object(attachment["format"])["family"]).toUpperCase(),
      },
    })),
  },
  {
    name: "trust-intent-changes-format-version",
    breaks: "trust/intents-echo-the-format",
    summary: "The format's version comes back as another",
    change: within("attachment", (attachment) => ({
      ...attachment,
      format: { ...Object(attachment["format"]), version: "1.0" },
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

/** Faults in what a request for a trust upload may declare. */
export const trustRequestFaults: readonly Fault[] = [
  {
    name: "trust-negative-size-accepted",
    breaks: "trust/negative-sizes-are-refused",
    summary: "A negative declaredSize of a trust artifact is accepted",
    change: sizeJudged((value) => (typeof value === "number" && value < 0 ? 0 : undefined)),
  },
  {
    name: "trust-negative-size-called-too-large",
    breaks: "trust/negative-sizes-are-refused",
    summary: "A negative declaredSize of a trust artifact is payload-too-large",
    change: refusing("payload-too-large", (value) => typeof value === "number" && value < 0),
  },
  {
    name: "trust-fractional-size-rounded",
    breaks: "trust/fractional-sizes-are-refused",
    summary: "A fractional declaredSize of a trust artifact is rounded",
    change: sizeJudged((value) =>
      typeof value === "number" && !Number.isInteger(value) ? Math.round(value) : undefined,
    ),
  },
  {
    name: "trust-size-as-text-accepted",
    breaks: "trust/sizes-as-text-are-refused",
    summary: "A declaredSize of a trust artifact may be a string of digits",
    change: sizeJudged((value) =>
      typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined,
    ),
  },
  {
    name: "trust-size-zero-refused",
    breaks: "trust/sizes-of-zero-are-taken",
    summary: "A declaredSize of 0 is refused for trust artifacts",
    change: refusing("validation-failed", (value) => value === 0),
  },
  {
    name: "trust-absurd-size-called-invalid",
    breaks: "trust/absurd-sizes-are-taken-or-too-large",
    summary: "A declaredSize that is too large for a trust artifact is validation-failed",
    change: refusing("validation-failed", (value) => typeof value === "number" && value > 1e9),
  },
  {
    name: "trust-short-digest-accepted",
    breaks: "trust/malformed-digests-are-refused",
    summary: "A declaredDigest with fewer than 64 digits is accepted for trust artifacts",
    change: digestAccepted((value) => /^sha256:[0-9a-f]{1,63}$/.test(value)),
  },
  {
    name: "trust-long-digest-accepted",
    breaks: "trust/malformed-digests-are-refused",
    summary: "A declaredDigest with more than 64 digits is accepted for trust artifacts",
    change: digestAccepted((value) => /^sha256:[0-9a-f]{65,}$/.test(value)),
  },
  {
    name: "trust-digest-beyond-hexadecimal-accepted",
    breaks: "trust/malformed-digests-are-refused",
    summary: "Any 64 letters and digits are a declaredDigest of a trust artifact",
    change: digestAccepted((value) => /^sha256:[0-9a-z]{64}$/.test(value) && /[g-z]/.test(value.slice(7))),
  },
  {
    name: "trust-upper-case-digest-accepted",
    breaks: "trust/digests-in-other-writing-are-refused",
    summary: "A declaredDigest of a trust artifact may be in upper case",
    change: digestAccepted((value) => /^sha256:[0-9A-F]{64}$/.test(value) && /[A-F]/.test(value)),
  },
  {
    name: "trust-bare-digest-accepted",
    breaks: "trust/digests-in-other-writing-are-refused",
    summary: "A declaredDigest of a trust artifact may lack sha256:",
    change: digestAccepted((value) => /^[0-9a-f]{64}$/.test(value)),
  },
  {
    name: "trust-cut-json-mended",
    breaks: "trust/bodies-are-json",
    summary: "A trust upload request whose JSON is cut off is mended",
    change: replaceRule("body", "parse", (before) => (text, call) => {
      try {
        return before(text, call);
      } catch (error) {
        if (!isCreate(call)) throw error;
        return before(`${text}}`, call);
      }
    }),
  },
  {
    name: "trust-broken-json-called-unsupported",
    breaks: "trust/bodies-are-json",
    summary: "A trust upload request that is no JSON is unsupported-media-type",
    change: replaceRule("body", "parse", (before) => (text, call) => {
      try {
        return before(text, call);
      } catch (error) {
        throw error instanceof Refusal && isCreate(call)
          ? new Refusal("unsupported-media-type", error.message)
          : error;
      }
    }),
  },
  {
    name: "trust-list-taken-for-its-first-item",
    breaks: "trust/bodies-are-objects",
    summary: "A trust upload request may be a list with the request in it",
    change: replaceRule(
      "body",
      "judgeShape",
      (before) => (value, call) => before(isCreate(call) && Array.isArray(value) ? value[0] : value, call),
    ),
  },
  {
    name: "trust-format-of-numbers-accepted",
    breaks: "trust/formats-are-objects-of-strings",
    summary: "The members of a format may be numbers",
    change: replaceRule(
      "trust",
      "judgeFormat",
      (before) => (value, call) =>
        before(
          isJsonObject(value)
            ? Object.fromEntries(
                Object.entries(value).map(([name, text]) => [
                  name,
                  name === "mediaType" ? `text/${String(text).replace("/", "-")}` : String(text),
                ]),
              )
            : value,
          call,
        ),
    ),
  },
  {
    name: "trust-format-as-text-accepted",
    breaks: "trust/formats-are-objects-of-strings",
    summary: "A format may be its family alone, as a string",
    change: replaceRule(
      "trust",
      "judgeFormat",
      (before) => (value, call) =>
        before(typeof value === "string" ? { family: value, mediaType: "application/json" } : value, call),
    ),
  },
  {
    name: "trust-for-unknown-versions-accepted",
    breaks: "trust/unknown-releases-take-no-attachments",
    summary: "An unknown version of a known volume takes trust uploads",
    change: replaceRule("trust", "findRelease", (before) => (call) => {
      const [first] = releasesOf(call.name, call);
      if (findRelease(call.name, call.version, call) !== undefined || first === undefined)
        return before(call);
      return { ...first, version: call.version, attachments: [] };
    }),
  },
  {
    name: "trust-for-unknown-versions-called-invalid",
    breaks: "trust/unknown-releases-take-no-attachments",
    summary: "A trust upload for an unknown version is validation-failed",
    change: replaceRule("trust", "findRelease", (before) => (call) => {
      if (findRelease(call.name, call.version, call) === undefined)
        throw new Refusal("validation-failed", "unknown version");
      return before(call);
    }),
  },
];
