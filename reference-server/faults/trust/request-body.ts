import { isJsonObject } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { isOneOf, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the bodies of trust create and finalize requests. */
export const requestBody: FaultFile = {
  "trust/malformed-json-is-refused": {
    "trust-truncated-json-completed": replaceRule("body", "parse", (before) => (text, call) => {
      try {
        return before(text, call);
      } catch (error) {
        if (!isOneOf("createTrustUpload", call)) throw error;
        return before(`${text}}`, call);
      }
    }),
    "trust-malformed-json-answers-unsupported-media-type": replaceRule(
      "body",
      "parse",
      (before) => (text, call) => {
        try {
          return before(text, call);
        } catch (error) {
          throw error instanceof ProblemError && isOneOf("createTrustUpload", call)
            ? new ProblemError("unsupported-media-type", error.message)
            : error;
        }
      },
    ),
  },
  "trust/malformed-finalize-bodies-are-refused": {
    "trust-finalize-ignores-malformed-bodies": replaceRule("body", "parse", (before) => (text, call) => {
      try {
        return before(text, call);
      } catch (error) {
        if (!isOneOf("finalizeTrustUpload", call)) throw error;
        return {};
      }
    }),
  },
  "trust/finalize-bodies-that-are-not-objects-are-refused": {
    "trust-finalize-ignores-bodies-that-are-not-objects": replaceRule(
      "body",
      "parseObject",
      (before) => (value, call) =>
        before(isOneOf("finalizeTrustUpload", call) && !isJsonObject(value) ? {} : value, call),
    ),
  },
  "trust/parameters-of-the-content-type-are-accepted": {
    "trust-content-type-with-charset-refused": replaceRule(
      "body",
      "isJsonType",
      (before) => (contentType, call) =>
        before(contentType, call) &&
        (call.operation !== "createTrustUpload" || !contentType.includes("charset")),
    ),
  },
  "trust/bodies-that-are-not-objects-are-refused": {
    "trust-body-in-a-list-accepted": replaceRule(
      "body",
      "parseObject",
      (before) => (value, call) =>
        before(isOneOf("createTrustUpload", call) && Array.isArray(value) ? value[0] : value, call),
    ),
    "trust-body-in-a-string-accepted": replaceRule(
      "body",
      "parseObject",
      (before) => (value, call) =>
        before(
          isOneOf("createTrustUpload", call) && typeof value === "string" ? JSON.parse(value) : value,
          call,
        ),
    ),
  },
  "trust/malformed-formats-are-refused": {
    "trust-format-media-type-may-be-a-number": replaceRule(
      "trust",
      "parseFormat",
      (before) => (value, call) =>
        before(
          isJsonObject(value) && typeof value["mediaType"] === "number"
            ? { ...value, mediaType: `application/${value["mediaType"]}` }
            : value,
          call,
        ),
    ),
    "trust-format-may-be-a-string": replaceRule(
      "trust",
      "parseFormat",
      (before) => (value, call) =>
        before(typeof value === "string" ? { family: value, mediaType: "application/json" } : value, call),
    ),
  },
};
