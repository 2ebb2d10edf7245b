import { type JsonObject, objectAt, textAt } from "../json.ts";
import { type Change, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

const zeros = `sha256:${"0".repeat(64)}`;

const withSubject = (
  operation: "getTrustDetail" | "getTrustSummary",
  change: (subject: JsonObject) => JsonObject,
): Change => withBody(operation, (body) => ({ ...body, subject: change(objectAt(body, "subject")) }));

const withEntries = (change: (entry: JsonObject) => JsonObject): Change =>
  replaceRule(
    "render",
    "summaryArtifacts",
    (before) => (attachments, call) => before(attachments, call).map(change),
  );

/** Faults in the trust summary. */
export const trustSummaryFaults: readonly Fault[] = [
  {
    name: "trust-summary-stays-empty",
    breaks: "trust/summaries-show-attachments",
    summary: "The trust summary never shows an artifact",
    change: withBody("getTrustSummary", (body) => ({ ...body, artifacts: [] })),
  },
  {
    name: "trust-summary-subject-has-another-purl",
    breaks: "trust/summaries-name-their-subject",
    summary: "The subject's purl in a trust summary is of the type generic",
    change: withSubject("getTrustSummary", (subject) => ({
      ...subject,
      purl: textAt(subject, "purl").replace("pkg:volume", "pkg:generic"),
    })),
  },
  {
    name: "trust-summary-subject-has-another-integrity",
    breaks: "trust/summaries-name-their-subject",
    summary: "The subject's integrity in a trust summary is all zeros",
    change: withSubject("getTrustSummary", (subject) => ({ ...subject, integrity: zeros })),
  },
  {
    name: "trust-summary-lists-absent-categories",
    breaks: "trust/summaries-without-attachments-are-empty",
    summary: "The summary of a release without trust lists categories that are not present",
    change: withBody("getTrustSummary", (body) => {
      const { artifacts } = body;
      if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
      return { ...body, artifacts: [{ category: "bom", formatsPresent: [], present: false }] };
    }),
  },
  {
    name: "trust-summary-not-found-when-empty",
    breaks: "trust/summaries-without-attachments-are-empty",
    summary: "The trust summary of a release without attachments is not found",
    change: replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) =>
        before(release, call) && (call.operation !== "getTrustSummary" || release.attachments.length > 0),
    ),
  },
  {
    name: "trust-summary-wants-a-token",
    breaks: "trust/summaries-and-details-agree",
    summary: "The trust summary is for callers with a token only",
    change: replaceRule("authorization", "judgeRead", (before) => (call) => {
      if (call.operation === "getTrustSummary") call.rules.authorization.authenticate(call);
      before(call);
    }),
  },
  {
    name: "trust-summary-invents-artifacts",
    breaks: "trust/summaries-and-details-agree",
    summary: "The summary of a release without trust says that there is some",
    change: withBody("getTrustSummary", (body) => {
      const { artifacts } = body;
      if (!Array.isArray(artifacts) || artifacts.length > 0) return body;
      return { ...body, artifacts: [{ category: "bom", formatsPresent: ["cyclonedx"], present: true }] };
    }),
  },
  {
    name: "trust-summary-calls-all-absent",
    breaks: "trust/attachments-are-called-present",
    summary: "The entries of a summary say that they are not present",
    change: withEntries((entry) => ({ ...entry, present: false })),
  },
  {
    name: "trust-summary-names-no-formats",
    breaks: "trust/formats-are-named",
    summary: "The entries of a summary name no formats",
    change: withEntries((entry) => ({ ...entry, formatsPresent: [] })),
  },
  {
    name: "trust-summary-names-the-first-format-only",
    breaks: "trust/formats-of-all-attachments-are-named",
    summary: "A summary tells of a release's first attachment and of no other",
    change: replaceRule(
      "render",
      "summaryArtifacts",
      (before) => (attachments, call) => before(attachments.slice(0, 1), call),
    ),
  },
  {
    name: "trust-summary-has-another-category",
    breaks: "trust/categories-agree",
    summary: "The category in a summary is another than in the detail",
    change: withEntries((entry) => ({ ...entry, category: "artifact" })),
  },
  {
    name: "trust-summary-denies-its-detail",
    breaks: "trust/detail-is-said-to-be-available",
    summary: "A summary says that detail is not available, although it is",
    change: replaceRule("render", "detailAvailable", () => () => false),
  },
];
