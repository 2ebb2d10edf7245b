import type { Call } from "../../call.ts";
import { isJsonObject, type Json } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { fromForm, parsedBy } from "../changes/lenient-parser.ts";
import { refusingBodies } from "../changes/bodies.ts";
import type { FaultFile } from "../fault.ts";

/** Reads a member of a trust create that is null as another value. */
function nullReadAs(member: string, read: (release: Release, call: Call) => Json): Change {
  return replaceRule("trust", "toIntent", (before) => (submission, release) => {
    const { body, call } = submission;
    if (body[member] !== null) return before(submission, release);
    return before({ ...submission, body: { ...body, [member]: read(release, call) } }, release);
  });
}

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
    "form-as-trust-finalize-body-accepted": {
      summary: "A form is accepted in place of JSON",
      change: parsedBy("finalizeTrustUpload", fromForm),
    },
  },
  "trust/nulls-in-the-body-are-refused": {
    "trust-null-as-digest-is-any-digest": nullReadAs("declaredDigest", () => `sha256:${"0".repeat(64)}`),
    "trust-null-as-size-is-zero": nullReadAs("declaredSize", () => 0),
    "trust-null-as-subject-is-the-release-of-the-path": nullReadAs("subject", (release, call) => ({
      purl: call.rules.identity.purl(release.name, release.version, call),
      integrity: release.integrity,
    })),
    "trust-null-as-attachment-is-any-bill-of-materials": nullReadAs("attachment", () => ({
      format: { family: "cyclonedx", mediaType: "application/vnd.cyclonedx+json" },
    })),
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
    "trust-format-in-a-list-accepted": replaceRule(
      "trust",
      "parseFormat",
      (before) => (value, call) => before(Array.isArray(value) ? (value[0] as Json) : value, call),
    ),
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
  "trust/layout-of-json-does-not-matter": {
    "trust-create-with-the-attachment-first-is-refused": refusingBodies(
      "createTrustUpload",
      /"attachment".*"subject"/s,
    ),
    "trust-create-with-white-space-is-refused": refusingBodies("createTrustUpload", /\n/),
  },
};
