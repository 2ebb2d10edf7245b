import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** A lenient member: what `read` makes of a value is taken, and `undefined` leaves the value to the rule. */
function digestReadAs(read: (value: Json | undefined) => string | undefined): Change {
  return replaceRule(
    "publish",
    "judgeDigest",
    (before) => (value, call) => (call.operation === "createReleaseUpload" ? read(value) : undefined) ?? before(value, call),
  );
}

function digestLike(pattern: RegExp): Change {
  return digestReadAs((value) => (typeof value === "string" && pattern.test(value) ? value : undefined));
}

function sizeReadAs(read: (value: Json | undefined) => number | undefined): Change {
  return replaceRule(
    "publish",
    "judgeSize",
    (before) => (value, call) => (call.operation === "createReleaseUpload" ? read(value) : undefined) ?? before(value, call),
  );
}

function mediaTypeReadAs(isTaken: (value: Json | undefined) => boolean): Change {
  return replaceRule(
    "publish",
    "judgeMediaType",
    (before) => (value, call) => (isTaken(value) ? "application/gzip" : before(value, call)),
  );
}

function versionReadAs(read: (value: Json | undefined) => string | undefined): Change {
  return replaceRule("publish", "judgeVersion", (before) => (value, call) => read(value) ?? before(value, call));
}

function parsedBy(read: (text: string) => unknown): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    try {
      return before(text, call);
    } catch (error) {
      if (call.operation === "createReleaseUpload") return read(text);
      throw error;
    }
  });
}

function shapedBy(read: (value: unknown) => unknown): Change {
  return replaceRule("body", "judgeShape", (before) => (value, call) => {
    const found = call.operation === "createReleaseUpload" ? read(value) : value;
    return before(isJsonObject(found) ? found : value, call);
  });
}

function refusedText(pattern: RegExp): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    if (call.operation === "createReleaseUpload" && pattern.test(text)) {
      throw new Refusal("validation-failed", "the body is laid out in a way that is not liked here");
    }
    return before(text, call);
  });
}

