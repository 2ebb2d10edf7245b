import { textAt } from "../../json.ts";
import { onlyWhen } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withItems, withObject, withText } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const agreement: FaultFile = {
  "consistency/metadata-repeats-finalize": {
    "metadata-integrity-differs-from-finalize": {
      summary: "Metadata has another integrity than finalize answered",
      change: setting("getRelease", "integrity", unrelatedDigest),
    },
    "metadata-of-unscoped-release-differs-from-finalize": {
      summary: "Metadata of unscoped releases has another integrity than finalize answered",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        setting("getRelease", "integrity", unrelatedDigest),
      ),
    },
    "metadata-purl-differs-from-finalize": {
      summary: "Metadata has another purl than finalize answered",
      change: withText("getRelease", "purl", (purl) => `${purl}-0`),
    },
  },
  "consistency/declarations-repeat-finalize": {
    "metadata-declarations-differ-from-finalize": {
      summary: "Metadata has other declaration keys than finalize answered",
      change: withItems(
        "getRelease",
        (declared) =>
          declared.map((one) => ({
            ...one,
            declarationKey: textAt(one, "declarationKey").replace(/^[a-z]+/, "other"),
          })),
        "externalDependencies",
      ),
    },
  },
  "consistency/trust-subjects-name-the-release": {
    "trust-summary-subject-integrity-is-foreign": {
      summary: "The subject of a trust summary has another integrity than the release",
      change: withObject("getTrustSummary", "subject", (subject) => ({
        ...subject,
        integrity: unrelatedDigest,
      })),
    },
    "trust-detail-subject-has-another-purl": {
      summary: "The subject of a trust detail has another purl than the release",
      change: withObject("getTrustDetail", "subject", (subject) => ({
        ...subject,
        purl: `${textAt(subject, "purl")}-0`,
      })),
    },
    "trust-subject-of-scoped-release-has-a-bare-at": {
      summary: "The subject of a scoped release's trust summary has a purl with a bare @",
      change: withObject("getTrustSummary", "subject", (subject) => ({
        ...subject,
        purl: textAt(subject, "purl").replace("%40", "@"),
      })),
    },
  },
};
