import { type JsonObject, textAt } from "../../json.ts";
import { type Change, replaceRule, withBody } from "../../rules/change.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { setting, withObject } from "../changes/documents.ts";
import { requiringToken } from "../changes/read-access.ts";
import type { FaultFile } from "../fault.ts";

const withEntries = (change: (entry: JsonObject) => JsonObject): Change =>
  replaceRule(
    "render",
    "summaryArtifacts",
    (before) => (attachments, call) => before(attachments, call).map(change),
  );

/** TODO */
export const summary: FaultFile = {
  "trust/summaries-show-attachments": {
    "trust-summary-stays-empty": {
      summary: "The trust summary never shows an artifact",
      change: setting("getTrustSummary", "artifacts", []),
    },
  },
  "trust/summaries-name-their-subject": {
    "trust-summary-subject-has-another-purl": {
      summary: "The subject's purl in a trust summary is of the type generic",
      change: withObject("getTrustSummary", "subject", (subject) => ({
        ...subject,
        purl: textAt(subject, "purl").replace("pkg:volume", "pkg:generic"),
      })),
    },
    "trust-summary-subject-has-another-integrity": {
      summary: "The subject's integrity in a trust summary is all zeros",
      change: withObject("getTrustSummary", "subject", (subject) => ({
        ...subject,
        integrity: unrelatedDigest,
      })),
    },
  },
  "trust/summaries-without-attachments-are-empty": {
    "trust-summary-lists-absent-categories": {
      summary: "The summary of a release without trust lists categories that are not present",
      change: withBody("getTrustSummary", (body) => {
        const { artifacts } = body;
        if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
        return { ...body, artifacts: [{ category: "bom", formatsPresent: [], present: false }] };
      }),
    },
    "trust-summary-not-found-when-empty": {
      summary: "The trust summary of a release without attachments is not found",
      change: replaceRule(
        "visibility",
        "inTrust",
        (before) => (release, call) =>
          before(release, call) && (call.operation !== "getTrustSummary" || release.attachments.length > 0),
      ),
    },
  },
  "trust/summaries-and-details-agree": {
    "summary-needs-token": {
      summary: "The trust summary needs a token",
      change: requiringToken("getTrustSummary"),
    },
    "detail-needs-token": {
      summary: "The trust detail needs a token",
      change: requiringToken("getTrustDetail"),
    },
    "trust-summary-wants-a-token": {
      summary: "The trust summary is for callers with a token only",
      change: replaceRule("authorization", "judgeRead", (before) => (call) => {
        if (call.operation === "getTrustSummary") call.rules.authorization.authenticate(call);
        before(call);
      }),
    },
    "trust-summary-invents-artifacts": {
      summary: "The summary of a release without trust says that there is some",
      change: withBody("getTrustSummary", (body) => {
        const { artifacts } = body;
        if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
        return { ...body, artifacts: [{ category: "bom", formatsPresent: ["cyclonedx"], present: true }] };
      }),
    },
  },
  "trust/attachments-are-called-present": {
    "trust-summary-calls-all-absent": {
      summary: "The entries of a summary say that they are not present",
      change: withEntries((entry) => ({ ...entry, present: false })),
    },
  },
  "trust/formats-are-named": {
    "trust-summary-names-no-formats": {
      summary: "The entries of a summary name no formats",
      change: withEntries((entry) => ({ ...entry, formatsPresent: [] })),
    },
  },
  "trust/categories-agree": {
    "trust-summary-has-another-category": {
      summary: "The category in a summary is another than in the detail",
      change: withEntries((entry) => ({ ...entry, category: "artifact" })),
    },
  },
  "trust/detail-is-said-to-be-available": {
    "trust-summary-denies-its-detail": {
      summary: "A summary says that detail is not available, although it is",
      change: replaceRule("render", "detailAvailable", () => () => false),
    },
  },
};
