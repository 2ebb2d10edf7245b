import type { Call } from "../call.ts";
import type { JsonObject } from "../json.ts";
import { type Change, type Operations, replaceRule, withBody, without } from "../rules/change.ts";
import { groupedBy } from "../rules/grouping.ts";
import type { Attachment } from "../store.ts";
import type { Choice, Variation } from "./choice.ts";

/** Without a URL, there is nothing to download, no two attachments can have the same one, and none stands out. */
export const withoutLocators: readonly string[] = [
  "trust/locators-lead-to-the-artifact",
  "audit/locators-belong-to-one-artifact",
  "audit/odd-locators-lead-to-their-artifact",
];

function leavingOut(operations: Operations, summary: string, names: readonly string[]): Variation {
  const change = withBody(operations, (body) => {
    let rest = body;
    for (const name of names) rest = without(rest, name);
    return rest;
  });
  return { summary, change };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function locatedBy(
  summary: string,
  locate: (attachment: Attachment, call: Call) => JsonObject | undefined,
): Variation {
  return { summary, change: replaceRule("render", "locator", () => locate) };
}

function revisedBy(summary: string, write: (revision: number, updatedAt: string) => string): Variation {
  return {
    summary,
    change: replaceRule("render", "revision", () => (release, call) => {
      const updatedAt = call.rules.render.timestamp(call.rules.render.trustUpdatedAt(release, call), call);
      return { revision: write(release.revision, updatedAt), updatedAt };
    }),
  };
}

const perFormat: Change = replaceRule("render", "summaryArtifacts", () => (attachments, call) => {
  const { render } = call.rules;
  const groups = groupedBy(
    attachments,
    ({ category, format }) => `${category}\n${render.formatName(format, call)}`,
  );
  return Array.from(groups.values(), (group) => ({
    category: group[0]?.category,
    formatsPresent: render.formatsPresent(group, call),
    present: true,
  }));
});

const verified: Change = replaceRule("render", "verification", () => (attachment, release, call) => ({
  subjectDigest: release.integrity,
  signatureFormat: "dsse",
  transparencyLog: "https://log.example/entries/1",
  verifiedAt: call.rules.render.timestamp(attachment.attachedAt, call),
}));

/** What trust summaries, details and results show. */
export const trustDocumentChoices: readonly Choice[] = [
  {
    name: "summary-artifacts",
    question: "What does one entry of a summary represent?",
    default: "category",
    values: { format: { summary: "A category and a format", change: perFormat } },
  },
  {
    name: "summary-members",
    question: "Which optional members does a trust summary have?",
    default: "all",
    values: {
      minimal: {
        ...leavingOut("getTrustSummary", "None", ["detailAvailable", "revision", "judgments"]),
        skips: ["trust/detail-is-marked-available"],
      },
      "no-judgments": leavingOut("getTrustSummary", "All but judgments", ["judgments"]),
      judged: {
        summary: "Judgments with something in them",
        change: replaceRule("render", "judgments", () => (_release, call) => ({
          policy: {
            outcome: "undecided",
            checkedAt: call.rules.render.timestamp(call.now, call),
            score: 0.5,
          },
        })),
      },
    },
  },
  {
    name: "detail-available",
    question: "Is detailAvailable true if nothing is attached?",
    default: "always",
    values: {
      "when-attached": {
        summary: "Only once something is attached",
        change: replaceRule(
          "render",
          "detailAvailable",
          () => (release, call) => call.rules.visibility.attachments(release, call).length > 0,
        ),
      },
    },
  },
  {
    name: "detail-members",
    question: "Which optional members does trust detail have?",
    default: "all",
    values: { "no-revision": leavingOut("getTrustDetail", "No revision", ["revision"]) },
  },
  {
    name: "attachment-members",
    question: "Which optional members does an attachment in the detail have?",
    default: "all",
    values: {
      minimal: {
        summary: "No category, locator or verification",
        change: replaceRule(
          "render",
          "attachment",
          (before) => (attachment, release, call) =>
            without(
              without(without(before(attachment, release, call), "category"), "locator"),
              "verification",
            ),
        ),
        skips: [...withoutLocators, "audit/summaries-have-the-categories-of-details"],
      },
    },
  },
  {
    name: "locator",
    question: "How is a trust artifact located?",
    default: "url",
    values: {
      absent: { ...locatedBy("Not at all", () => undefined), skips: withoutLocators },
      embedded: {
        ...locatedBy("Embedded as base64", ({ bytes }) => ({
          embedded: toBase64(bytes),
        })),
        skips: withoutLocators,
      },
      "embedded-object": {
        ...locatedBy("Embedded as an object", ({ bytes, format }) => ({
          embedded: {
            mediaType: format["mediaType"],
            size: bytes.byteLength,
            data: toBase64(bytes),
          },
        })),
        skips: withoutLocators,
      },
      "embedded-beside-an-empty-url": {
        ...locatedBy("Embedded, with an empty URL", ({ bytes }) => ({
          url: "",
          embedded: toBase64(bytes),
        })),
        skips: withoutLocators,
      },
      both: locatedBy("By URL and embedded", (attachment, call) => ({
        url: call.rules.transfer.artifactUrl(attachment, call),
        embedded: toBase64(attachment.bytes),
      })),
    },
  },
  {
    name: "verification",
    question: "What is in an attachment's verification?",
    default: "subject",
    values: {
      absent: { summary: "Nothing", change: replaceRule("render", "verification", () => () => undefined) },
      full: { summary: "Everything", change: verified },
    },
  },
  {
    name: "trust-revision",
    question: "What does a revision look like?",
    default: "counter",
    values: {
      time: revisedBy("A time and a number", (revision, updatedAt) => `${updatedAt}/${revision}`),
      etag: revisedBy("An entity tag", (revision) => `W/"${revision.toString(16).padStart(8, "0")}"`),
    },
  },
  {
    name: "trust-result",
    question: "Which members does a finalized trust upload have?",
    default: "all",
    values: {
      minimal: {
        ...leavingOut("finalizeTrustUpload", "Its ids and its subject", [
          "artifactDigest",
          "status",
          "detailUrl",
          "artifactSize",
        ]),
        skips: [
          "trust/results-repeat-the-artifact-digest",
          "trust/results-repeat-the-artifact-size",
          "trust/results-are-active",
          "trust/the-detail-url-leads-to-the-attachment",
          "audit/odd-detail-urls-lead-to-their-attachment",
        ],
      },
      "no-size": {
        ...leavingOut("finalizeTrustUpload", "All but artifactSize", ["artifactSize"]),
        skips: ["trust/results-repeat-the-artifact-size"],
      },
    },
  },
  {
    name: "attachment-order",
    question: "In which order are attachments?",
    default: "oldest-first",
    values: {
      "newest-first": {
        summary: "The newest first",
        change: replaceRule(
          "visibility",
          "attachments",
          (before) => (release, call) => before(release, call).toReversed(),
        ),
      },
    },
  },
];
