import type { Json } from "../../json.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

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

/** TODO */
export const digest: FaultFile = {
  "publish/malformed-digests-are-refused": {
    "short-digests-accepted": {
      summary: "A digest of 63 digits is accepted",
      change: digestLike(/^sha256:[0-9a-f]{63}$/),
    },
    "long-digests-accepted": {
      summary: "A digest of 65 digits is accepted",
      change: digestLike(/^sha256:[0-9a-f]{65}$/),
    },
    "digests-with-other-letters-accepted": {
      summary: "A digest with letters beyond f is accepted",
      change: digestLike(/^sha256:[0-9a-z]{64}$/),
    },
    "sha512-digests-accepted": {
      summary: "A SHA-512 digest is accepted",
      change: digestLike(/^sha512:[0-9a-f]{128}$/),
    },
    "digests-of-any-algorithm-accepted": {
      summary: "The algorithm of a digest of 64 digits is not looked at",
      change: digestLike(/^[a-z0-9]+:[0-9a-f]{64}$/),
    },
    "md5-digests-accepted": {
      summary: "An MD5 digest is accepted",
      change: digestLike(/^md5:[0-9a-f]{32}$/),
    },
    "digests-with-a-line-break-accepted": {
      summary: "A digest with a line break at its end is accepted",
      change: digestLike(/^sha256:[0-9a-f]{64}$/m),
    },
    "digests-with-something-before-accepted": {
      summary: "A digest is looked for anywhere in the text",
      change: digestLike(/sha256:[0-9a-f]{64}$/),
    },
    "empty-digests-accepted": {
      summary: "An empty digest is accepted",
      change: digestLike(/^(?:sha256:)?$/),
    },
  },
  "publish/digests-that-are-no-strings-are-refused": {
    "digests-that-are-numbers-accepted": {
      summary: "A digest that is a number is accepted",
      change: digestReadAs((value) => (typeof value === "number" ? String(value) : undefined)),
    },
    "digests-in-lists-accepted": {
      summary: "A digest in a list is accepted",
      change: digestReadAs((value) => (Array.isArray(value) ? String(value) : undefined)),
    },
  },
  "publish/upper-case-digests-are-refused": {
    "upper-case-digests-accepted": {
      summary: "A digest with upper-case digits is accepted",
      change: digestLike(/^sha256:[0-9A-Fa-f]{64}$/),
    },
    "upper-case-prefix-accepted": {
      summary: "A digest with an upper-case prefix is accepted",
      change: digestLike(/^SHA256:[0-9a-f]{64}$/),
    },
  },
  "publish/digests-without-their-prefix-are-refused": {
    "bare-digests-accepted": {
      summary: "A digest without its prefix is accepted",
      change: digestLike(/^[0-9a-f]{64}$/),
    },
  },
};
