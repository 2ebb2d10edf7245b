import type { JsonObject } from "../../json.ts";
import { replaceRule, withBody, without } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** The object without the member at a path of names. */
function withoutPath(object: JsonObject, [name = "", ...rest]: readonly string[]): JsonObject {
  if (rest.length === 0) return without(object, name);
  return { ...object, [name]: withoutPath(object[name] as JsonObject, rest) };
}

/** Faults in members that documents must have. */
export const members: FaultFile = {
  "every-response/release-upload-intents-are-complete": {
    "release-upload-intents-lack-target": withBody("createReleaseUpload", (body) =>
      withoutPath(body, ["target"]),
    ),
    "release-upload-intents-lack-target-name": withBody("createReleaseUpload", (body) =>
      withoutPath(body, ["target", "name"]),
    ),
    "release-upload-intents-lack-target-version": withBody("createReleaseUpload", (body) =>
      withoutPath(body, ["target", "version"]),
    ),
    "release-upload-intents-lack-state": withBody("createReleaseUpload", (body) =>
      withoutPath(body, ["state"]),
    ),
    "release-upload-intents-lack-expires-at": withBody("createReleaseUpload", (body) =>
      withoutPath(body, ["expiresAt"]),
    ),
    "release-upload-intents-lack-method": withBody("createReleaseUpload", (body) =>
      withoutPath(body, ["upload", "method"]),
    ),
  },
  "every-response/trust-upload-intents-are-complete": {
    "trust-upload-intents-lack-subject": withBody("createTrustUpload", (body) =>
      withoutPath(body, ["subject"]),
    ),
    "trust-upload-intents-lack-subject-integrity": withBody("createTrustUpload", (body) =>
      withoutPath(body, ["subject", "integrity"]),
    ),
    "trust-upload-intents-lack-state": withBody("createTrustUpload", (body) => withoutPath(body, ["state"])),
    "trust-upload-intents-lack-expires-at": withBody("createTrustUpload", (body) =>
      withoutPath(body, ["expiresAt"]),
    ),
    "trust-upload-intents-lack-method": withBody("createTrustUpload", (body) =>
      withoutPath(body, ["upload", "method"]),
    ),
  },
  "every-response/finalize-trust-results-are-complete": {
    "finalize-trust-results-lack-subject": withBody("finalizeTrustUpload", (body) =>
      withoutPath(body, ["subject"]),
    ),
    "finalize-trust-results-lack-subject-purl": withBody("finalizeTrustUpload", (body) =>
      withoutPath(body, ["subject", "purl"]),
    ),
  },
  "every-response/trust-summaries-are-complete": {
    "trust-summaries-lack-subject": withBody("getTrustSummary", (body) => withoutPath(body, ["subject"])),
    "trust-summaries-lack-subject-integrity": withBody("getTrustSummary", (body) =>
      withoutPath(body, ["subject", "integrity"]),
    ),
  },
  "every-response/trust-details-are-complete": {
    "trust-details-lack-subject": withBody("getTrustDetail", (body) => withoutPath(body, ["subject"])),
    "trust-details-lack-subject-purl": withBody("getTrustDetail", (body) =>
      withoutPath(body, ["subject", "purl"]),
    ),
  },
  "every-response/search-items-are-complete": {
    "search-items-lack-name": replaceRule(
      "render",
      "searchItem",
      (before) => (release, call) => without(before(release, call), "name"),
    ),
  },
  "every-response/listed-advisories-are-complete": {
    "advisories-lack-local-id": replaceRule(
      "render",
      "advisory",
      (before) => (advisory, call) => withoutPath(before(advisory, call), ["id", "local"]),
    ),
    "advisories-lack-affected": replaceRule(
      "render",
      "advisory",
      (before) => (advisory, call) => without(before(advisory, call), "affected"),
    ),
  },
  "every-response/version-index-rows-are-complete": {
    "version-index-rows-lack-version": replaceRule(
      "render",
      "row",
      (before) => (release, call) => without(before(release, call), "version"),
    ),
  },
};
