import { textAt } from "../../json.ts";
import { onlyWhen } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withItems, withObject, withText } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in whether documents of one release agree. */
export const agreement: FaultFile = {
  "consistency/metadata-repeats-finalize": {
    "metadata-integrity-differs-from-finalize": {
      summary: "Metadata of every release has one and the same integrity",
      leads: "release-metadata/versions-have-their-own-metadata",
      change: setting("getRelease", "integrity", unrelatedDigest),
    },
    "metadata-of-unscoped-release-differs-from-finalize": {
      leads: "release-metadata/versions-have-their-own-metadata",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        setting("getRelease", "integrity", unrelatedDigest),
      ),
    },
    "metadata-purl-differs-from-finalize": withText("getRelease", "purl", (purl) => `${purl}-0`),
  },
  "consistency/declarations-repeat-finalize": {
    "metadata-declarations-differ-from-finalize": withItems(
      "getRelease",
      (declared) =>
        declared.map((one) => ({
          ...one,
          declarationKey: textAt(one, "declarationKey").replace(/^[a-z]+/, "other"),
        })),
      "externalDependencies",
    ),
  },
  "consistency/trust-subjects-name-the-release": {
    "trust-summary-subject-integrity-differs-from-release": {
      leads: "trust/summaries-name-their-subject",
      change: withObject("getTrustSummary", "subject", (subject) => ({
        ...subject,
        integrity: unrelatedDigest,
      })),
    },
    "trust-detail-subject-purl-differs-from-release": {
      leads: "trust/details-name-their-subject",
      change: withObject("getTrustDetail", "subject", (subject) => ({
        ...subject,
        purl: `${textAt(subject, "purl")}-0`,
      })),
    },
    "trust-summary-subject-purl-has-a-literal-at": {
      leads: "trust/summaries-name-their-subject",
      change: withObject("getTrustSummary", "subject", (subject) => ({
        ...subject,
        purl: textAt(subject, "purl").replace("%40", "@"),
      })),
    },
  },
};
