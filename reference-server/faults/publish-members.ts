import { isJsonObject, type Json } from "../json.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** A lenient member: what `read` makes of a value is taken, and `undefined` leaves the value to the rule. */
function digestReadAs(read: (value: Json | undefined) => string | undefined): Change {
  return replaceRule(
    "publish",
    "judgeDigest",
    (before) => (value, call) =>
      (call.operation === "createReleaseUpload" ? read(value) : undefined) ?? before(value, call),
  );
}

function digestLike(pattern: RegExp): Change {
  return digestReadAs((value) => (typeof value === "string" && pattern.test(value) ? value : undefined));
}

function sizeReadAs(read: (value: Json | undefined) => number | undefined): Change {
  return replaceRule(
    "publish",
    "judgeSize",
    (before) => (value, call) =>
      (call.operation === "createReleaseUpload" ? read(value) : undefined) ?? before(value, call),
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
  return replaceRule(
    "publish",
    "judgeVersion",
    (before) => (value, call) => read(value) ?? before(value, call),
  );
}

const accepted: readonly (readonly [name: string, breaks: string, summary: string, change: Change])[] = [
  [
    "create-takes-a-word-for-a-version",
    "identity/versions-without-three-numbers-are-refused",
    "A version that is a word is accepted",
    versionReadAs((value) => (value === "latest" ? value : undefined)),
  ],
  [
    "create-completes-two-part-versions",
    "identity/versions-without-three-numbers-are-refused",
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
    "older-gzip-media-type-accepted",
    "publish/other-media-types-are-refused",
    "The media type application/x-gzip is accepted",
    mediaTypeReadAs((value) => value === "application/x-gzip"),
  ],
  [
    "media-type-of-any-bytes-accepted",
    "publish/other-media-types-are-refused",
    "The media type application/octet-stream is accepted",
    mediaTypeReadAs((value) => value === "application/octet-stream"),
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
  [
    "short-digests-accepted",
    "publish/malformed-digests-are-refused",
    "A digest of 63 digits is accepted",
    digestLike(/^sha256:[0-9a-f]{63}$/),
  ],
  [
    "long-digests-accepted",
    "publish/malformed-digests-are-refused",
    "A digest of 65 digits is accepted",
    digestLike(/^sha256:[0-9a-f]{65}$/),
  ],
  [
    "digests-with-other-letters-accepted",
    "publish/malformed-digests-are-refused",
    "A digest with letters beyond f is accepted",
    digestLike(/^sha256:[0-9a-z]{64}$/),
  ],
  [
    "sha512-digests-accepted",
    "publish/malformed-digests-are-refused",
    "A SHA-512 digest is accepted",
    digestLike(/^sha512:[0-9a-f]{128}$/),
  ],
  [
    "huge-sizes-echoed-otherwise",
    "publish/huge-sizes-are-taken-or-too-large",
    "A size beyond 2^40 is kept as a 32-bit number",
    sizeReadAs((value) => (typeof value === "number" && value >= 2 ** 40 ? value % 2 ** 32 : undefined)),
  ],
  [
    "digests-of-any-algorithm-accepted",
    "publish/malformed-digests-are-refused",
    "The algorithm of a digest of 64 digits is not looked at",
    digestLike(/^[a-z0-9]+:[0-9a-f]{64}$/),
  ],
  [
    "md5-digests-accepted",
    "publish/malformed-digests-are-refused",
    "An MD5 digest is accepted",
    digestLike(/^md5:[0-9a-f]{32}$/),
  ],
  [
    "digests-with-a-line-break-accepted",
    "publish/malformed-digests-are-refused",
    "A digest with a line break at its end is accepted",
    digestLike(/^sha256:[0-9a-f]{64}$/m),
  ],
  [
    "digests-with-something-before-accepted",
    "publish/malformed-digests-are-refused",
    "A digest is looked for anywhere in the text",
    digestLike(/sha256:[0-9a-f]{64}$/),
  ],
  [
    "empty-digests-accepted",
    "publish/malformed-digests-are-refused",
    "An empty digest is accepted",
    digestLike(/^(?:sha256:)?$/),
  ],
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
  [
    "upper-case-digests-accepted",
    "publish/upper-case-digests-are-refused",
    "A digest with upper-case digits is accepted",
    digestLike(/^sha256:[0-9A-Fa-f]{64}$/),
  ],
  [
    "upper-case-prefix-accepted",
    "publish/upper-case-digests-are-refused",
    "A digest with an upper-case prefix is accepted",
    digestLike(/^SHA256:[0-9a-f]{64}$/),
  ],
  [
    "bare-digests-accepted",
    "publish/digests-without-their-prefix-are-refused",
    "A digest without its prefix is accepted",
    digestLike(/^[0-9a-f]{64}$/),
  ],
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
    sizeReadAs((value) =>
      typeof value === "number" && value > 0 && !Number.isInteger(value) ? value : undefined,
    ),
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
    sizeReadAs((value) =>
      typeof value === "boolean" || (typeof value === "object" && value !== null) ? 0 : undefined,
    ),
  ],
  [
    "size-in-a-string-accepted",
    "publish/sizes-in-strings-are-refused",
    "A declaredSize that is a string of digits is accepted",
    sizeReadAs((value) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined)),
  ],
  [
    "null-size-accepted",
    "publish/nulls-in-the-body-are-refused",
    "A declaredSize that is null counts as 0",
    sizeReadAs((value) => (value === null ? 0 : undefined)),
  ],
];

/** Members of create requests that are accepted although they are malformed. */
export const publishMemberFaults: readonly Fault[] = accepted.map(([name, breaks, summary, change]) => ({
  name,
  breaks,
  summary,
  change,
}));
