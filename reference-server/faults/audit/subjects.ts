import { textMember } from "../../json.ts";
import { releasesOf } from "../../lookup.ts";
import { onlyWhen } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withObject } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the subjects of trust documents. */
export const subjects: FaultFile = {
  "audit/trust-subjects-keep-their-integrity": {
    "trust-documents-of-later-versions-have-another-integrity": onlyWhen(
      (call) => releasesOf(call.name, call).findIndex(({ version }) => version === call.version) > 0,
      withObject(["getTrustSummary", "getTrustDetail"], "subject", (subject) => ({
        ...subject,
        integrity: unrelatedDigest,
      })),
    ),
  },
  "audit/trust-subjects-keep-their-purl": {
    "summary-names-builds-without-their-build": withObject("getTrustSummary", "subject", (subject) => ({
      ...subject,
      purl: textMember(subject, "purl").replace(/(?:\+|%2B).*/iu, ""),
    })),
  },
};
