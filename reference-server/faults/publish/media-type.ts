import { isJsonObject, type Json } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

function mediaTypeReadAs(isTaken: (value: Json | undefined) => boolean): Change {
  return replaceRule(
    "publish",
    "parseMediaType",
    (before) => (value, call) => (isTaken(value) ? "application/gzip" : before(value, call)),
  );
}

/** Faults in the media type of a create request. */
export const mediaType: FaultFile = {
  "publish/other-media-types-are-refused": {
    "zip-archives-accepted": mediaTypeReadAs((value) => value === "application/zip"),
    "x-gzip-media-type-accepted": mediaTypeReadAs((value) => value === "application/x-gzip"),
    "octet-stream-media-type-accepted": mediaTypeReadAs((value) => value === "application/octet-stream"),
    "media-type-with-gzip-prefix-accepted": mediaTypeReadAs(
      (value) => typeof value === "string" && value.startsWith("application/gzip"),
    ),
    "every-media-type-accepted": mediaTypeReadAs((value) => typeof value === "string"),
    "other-media-type-answers-version-conflict": replaceRule(
      "publish",
      "parseMediaType",
      (before) => (value, call) => {
        if (typeof value === "string" && value !== "application/gzip") {
          throw new ProblemError("version-conflict", "the media type is another");
        }
        return before(value, call);
      },
    ),
  },
  "publish/other-media-types-are-unsupported": {
    "other-media-type-answers-validation-failed": replaceRule("publish", "parseMediaType", () => (value) => {
      if (value === "application/gzip") return value;
      throw new ProblemError("validation-failed", "mediaType is not application/gzip");
    }),
  },
  "publish/media-types-that-are-not-strings-are-refused": {
    "list-of-media-types-accepted": mediaTypeReadAs((value) => Array.isArray(value)),
    "media-type-that-is-not-a-string-accepted": mediaTypeReadAs(
      (value) => typeof value === "number" || isJsonObject(value),
    ),
  },
};
