import { Refusal } from "../../refusal.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Lets values of a declared digest pass that are none. */
function digestAccepted(isAccepted: (value: string) => boolean): Change {
  return replaceRule(
    "publish",
    "judgeDigest",
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

/** Judges the declared size of a trust artifact in another way, where `make` gives an answer. */
function sizeJudged(make: (value: unknown) => number | undefined): Change {
  return replaceRule(
    "publish",
    "judgeSize",
    (before) => (value, call) =>
      (isOneOf("createTrustUpload", call) ? make(value) : undefined) ?? before(value, call),
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

/** TODO */
export const declaredContent: FaultFile = {
  "trust/negative-sizes-are-refused": {
    "trust-negative-size-accepted": {
      summary: "A negative declaredSize of a trust artifact is accepted",
      change: sizeJudged((value) => (typeof value === "number" && value < 0 ? 0 : undefined)),
    },
    "trust-negative-size-called-too-large": {
      summary: "A negative declaredSize of a trust artifact is payload-too-large",
      change: refusing("payload-too-large", (value) => typeof value === "number" && value < 0),
    },
  },
  "trust/fractional-sizes-are-refused": {
    "trust-fractional-size-rounded": {
      summary: "A fractional declaredSize of a trust artifact is rounded",
      change: sizeJudged((value) =>
        typeof value === "number" && !Number.isInteger(value) ? Math.round(value) : undefined,
      ),
    },
  },
  "trust/sizes-as-text-are-refused": {
    "trust-size-as-text-accepted": {
      summary: "A declaredSize of a trust artifact may be a string of digits",
      change: sizeJudged((value) =>
        typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined,
      ),
    },
  },
  "trust/sizes-of-zero-are-taken": {
    "trust-size-zero-refused": {
      summary: "A declaredSize of 0 is refused for trust artifacts",
      change: refusing("validation-failed", (value) => value === 0),
    },
  },
  "trust/absurd-sizes-are-taken-or-too-large": {
    "trust-absurd-size-called-invalid": {
      summary: "A declaredSize that is too large for a trust artifact is validation-failed",
      change: refusing("validation-failed", (value) => typeof value === "number" && value > 1e9),
    },
  },
  "trust/malformed-digests-are-refused": {
    "trust-short-digest-accepted": {
      summary: "A declaredDigest with fewer than 64 digits is accepted for trust artifacts",
      change: digestAccepted((value) => /^sha256:[0-9a-f]{1,63}$/.test(value)),
    },
    "trust-long-digest-accepted": {
      summary: "A declaredDigest with more than 64 digits is accepted for trust artifacts",
      change: digestAccepted((value) => /^sha256:[0-9a-f]{65,}$/.test(value)),
    },
    "trust-digest-beyond-hexadecimal-accepted": {
      summary: "Any 64 letters and digits are a declaredDigest of a trust artifact",
      change: digestAccepted((value) => /^sha256:[0-9a-z]{64}$/.test(value) && /[g-z]/.test(value.slice(7))),
    },
  },
  "trust/digests-in-other-writing-are-refused": {
    "trust-upper-case-digest-accepted": {
      summary: "A declaredDigest of a trust artifact may be in upper case",
      change: digestAccepted((value) => /^sha256:[0-9A-F]{64}$/.test(value) && /[A-F]/.test(value)),
    },
    "trust-bare-digest-accepted": {
      summary: "A declaredDigest of a trust artifact may lack sha256:",
      change: digestAccepted((value) => /^[0-9a-f]{64}$/.test(value)),
    },
  },
};
