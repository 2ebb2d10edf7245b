import { textAt } from "../../json.ts";
import { newIdentifier } from "../../random.ts";
import { ProblemError } from "../../problem-error.ts";
import { replaceRule, withBody, without } from "../../rules/change.ts";
import { withReleaseOfResult } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the result of finalize. */
export const success: FaultFile = {
  "finalize/uploaded-archives-are-published": {
    "finalize-never-finds-the-bytes": replaceRule("finalize", "assertBytes", () => () => {
      throw new ProblemError("missing-uploaded-bytes", "no bytes have arrived");
    }),
    "finalize-refuses-scoped-volumes": replaceRule("finalize", "findIntent", (before) => (call) => {
      if (call.operation === "finalizeReleaseUpload" && call.form === "scoped") {
        throw new ProblemError("not-found", "there is no such upload");
      }
      return before(call);
    }),
  },
  "finalize/success-is-created": {
    "finalize-answers-200": replaceRule(
      "respond",
      "status",
      (before) => (call) => (call.operation === "finalizeReleaseUpload" ? 200 : before(call)),
    ),
    "finalize-of-scoped-volume-answers-202": replaceRule(
      "respond",
      "status",
      (before) => (call) =>
        call.operation === "finalizeReleaseUpload" && call.form === "scoped" ? 202 : before(call),
    ),
  },
  "finalize/the-upload-id-is-repeated": {
    "finalize-result-has-a-new-upload-id": withBody("finalizeReleaseUpload", (body, call) => ({
      ...body,
      uploadId: newIdentifier(call.registry.random, 18),
    })),
  },
  "finalize/the-release-has-the-identity-of-its-path": {
    "finalize-result-name-lacks-the-scope": withReleaseOfResult((release) => ({
      ...release,
      name: textAt(release, "name").replace(/^@[^/]*\//, ""),
    })),
    "finalize-result-has-version-0.0.0": withReleaseOfResult((release) => ({ ...release, version: "0.0.0" })),
    "finalize-result-purl-names-another-volume": withReleaseOfResult((release) => ({
      ...release,
      purl: textAt(release, "purl").replace("@", "-x@"),
    })),
  },
  "finalize/the-release-is-available": {
    "finalize-result-is-yanked": withReleaseOfResult((release) => ({
      ...release,
      status: { state: "yanked" },
    })),
  },
  "finalize/published-releases-can-be-read": {
    "finalized-release-is-never-found": replaceRule(
      "visibility",
      "inMetadata",
      () => (release) => release.bytes === undefined,
    ),
    "finalized-release-has-blocked-metadata": {
      leads: "release-metadata/finalized-release-is-available",
      change: withBody("getRelease", (body) => ({
        ...without(body, "dist"),
        status: { state: "blocked" },
      })),
    },
  },
};
