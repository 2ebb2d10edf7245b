import type { Call } from "../call.ts";
import { isJsonObject } from "../json.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

const isCreate = (call: Call): boolean => call.operation === "createTrustUpload";

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
    name: "trust-label-with-charset-refused",
    breaks: "trust/parameters-of-the-content-type-are-accepted",
    summary: "A trust upload request whose label has a charset is refused",
    change: replaceRule(
      "body",
      "isJsonType",
      (before) => (contentType, call) =>
        before(contentType, call) &&
        (call.operation !== "createTrustUpload" || !contentType.includes("charset")),
    ),
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
    summary: "The media type of a format may be a number",
    change: replaceRule(
      "trust",
      "judgeFormat",
      (before) => (value, call) =>
        before(
          isJsonObject(value) && typeof value["mediaType"] === "number"
            ? { ...value, mediaType: `application/${value["mediaType"]}` }
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