const accepted: readonly (readonly [name: string, breaks: string, summary: string, change: Change])[] = [
  [
    "create-takes-a-word-for-a-version",
    "publish/malformed-versions-are-refused",
    "A version that is a word is accepted",
    versionReadAs((value) => (value === "latest" ? value : undefined)),
  ],
  [
    "create-completes-two-part-versions",
    "publish/malformed-versions-are-refused",
    "A version of two numbers gets a third",
    versionReadAs((value) => (value === "1.0" ? "1.0.0" : undefined)),
  ],
  [
    "create-takes-numbers-for-versions",
    "publish/versions-that-are-no-strings-are-refused",
    "A version that is a number is accepted",
    versionReadAs((value) => (typeof value === "number" ? `${value}.0.0` : undefined)),
  ],
  [
    "create-invents-a-version-for-null",
    "publish/versions-that-are-no-strings-are-refused",
    "A version that is null becomes 1.0.0",
    versionReadAs((value) => (value === null ? "1.0.0" : undefined)),
  ],
  [
    "zip-archives-accepted",
    "publish/other-media-types-are-refused",
    "The media type application/zip is accepted",
    mediaTypeReadAs((value) => value === "application/zip"),
  ],
  [
    "media-type-compared-by-its-start",
    "publish/other-media-types-are-refused",
    "Every media type that begins like application/gzip is accepted",
    mediaTypeReadAs((value) => typeof value === "string" && value.startsWith("application/gzip")),
  ],
  [
    "media-type-never-compared",
    "publish/other-media-types-are-refused",
    "Every media type is accepted",
    mediaTypeReadAs((value) => typeof value === "string"),
  ],
  [
    "media-type-in-a-list-accepted",
    "publish/media-types-that-are-no-strings-are-refused",
    "A list of media types is accepted",
    mediaTypeReadAs((value) => Array.isArray(value)),
  ],
  [
    "media-type-of-any-kind-of-value-accepted",
    "publish/media-types-that-are-no-strings-are-refused",
    "A media type that is no string is accepted",
    mediaTypeReadAs((value) => typeof value === "number" || isJsonObject(value)),
  ],
  ["short-digests-accepted", "publish/malformed-digests-are-refused", "A digest of 63 digits is accepted", digestLike(/^sha256:[0-9a-f]{63}$/)],
  ["long-digests-accepted", "publish/malformed-digests-are-refused", "A digest of 65 digits is accepted", digestLike(/^sha256:[0-9a-f]{65}$/)],
  ["digests-with-other-letters-accepted", "publish/malformed-digests-are-refused", "A digest with letters beyond f is accepted", digestLike(/^sha256:[0-9a-z]{64}$/)],
  ["sha512-digests-accepted", "publish/malformed-digests-are-refused", "A SHA-512 digest is accepted", digestLike(/^sha512:[0-9a-f]{128}$/)],
  ["md5-digests-accepted", "publish/malformed-digests-are-refused", "An MD5 digest is accepted", digestLike(/^md5:[0-9a-f]{32}$/)],
  ["digests-with-a-line-break-accepted", "publish/malformed-digests-are-refused", "A digest with a line break at its end is accepted", digestLike(/^sha256:[0-9a-f]{64}$/m)],
  ["digests-with-something-before-accepted", "publish/malformed-digests-are-refused", "A digest is looked for anywhere in the text", digestLike(/sha256:[0-9a-f]{64}$/)],
  ["empty-digests-accepted", "publish/malformed-digests-are-refused", "An empty digest is accepted", digestLike(/^(?:sha256:)?$/)],
  [
    "digests-that-are-numbers-accepted",
    "publish/digests-that-are-no-strings-are-refused",
    "A digest that is a number is accepted",
    digestReadAs((value) => (typeof value === "number" ? String(value) : undefined)),
  ],
  [
    "digests-in-lists-accepted",
    "publish/digests-that-are-no-strings-are-refused",
    "A digest in a list is accepted",
    digestReadAs((value) => (Array.isArray(value) ? String(value) : undefined)),
  ],
  ["upper-case-digests-accepted", "publish/upper-case-digests-are-refused", "A digest with upper-case digits is accepted", digestLike(/^sha256:[0-9A-Fa-f]{64}$/)],
  ["upper-case-prefix-accepted", "publish/upper-case-digests-are-refused", "A digest with an upper-case prefix is accepted", digestLike(/^SHA256:[0-9a-f]{64}$/)],
  ["bare-digests-accepted", "publish/digests-without-their-prefix-are-refused", "A digest without its prefix is accepted", digestLike(/^[0-9a-f]{64}$/)],
  [
    "negative-size-accepted",
    "publish/negative-sizes-are-refused",
    "A negative declaredSize is accepted",
    sizeReadAs((value) => (typeof value === "number" && value < 0 ? value : undefined)),
  ],
  [
    "very-negative-size-accepted",
    "publish/negative-sizes-are-refused",
    "A declaredSize far below zero is accepted",
    sizeReadAs((value) => (typeof value === "number" && value < -100 ? value : undefined)),
  ],
  [
    "fractional-size-accepted",
    "publish/fractional-sizes-are-refused",
    "A fractional declaredSize is accepted",
    sizeReadAs((value) => (typeof value === "number" && value > 0 && !Number.isInteger(value) ? value : undefined)),
  ],
  [
    "fractional-size-rounded",
    "publish/fractional-sizes-are-refused",
    "A fractional declaredSize is rounded down",
    sizeReadAs((value) => (typeof value === "number" && value > 0 ? Math.floor(value) : undefined)),
  ],
  [
    "size-that-is-a-word-ignored",
    "publish/sizes-that-are-no-numbers-are-refused",
    "A declaredSize that is a word counts as 0",
    sizeReadAs((value) => (typeof value === "string" && !/^\d+$/.test(value) ? 0 : undefined)),
  ],
  [
    "size-read-from-anything",
    "publish/sizes-that-are-no-numbers-are-refused",
    "A declaredSize that is a list, an object or a boolean counts as 0",
    sizeReadAs((value) => (typeof value === "boolean" || (typeof value === "object" && value !== null) ? 0 : undefined)),
  ],
  [
    "size-in-a-string-accepted",
    "publish/sizes-in-strings-are-refused",
    "A declaredSize that is a string of digits is accepted",
    sizeReadAs((value) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined)),
  ],
  ["null-size-accepted", "publish/nulls-in-the-body-are-refused", "A declaredSize that is null counts as 0", sizeReadAs((value) => (value === null ? 0 : undefined))],
  [
    "single-quotes-in-json-accepted",
    "publish/malformed-json-is-refused",
    "A body in single quotes is accepted",
    parsedBy((text) => JSON.parse(text.replaceAll("'", '"')) as unknown),
  ],
  [
    "truncated-json-completed",
    "publish/malformed-json-is-refused",
    "A body that lacks its last brace gets one",
    parsedBy((text) => JSON.parse(`${text}}`) as unknown),
  ],
  [
    "trailing-comma-in-json-accepted",
    "publish/malformed-json-is-refused",
    "A body with a comma before its last brace is accepted",
    parsedBy((text) => JSON.parse(text.replace(",}", "}")) as unknown),
  ],
  [
    "second-json-value-ignored",
    "publish/malformed-json-is-refused",
    "Whatever follows the first object of a body is ignored",
    parsedBy((text) => JSON.parse(text.slice(0, text.indexOf("}") + 1)) as unknown),
  ],
  [
    "body-in-a-list-accepted",
    "publish/bodies-that-are-no-objects-are-refused",
    "A list with the body in it is accepted",
    shapedBy((value) => (Array.isArray(value) ? (value[0] as unknown) : value)),
  ],
  [
    "body-in-a-string-accepted",
    "publish/bodies-that-are-no-objects-are-refused",
    "A string with the body in it is accepted",
    shapedBy((value) => (typeof value === "string" ? (JSON.parse(value) as unknown) : value)),
  ],
];

