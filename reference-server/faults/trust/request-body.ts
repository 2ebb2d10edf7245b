import { isJsonObject } from "../../json.ts";
import { Refusal } from "../../refusal.ts";
import { isOneOf, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const requestBody: FaultFile = {
  "trust/bodies-are-json": {
    "trust-cut-json-mended": {
      summary: "A trust upload request whose JSON is cut off is mended",
      change: replaceRule("body", "parse", (before) => (text, call) => {
        try {
          return before(text, call);
        } catch (error) {
          if (!isOneOf("createTrustUpload", call)) throw error;
          return before(`${text}}`, call);
        }
      }),
    },
    "trust-broken-json-called-unsupported": {
      summary: "A trust upload request that is no JSON is unsupported-media-type",
      change: replaceRule("body", "parse", (before) => (text, call) => {
        try {
          return before(text, call);
        } catch (error) {
          throw error instanceof Refusal && isOneOf("createTrustUpload", call)
            ? new Refusal("unsupported-media-type", error.message)
            : error;
        }
      }),
    },
  },
  "trust/parameters-of-the-content-type-are-accepted": {
    "trust-label-with-charset-refused": {
      summary: "A trust upload request whose label has a charset is refused",
      change: replaceRule(
        "body",
        "isJsonType",
        (before) => (contentType, call) =>
          before(contentType, call) &&
          (call.operation !== "createTrustUpload" || !contentType.includes("charset")),
      ),
    },
  },
  "trust/bodies-are-objects": {
    "trust-list-taken-for-its-first-item": {
      summary: "A trust upload request may be a list with the request in it",
      change: replaceRule(
        "body",
        "judgeShape",
        (before) => (value, call) =>
          before(isOneOf("createTrustUpload", call) && Array.isArray(value) ? value[0] : value, call),
      ),
    },
  },
  "trust/formats-are-objects-of-strings": {
    "trust-format-of-numbers-accepted": {
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
    "trust-format-as-text-accepted": {
      summary: "A format may be its family alone, as a string",
      change: replaceRule(
        "trust",
        "judgeFormat",
        (before) => (value, call) =>
          before(typeof value === "string" ? { family: value, mediaType: "application/json" } : value, call),
      ),
    },
  },
};
