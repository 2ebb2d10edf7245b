import type { JsonObject } from "../../json.ts";
import { replaceRule, withBody, without } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** The object without the member that a path of names leads to. */
function withoutPath(object: JsonObject, [name = "", ...rest]: readonly string[]): JsonObject {
  if (rest.length === 0) return without(object, name);
  return { ...object, [name]: withoutPath(object[name] as JsonObject, rest) };
}

/** TODO */
export const members: FaultFile = {
  "every-response/release-upload-intents-are-complete": {
    "release-upload-intents-lack-target": {
      summary: "What createReleaseUpload answers has no target",
      change: withBody("createReleaseUpload", (body) => withoutPath(body, ["target"])),
    },
    "release-upload-intents-lack-target-name": {
      summary: "What createReleaseUpload answers has no target.name",
      change: withBody("createReleaseUpload", (body) => withoutPath(body, ["target", "name"])),
    },
    "release-upload-intents-lack-target-version": {
      summary: "What createReleaseUpload answers has no target.version",
      change: withBody("createReleaseUpload", (body) => withoutPath(body, ["target", "version"])),
    },
    "release-upload-intents-lack-state": {
      summary: "What createReleaseUpload answers has no state",
      change: withBody("createReleaseUpload", (body) => withoutPath(body, ["state"])),
    },
    "release-upload-intents-lack-expiresat": {
      summary: "What createReleaseUpload answers has no expiresAt",
      change: withBody("createReleaseUpload", (body) => withoutPath(body, ["expiresAt"])),
    },
    "release-upload-intents-lack-method": {
      summary: "Upload instructions of releases name no method",
      change: withBody("createReleaseUpload", (body) => withoutPath(body, ["upload", "method"])),
    },
  },
  "every-response/trust-upload-intents-are-complete": {
    "trust-upload-intents-lack-subject": {
      summary: "What createTrustUpload answers has no subject",
      change: withBody("createTrustUpload", (body) => withoutPath(body, ["subject"])),
    },
    "trust-upload-intents-lack-subject-integrity": {
      summary: "What createTrustUpload answers has no subject.integrity",
      change: withBody("createTrustUpload", (body) => withoutPath(body, ["subject", "integrity"])),
    },
    "trust-upload-intents-lack-state": {
      summary: "What createTrustUpload answers has no state",
      change: withBody("createTrustUpload", (body) => withoutPath(body, ["state"])),
    },
    "trust-upload-intents-lack-expiresat": {
      summary: "What createTrustUpload answers has no expiresAt",
      change: withBody("createTrustUpload", (body) => withoutPath(body, ["expiresAt"])),
    },
    "trust-upload-intents-lack-method": {
      summary: "Upload instructions of trust artifacts name no method",
      change: withBody("createTrustUpload", (body) => withoutPath(body, ["upload", "method"])),
    },
  },
  "every-response/finalize-trust-results-are-complete": {
    "finalize-trust-results-lack-subject": {
      summary: "What finalizeTrustUpload answers has no subject",
      change: withBody("finalizeTrustUpload", (body) => withoutPath(body, ["subject"])),
    },
    "finalize-trust-results-lack-subject-purl": {
      summary: "What finalizeTrustUpload answers has no subject.purl",
      change: withBody("finalizeTrustUpload", (body) => withoutPath(body, ["subject", "purl"])),
    },
  },
  "every-response/trust-summaries-are-complete": {
    "trust-summaries-lack-subject": {
      summary: "What getTrustSummary answers has no subject",
      change: withBody("getTrustSummary", (body) => withoutPath(body, ["subject"])),
    },
    "trust-summaries-lack-subject-integrity": {
      summary: "What getTrustSummary answers has no subject.integrity",
      change: withBody("getTrustSummary", (body) => withoutPath(body, ["subject", "integrity"])),
    },
  },
  "every-response/trust-details-are-complete": {
    "trust-details-lack-subject": {
      summary: "What getTrustDetail answers has no subject",
      change: withBody("getTrustDetail", (body) => withoutPath(body, ["subject"])),
    },
    "trust-details-lack-subject-purl": {
      summary: "What getTrustDetail answers has no subject.purl",
      change: withBody("getTrustDetail", (body) => withoutPath(body, ["subject", "purl"])),
    },
  },
  "every-response/version-index-rows-are-complete": {
    "version-index-rows-lack-version": {
      summary: "Rows of the index name no version",
      change: replaceRule(
        "render",
        "row",
        (before) => (release, call) => without(before(release, call), "version"),
      ),
    },
  },
};