/** Bad create requests that are accepted, or refused with the wrong problem; and good ones that are refused. */
export const publishRequestFaults: readonly Fault[] = [
  ...accepted.map(([name, breaks, summary, change]) => ({ name, breaks, summary, change })),
  {
    name: "create-demands-an-idempotency-key",
    breaks: "publish/valid-requests-open-an-intent",
    summary: "A create without an idempotency key is refused",
    change: replaceRule("publish", "toIntent", (before) => (submission) => {
      if (submission.key === undefined) throw new Refusal("validation-failed", "there is no idempotency key");
      return before(submission);
    }),
  },
  {
    name: "create-refuses-scoped-volumes",
    breaks: "publish/valid-requests-open-an-intent",
    summary: "An upload for a scoped volume cannot be opened",
    change: replaceRule("publish", "toIntent", (before) => (submission) => {
      if (submission.call.form === "scoped") throw new Refusal("not-found", "there are no scopes here");
      return before(submission);
    }),
  },
  {
    name: "indented-json-refused",
    breaks: "publish/layout-of-json-does-not-matter",
    summary: "A body with white space between its members is refused",
    change: refusedText(/\n/),
  },
  {
    name: "order-of-members-matters",
    breaks: "publish/layout-of-json-does-not-matter",
    summary: "A body whose first member is not the version is refused",
    change: refusedText(/^\s*\{\s*"(?!version)/),
  },
  {
    name: "parameters-of-content-type-refused",
    breaks: "publish/parameters-of-the-content-type-are-accepted",
    summary: "A content type with a parameter is refused",
    change: replaceRule("body", "isJsonType", (before) => (type, call) => !type.includes(";") && before(type, call)),
  },
  {
    name: "content-type-compared-with-case",
    breaks: "publish/parameters-of-the-content-type-are-accepted",
    summary: "A content type in other letters' case is refused",
    change: replaceRule("body", "isJsonType", (before) => (type, call) => type === type.toLowerCase() && before(type, call)),
  },
  {
    name: "zero-size-refused",
    breaks: "publish/a-size-of-zero-is-accepted",
    summary: "A declaredSize of 0 is refused",
    change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
      if (value === 0) throw new Refusal("validation-failed", "declaredSize is not positive");
      return before(value, call);
    }),
  },
  {
    name: "huge-size-is-validation-failed",
    breaks: "publish/huge-sizes-are-taken-or-too-large",
    summary: "A declaredSize over the limit is refused as malformed",
    change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
      if (typeof value === "number" && value > call.rules.publish.largestArchive) {
        throw new Refusal("validation-failed", "declaredSize is out of range");
      }
      return before(value, call);
    }),
  },
  {
    name: "other-media-type-is-a-conflict",
    breaks: "publish/other-media-types-are-refused",
    summary: "Another media type is refused as version-conflict",
    change: replaceRule("publish", "judgeMediaType", (before) => (value, call) => {
      if (typeof value === "string" && value !== "application/gzip") {
        throw new Refusal("version-conflict", "the media type is another");
      }
      return before(value, call);
    }),
  },
  {
    name: "other-media-type-is-validation-failed",
    breaks: "publish/other-media-types-are-unsupported",
    summary: "Another media type is refused with 400 instead of 415",
    change: replaceRule("publish", "judgeMediaType", () => (value) => {
      if (value === "application/gzip") return value;
      throw new Refusal("validation-failed", "mediaType is not application/gzip");
    }),
  },
  {
    name: "negative-size-is-too-large",
    breaks: "publish/negative-sizes-are-refused",
    summary: "A negative declaredSize is refused as payload-too-large",
    change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
      if (typeof value === "number" && value < 0) throw new Refusal("payload-too-large", "declaredSize is out of range");
      return before(value, call);
    }),
  },
  {
    name: "malformed-json-is-unsupported",
    breaks: "publish/malformed-json-is-refused",
    summary: "A body that is not JSON is refused with 415",
    change: replaceRule("body", "parse", (before) => (text, call) => {
      try {
        return before(text, call);
      } catch {
        throw new Refusal("unsupported-media-type", "the body is not JSON");
      }
    }),
  },
  {
    name: "bytes-beyond-utf-8-replaced",
    breaks: "publish/bodies-that-are-not-utf-8-are-refused",
    summary: "Bytes of a body that are not UTF-8 are replaced",
    change: replaceRule("body", "read", () => async (call): Promise<JsonObject> => {
      const { body } = call.rules;
      const bytes = await body.readBytes(body.largest, call);
      if (!body.isJsonType(call.request.headers.get("content-type") ?? "", call)) {
        throw new Refusal("unsupported-media-type", "the body is not labelled application/json");
      }
      return body.judgeShape(body.parse(new TextDecoder().decode(bytes), call), call);
    }),
  },
  {
    name: "other-content-type-is-a-conflict",
    breaks: "publish/other-content-types-are-refused-as-such-or-taken",
    summary: "A create body that is not labelled JSON is refused as identity-mismatch",
    change: replaceRule("body", "read", (before) => async (call) => {
      const type = call.request.headers.get("content-type") ?? "";
      if (call.operation === "createReleaseUpload" && !call.rules.body.isJsonType(type, call)) {
        throw new Refusal("identity-mismatch", "the body is no JSON");
      }
      return await before(call);
    }),
  },
];
