import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, onlyWhen, replaceRule } from "../../rules/change.ts";
import { meets } from "../changes/circumstances.ts";
import type { FaultFile } from "../fault.ts";

/** Accepts invalid digests for which `isAccepted` is true. */
function digestAccepted(isAccepted: (value: string) => boolean): Change {
  return replaceRule(
    "publish",
    "parseDigest",
    (before) => (value, call) =>
      isOneOf("createTrustUpload", call) && typeof value === "string" && isAccepted(value)
        ? `sha256:${value
            .replace(/^sha256:/i, "")
            .toLowerCase()
            .padEnd(64, "0")
            .slice(0, 64)}`
        : before(value, call),
  );
}

/** Accepts the sizes of trust artifacts that `make` returns; `undefined` leaves the value to the rule. */
function sizeJudged(make: (value: unknown) => number | undefined): Change {
  return replaceRule(
    "publish",
    "parseSize",
    (before) => (value, call) =>
      (isOneOf("createTrustUpload", call) ? make(value) : undefined) ?? before(value, call),
  );
}

function refusing(
  slug: ConstructorParameters<typeof ProblemError>[0],
  isBad: (value: unknown) => boolean,
): Change {
  return sizeJudged((value) => {
    if (isBad(value)) throw new ProblemError(slug, "declaredSize is refused");
    return undefined;
  });
}

/** Faults in the declared size and digest of a trust artifact. */
export const declaredContent: FaultFile = {
  "trust/negative-sizes-are-refused": {
    "trust-negative-size-accepted": sizeJudged((value) =>
      typeof value === "number" && value < 0 ? 0 : undefined,
    ),
    "trust-negative-size-answers-payload-too-large": refusing(
      "payload-too-large",
      (value) => typeof value === "number" && value < 0,
    ),
  },
  "trust/fractional-sizes-are-refused": {
    "trust-size-that-is-not-a-number-read-as-0": sizeJudged((value) =>
      typeof value === "boolean" || (typeof value === "object" && value !== null) ? 0 : undefined,
    ),
    "trust-sizes-of-prereleases-not-checked": onlyWhen(
      meets("prerelease"),
      sizeJudged((value) => (Number.isInteger(value) ? undefined : 0)),
    ),
    "trust-fractional-size-rounded": sizeJudged((value) =>
      typeof value === "number" && !Number.isInteger(value) ? Math.round(value) : undefined,
    ),
  },
  "trust/sizes-in-strings-are-refused": {
    "trust-size-as-text-accepted": sizeJudged((value) =>
      typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined,
    ),
  },
  "trust/a-size-of-zero-is-accepted": {
    "trust-size-zero-refused": refusing("validation-failed", (value) => value === 0),
  },
  "trust/huge-sizes-are-taken-or-too-large": {
    "trust-huge-size-answers-validation-failed": refusing(
      "validation-failed",
      (value) => typeof value === "number" && value > 1e9,
    ),
  },
  "trust/malformed-digests-are-refused": {
    "trust-short-digest-accepted": digestAccepted((value) => /^sha256:[0-9a-f]{1,63}$/.test(value)),
    "trust-long-digest-accepted": digestAccepted((value) => /^sha256:[0-9a-f]{65,}$/.test(value)),
    "trust-digest-beyond-hexadecimal-accepted": {
      summary: "Any 64 letters and digits are accepted as a declaredDigest",
      change: digestAccepted((value) => /^sha256:[0-9a-z]{64}$/.test(value) && /[g-z]/.test(value.slice(7))),
    },
    "trust-digest-of-other-algorithms-accepted": digestAccepted((value) =>
      /^(?!sha256:)\w+:[0-9a-f]+$/.test(value),
    ),
    "trust-digest-in-an-array-accepted": replaceRule(
      "publish",
      "parseDigest",
      (before) => (value, call) =>
        before(isOneOf("createTrustUpload", call) && Array.isArray(value) ? value[0] : value, call),
    ),
    "trust-digests-of-builds-not-checked": onlyWhen(
      meets("build-metadata"),
      digestAccepted(() => true),
    ),
    "trust-digests-not-checked-beside-attachments": onlyWhen(
      meets("with-attachments"),
      digestAccepted(() => true),
    ),
    "trust-digest-with-a-line-break-accepted": digestAccepted((value) =>
      /^sha256:[0-9a-f]{64}\n$/.test(value),
    ),
  },
  "trust/upper-case-digests-are-refused": {
    "trust-upper-case-digest-accepted": digestAccepted(
      (value) => /^sha256:[0-9A-F]{64}$/.test(value) && /[A-F]/.test(value),
    ),
    "trust-digest-without-prefix-accepted": digestAccepted((value) => /^[0-9a-f]{64}$/.test(value)),
  },
};
