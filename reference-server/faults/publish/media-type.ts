import { isJsonObject, type Json } from "../../json.ts";
import { Refusal } from "../../refusal.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

function mediaTypeReadAs(isTaken: (value: Json | undefined) => boolean): Change {
  return replaceRule(
    "publish",
    "judgeMediaType",
    (before) => (value, call) => (isTaken(value) ? "application/gzip" : before(value, call)),
  );
}

/** TODO */
export const mediaType: FaultFile = {
  "publish/other-media-types-are-refused": {
    "zip-archives-accepted": {
      summary: "The media type application/zip is accepted",
      change: mediaTypeReadAs((value) => value === "application/zip"),
    },
    "older-gzip-media-type-accepted": {
      summary: "The media type application/x-gzip is accepted",
      change: mediaTypeReadAs((value) => value === "application/x-gzip"),
    },
    "media-type-of-any-bytes-accepted": {
      summary: "The media type application/octet-stream is accepted",
      change: mediaTypeReadAs((value) => value === "application/octet-stream"),
    },
    "media-type-compared-by-its-start": {
      summary: "Every media type that begins like application/gzip is accepted",
      change: mediaTypeReadAs((value) => typeof value === "string" && value.startsWith("application/gzip")),
    },
    "media-type-never-compared": {
      summary: "Every media type is accepted",
      change: mediaTypeReadAs((value) => typeof value === "string"),
    },
    "other-media-type-is-a-conflict": {
      summary: "Another media type is refused as version-conflict",
      change: replaceRule("publish", "judgeMediaType", (before) => (value, call) => {
        if (typeof value === "string" && value !== "application/gzip") {
          throw new Refusal("version-conflict", "the media type is another");
        }
        return before(value, call);
      }),
    },
  },
  "publish/other-media-types-are-unsupported": {
    "other-media-type-is-validation-failed": {
      summary: "Another media type is refused with 400 instead of 415",
      change: replaceRule("publish", "judgeMediaType", () => (value) => {
        if (value === "application/gzip") return value;
        throw new Refusal("validation-failed", "mediaType is not application/gzip");
      }),
    },
  },
  "publish/media-types-that-are-no-strings-are-refused": {
    "media-type-in-a-list-accepted": {
      summary: "A list of media types is accepted",
      change: mediaTypeReadAs((value) => Array.isArray(value)),
    },
    "media-type-of-any-kind-of-value-accepted": {
      summary: "A media type that is no string is accepted",
      change: mediaTypeReadAs((value) => typeof value === "number" || isJsonObject(value)),
    },
  },
};
