import { type JsonObject, textMember } from "../../json.ts";
import { withBody } from "../../rules/change.ts";
import { changeText, withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in whether documents are about their path. */
export const pathIdentity: FaultFile = {
  "every-response/documents-name-the-release-of-their-path": {
    "trust-subjects-lack-the-prerelease": {
      summary: "The subject in trust documents of a prerelease is the release",
      change: withObject(["getTrustSummary", "getTrustDetail"], "subject", (subject) =>
        changeText(subject, "purl", (purl) => purl.replace(/(@\d+\.\d+\.\d+)-.*$/, "$1")),
      ),
    },
    "finalizes-with-a-key-answer-the-purl-of-another-volume": withObject(
      "finalizeReleaseUpload",
      "release",
      (release, call) =>
        call.request.headers.has("idempotency-key")
          ? changeText(release, "purl", (purl) => purl.replace("@", "-2@"))
          : release,
    ),
    "later-uploads-are-for-the-volume-in-capitals": {
      summary: "The target of an intent for a version from 2 on is named in capitals",
      leads: "every-response/release-upload-intents-are-well-formed",
      change: withBody("createReleaseUpload", (body) => {
        const target = body["target"] as JsonObject;
        if (!/^[2-9]/.test(textMember(target, "version"))) return body;
        return { ...body, target: { ...target, name: textMember(target, "name").toUpperCase() } };
      }),
    },
  },
  "every-response/results-name-the-upload-of-their-path": {
    "finalizes-with-a-key-name-another-upload": {
      summary: "The uploadId in the result of a finalize with a key in the header is the key",
      change: withBody(["finalizeReleaseUpload", "finalizeTrustUpload"], (body, call) => {
        const key = call.request.headers.get("idempotency-key");
        return key === null ? body : { ...body, uploadId: key };
      }),
    },
  },
};
