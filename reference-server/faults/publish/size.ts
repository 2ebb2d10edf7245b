import type { Json } from "../../json.ts";
import { Refusal } from "../../refusal.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

function sizeReadAs(read: (value: Json | undefined) => number | undefined): Change {
  return replaceRule(
    "publish",
    "judgeSize",
    (before) => (value, call) =>
      (call.operation === "createReleaseUpload" ? read(value) : undefined) ?? before(value, call),
  );
}

/** TODO */
export const size: FaultFile = {
  "publish/negative-sizes-are-refused": {
    "negative-size-accepted": {
      summary: "A negative declaredSize is accepted",
      change: sizeReadAs((value) => (typeof value === "number" && value < 0 ? value : undefined)),
    },
    "very-negative-size-accepted": {
      summary: "A declaredSize far below zero is accepted",
      change: sizeReadAs((value) => (typeof value === "number" && value < -100 ? value : undefined)),
    },
    "negative-size-is-too-large": {
      summary: "A negative declaredSize is refused as payload-too-large",
      change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
        if (typeof value === "number" && value < 0)
          throw new Refusal("payload-too-large", "declaredSize is out of range");
        return before(value, call);
      }),
    },
  },
  "publish/fractional-sizes-are-refused": {
    "fractional-size-accepted": {
      summary: "A fractional declaredSize is accepted",
      change: sizeReadAs((value) =>
        typeof value === "number" && value > 0 && !Number.isInteger(value) ? value : undefined,
      ),
    },
    "fractional-size-rounded": {
      summary: "A fractional declaredSize is rounded down",
      change: sizeReadAs((value) => (typeof value === "number" && value > 0 ? Math.floor(value) : undefined)),
    },
  },
  "publish/sizes-that-are-no-numbers-are-refused": {
    "size-that-is-a-word-ignored": {
      summary: "A declaredSize that is a word counts as 0",
      change: sizeReadAs((value) => (typeof value === "string" && !/^\d+$/.test(value) ? 0 : undefined)),
    },
    "size-read-from-anything": {
      summary: "A declaredSize that is a list, an object or a boolean counts as 0",
      change: sizeReadAs((value) =>
        typeof value === "boolean" || (typeof value === "object" && value !== null) ? 0 : undefined,
      ),
    },
  },
  "publish/sizes-in-strings-are-refused": {
    "size-in-a-string-accepted": {
      summary: "A declaredSize that is a string of digits is accepted",
      change: sizeReadAs((value) =>
        typeof value === "string" && /^\d+$/.test(value) ? Number(value) : undefined,
      ),
    },
  },
  "publish/nulls-in-the-body-are-refused": {
    "null-size-accepted": {
      summary: "A declaredSize that is null counts as 0",
      change: sizeReadAs((value) => (value === null ? 0 : undefined)),
    },
  },
  "publish/huge-sizes-are-taken-or-too-large": {
    "huge-sizes-echoed-otherwise": {
      summary: "A size beyond 2^40 is kept as a 32-bit number",
      change: sizeReadAs((value) =>
        typeof value === "number" && value >= 2 ** 40 ? value % 2 ** 32 : undefined,
      ),
    },
    "huge-size-is-validation-failed": {
      summary: "A declaredSize over the limit is refused as malformed",
      change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
        if (typeof value === "number" && value > call.rules.publish.largestArchive) {
          throw new Refusal("validation-failed", "declaredSize is out of range");
        }
        return before(value, call);
      }),
    },
  },
};
