import { createHash } from "node:crypto";
import { type JsonObject, textAt } from "../../json.ts";
import { type Change, onlyFor, replaceRule, withBody } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withObject } from "../changes/documents.ts";
import { requiringToken } from "../changes/read-access.ts";
import type { TrustIntent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

function isOtherDigest({ bytes, declaredDigest }: TrustIntent): boolean {
  return (
    bytes !== undefined && `sha256:${createHash("sha256").update(bytes).digest("hex")}` !== declaredDigest
  );
}

const withEntries = (change: (entry: JsonObject) => JsonObject): Change =>
  replaceRule(
    "render",
    "summaryArtifacts",
    (before) => (attachments, call) => before(attachments, call).map(change),
  );

/** Faults in the trust summary. */
export const summary: FaultFile = {
  "trust/summaries-show-attachments": {
    "trust-summary-is-always-empty": setting("getTrustSummary", "artifacts", []),
  },
  "trust/summaries-name-their-subject": {
    "trust-summary-subject-purl-is-generic": withObject("getTrustSummary", "subject", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace("pkg:volume", "pkg:generic"),
    })),
    "trust-summary-subject-integrity-differs": withObject("getTrustSummary", "subject", (subject) => ({
      ...subject,
      integrity: unrelatedDigest,
    })),
  },
  "trust/summaries-without-attachments-are-empty": {
    "summaries-count-artifacts-whose-digest-was-refused": onlyFor(
      "getTrustSummary",
      replaceRule("visibility", "attachments", (before) => (release, call) => {
        const refused = [...call.registry.store.intents.values()].flatMap((intent) =>
          intent.kind === "trust" && intent.name === release.name && intent.version === release.version
            ? isOtherDigest(intent)
              ? [call.rules.trust.toAttachment(intent, call)]
              : []
            : [],
        );
        return [...before(release, call), ...refused];
      }),
    ),
    "trust-summary-lists-absent-categories": {
      summary: "The summary of a release without trust lists categories as not present",
      change: withBody("getTrustSummary", (body) => {
        const { artifacts } = body;
        if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
        return { ...body, artifacts: [{ category: "bom", formatsPresent: [], present: false }] };
      }),
    },
    "empty-trust-summary-is-not-found": replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) =>
        before(release, call) && (call.operation !== "getTrustSummary" || release.attachments.length > 0),
    ),
  },
  "trust/summaries-and-details-agree": {
    "trust-summary-needs-valid-token": requiringToken("getTrustSummary"),
    "trust-detail-needs-valid-token": requiringToken("getTrustDetail"),
    "trust-summary-needs-any-token": replaceRule("authorization", "assertMayRead", (before) => (call) => {
      if (call.operation === "getTrustSummary") call.rules.authorization.authenticate(call);
      before(call);
    }),
    "empty-trust-summary-lists-an-artifact": {
      leads: "trust/summaries-without-attachments-are-empty",
      change: withBody("getTrustSummary", (body) => {
        const { artifacts } = body;
        if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
        return { ...body, artifacts: [{ category: "bom", formatsPresent: ["cyclonedx"], present: true }] };
      }),
    },
  },
  "trust/attachments-are-marked-present": {
    "trust-summary-lists-everything-as-not-present": withEntries((entry) => ({ ...entry, present: false })),
  },
  "trust/formats-are-named": {
    "trust-summary-names-no-formats": withEntries((entry) => ({ ...entry, formatsPresent: [] })),
  },
  "trust/categories-agree": {
    "trust-summary-category-differs-from-the-detail": withEntries((entry) => ({
      ...entry,
      category: "artifact",
    })),
  },
  "trust/detail-is-marked-available": {
    "trust-summary-shows-detail-as-not-available": replaceRule(
      "render",
      "detailAvailable",
      () => () => false,
    ),
  },
};
