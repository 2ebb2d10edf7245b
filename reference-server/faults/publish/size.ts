import type { Json } from "../../json.ts";
import { releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

function sizeReadAs(read: (value: Json | undefined) => number | undefined): Change {
  return replaceRule(
    "publish",
    "parseSize",
    (before) => (value, call) =>
      (call.operation === "createReleaseUpload" ? read(value) : undefined) ?? before(value, call),
  );
}

/** Faults in the size of a create request. */
export const size: FaultFile = {
  "publish/negative-sizes-are-refused": {
    "negative-size-accepted": sizeReadAs((value) =>
      typeof value === "number" && value < 0 ? value : undefined,
    ),
    "size-far-below-zero-accepted": sizeReadAs((value) =>
      typeof value === "number" && value < -100 ? value : undefined,
    ),
    "negative-size-of-a-later-version-accepted": onlyWhen(
      (call) => releasesOf(call.name, call).length > 0,
      sizeReadAs((value) => (typeof value === "number" && value < 0 ? value : undefined)),
    ),
    "negative-size-answers-payload-too-large": replaceRule(
      "publish",
      "parseSize",
      (before) => (value, call) => {
        if (typeof value === "number" && value < 0)
          throw new ProblemError("payload-too-large", "declaredSize is out of range");
        return before(value, call);
      },
    ),
  },
  "publish/fractional-sizes-are-refused": {
    "fractional-size-accepted": sizeReadAs((value) =>
      typeof value === "number" && value > 0 && !Number.isInteger(value) ? value : undefined,
    ),
    "fractional-size-rounded-down": sizeReadAs((value) =>
      typeof value === "number" && value > 0 ? Math.floor(value) : undefined,
    ),
  },
  "publish/sizes-that-are-not-numbers-are-refused": {
    "size-that-is-a-word-read-as-0": sizeReadAs((value) =>
      typeof value === "string" && !/^\d+$/.test(value) ? 0 : undefined,
    ),
    "size-that-is-not-a-number-read-as-0": sizeReadAs((value) =>
      typeof value === "boolean" || (typeof value === "object" && value !== null) ? 0 : undefined,
    ),
  },
  "publish/sizes-in-strings-are-refused": {
    "size-in-a-string-accepted": sizeReadAs((value) =>
      typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined,
    ),
  },
  "publish/nulls-in-the-body-are-refused": {
    "null-size-read-as-0": sizeReadAs((value) => (value === null ? 0 : undefined)),
  },
  "publish/huge-sizes-are-taken-or-too-large": {
    "sizes-beyond-2-to-the-40-kept-in-32-bits": sizeReadAs((value) =>
      typeof value === "number" && value >= 2 ** 40 ? value % 2 ** 32 : undefined,
    ),
    "sizes-above-2-to-the-31-kept-in-signed-32-bits": sizeReadAs((value) =>
      typeof value === "number" && value >= 2 ** 31 && value < 2 ** 33 ? Math.abs(value | 0) : undefined,
    ),
    "sizes-kept-in-single-precision": sizeReadAs((value) =>
      typeof value === "number" && value >= 0 && value < 2 ** 31 ? Math.fround(value) : undefined,
    ),
    "huge-size-answers-validation-failed": replaceRule("publish", "parseSize", (before) => (value, call) => {
      if (typeof value === "number" && value > call.rules.publish.largestArchive) {
        throw new ProblemError("validation-failed", "declaredSize is out of range");
      }
      return before(value, call);
    }),
  },
  "publish/the-largest-size-is-accepted": {
    "size-of-exactly-the-limit-is-refused": replaceRule("publish", "parseSize", (before) => (value, call) => {
      if (value === call.rules.publish.largestArchive)
        throw new ProblemError("payload-too-large", "declaredSize is at the limit");
      return before(value, call);
    }),
  },
  "publish/sizes-above-the-largest-are-refused": {
    "size-just-above-the-limit-is-accepted": replaceRule(
      "publish",
      "parseSize",
      (before) => (value, call) => {
        const { largestArchive } = call.rules.publish;
        return value === largestArchive + 1 ? largestArchive + 1 : before(value, call);
      },
    ),
  },
};
