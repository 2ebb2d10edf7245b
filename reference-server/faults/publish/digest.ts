import type { Json } from "../../json.ts";
import { type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import { meets } from "../changes/circumstances.ts";
import { onlyWithKey } from "../changes/idempotency.ts";
import type { FaultFile } from "../fault.ts";

/** Accepts the digests that `read` returns; `undefined` leaves the value to the rule. */
function digestReadAs(read: (value: Json | undefined) => string | undefined): Change {
  return replaceRule(
    "publish",
    "parseDigest",
    (before) => (value, call) =>
      (call.operation === "createReleaseUpload" ? read(value) : undefined) ?? before(value, call),
  );
}

function digestLike(pattern: RegExp): Change {
  return digestReadAs((value) => (typeof value === "string" && pattern.test(value) ? value : undefined));
}

/** Faults in the digest of a create request. */
export const digest: FaultFile = {
  "publish/malformed-digests-are-refused": {
    "short-digests-accepted": digestLike(/^sha256:[0-9a-f]{63}$/),
    "long-digests-accepted": {
      summary: "A digest of 65 digits is accepted",
      change: digestLike(/^sha256:[0-9a-f]{65}$/),
    },
    "digests-beyond-hexadecimal-accepted": digestLike(/^sha256:[0-9a-z]{64}$/),
    "sha512-digests-accepted": digestLike(/^sha512:[0-9a-f]{128}$/),
    "digests-not-checked-with-a-key": onlyWithKey(
      digestReadAs((value) => (typeof value === "string" ? value : undefined)),
    ),
    "digests-of-any-algorithm-accepted": {
      summary: "Every algorithm is accepted for a digest of 64 digits",
      change: digestLike(/^[a-z0-9]+:[0-9a-f]{64}$/),
    },
    "md5-digests-accepted": digestLike(/^md5:[0-9a-f]{32}$/),
    "digests-with-a-line-break-accepted": digestLike(/^sha256:[0-9a-f]{64}$/m),
    "digests-inside-other-text-accepted": digestLike(/sha256:[0-9a-f]{64}$/),
    "digests-of-later-versions-of-scoped-volumes-not-checked": onlyWhen(
      meets("scoped", "volume-with-releases"),
      digestReadAs((value) => (typeof value === "string" ? value : undefined)),
    ),
    "empty-digests-accepted": digestLike(/^(?:sha256:)?$/),
  },
  "publish/digests-that-are-not-strings-are-refused": {
    "digests-that-are-numbers-accepted": digestReadAs((value) =>
      typeof value === "number" ? String(value) : undefined,
    ),
    "digests-in-lists-accepted": digestReadAs((value) => (Array.isArray(value) ? String(value) : undefined)),
  },
  "publish/upper-case-digests-are-refused": {
    "upper-case-digests-accepted": {
      leads: "every-response/release-upload-intents-are-well-formed",
      change: digestLike(/^sha256:[0-9A-Fa-f]{64}$/),
    },
    "digests-with-upper-case-prefix-accepted": {
      leads: "every-response/release-upload-intents-are-well-formed",
      change: digestLike(/^SHA256:[0-9a-f]{64}$/),
    },
  },
  "publish/digests-without-their-prefix-are-refused": {
    "digests-without-prefix-accepted": digestLike(/^[0-9a-f]{64}$/),
  },
};
