/** Without a URL, there is nothing to download, no two attachments can have the same one, and none stands out. */
const withoutLocators = [
  "trust/locators-lead-to-the-artifact",
  "audit/locators-belong-to-one-artifact",
  "audit/odd-locators-lead-to-their-artifact",
];

import { hash } from "node:crypto";
import type { Call } from "../call.ts";
import type { JsonObject } from "../json.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule, withBody, without } from "../rules/change.ts";
import { groupedBy } from "../rules/grouping.ts";
import type { Attachment } from "../store.ts";
import type { Operations } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";

function leavingOut(operations: Operations, summary: string, names: readonly string[]): Variation {
  const change = withBody(operations, (body) => {
    let rest = body;
    for (const name of names) rest = without(rest, name);
    return rest;
  });
  return { summary, change };
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

const listedMediaTypes: ReadonlySet<string> = new Set([
  "application/vnd.cyclonedx+json",
  "application/spdx+json",
]);

/** Trust data. */
export const trustChoices: readonly Choice[] = [
  {
    name: "attachment-replacement",
    question: "Does an attachment replace an older one of the same category and format?",
    default: "no",
    values: {
      "same-format": {
        summary: "Yes: only the newest of a category and format is kept",
        change: replaceRule("trust", "add", () => (release, attachment) => [
          ...release.attachments.filter(
            ({ category, format }) =>
              category !== attachment.category || format["mediaType"] !== attachment.format["mediaType"],
          ),
          attachment,
        ]),
      },
    },
  },
  {
    name: "foreign-purls",
    question: "Which problem does a subject purl of another type than volume answer?",
    default: "subject-binding-mismatch",
    values: {
      "validation-failed": {
        summary: "400 validation-failed",
        change: replaceRule("trust", "assertPurl", (before) => (value, release, call) => {
          if (typeof value === "string" && !value.startsWith("pkg:volume/"))
            throw new ProblemError("validation-failed", "subject.purl is not a volume's");
          before(value, release, call);
        }),
      },
    },
  },
  {
    name: "trust-content",
    question: "Must a trust artifact match its format?",
    default: "any",
    values: {
      json: {
        summary: "It must be JSON",
        change: replaceRule("finalize", "assertDigest", (before) => (intent, call) => {
          before(intent, call);
          if (intent.kind !== "trust") return;
          try {
            JSON.parse(Buffer.from(intent.bytes ?? []).toString("utf8"));
          } catch {
            throw new ProblemError("unsupported-media-type", "the artifact is not JSON");
          }
        }),
      },
    },
  },
  {
    name: "trust-formats",
    question: "Which formats of trust artifacts are accepted?",
    default: "any",
    values: {
      list: {
        summary: "Those of a list, in this spelling",
        change: replaceRule("trust", "isSupported", () => (mediaType) => listedMediaTypes.has(mediaType)),
      },
      spdx: {
        summary: "SPDX documents only",
        skips: ["trust/a-second-attachment-keeps-the-first", "trust/concurrent-attachments-are-all-kept"],
        change: replaceRule(
          "trust",
          "isSupported",
          () => (mediaType) => mediaType === "application/spdx+json",
        ),
        target: (target) => ({
          ...target,
          trust: {
            ...target.trust,
            format: { family: "spdx", mediaType: "application/spdx+json", version: "2.3" },
          },
        }),
      },
    },
  },
  {
    name: "trust-releases",
    question: "Which releases take attachments?",
    default: "all-but-unpublished",
    values: {
      available: {
        summary: "Only available ones whose files the registry keeps",
        change: replaceRule(
          "trust",
          "acceptsAttachments",
          () =>
            ({ status, source }) =>
              status.state === "available" && source.kind !== "git",
        ),
      },
    },
  },
  {
    name: "trust-category",
    question: "Which category does an attachment get?",
    default: "by-family",
    values: {
      one: {
        summary: "The same for all",
        change: replaceRule("trust", "category", () => () => "attestation"),
      },
      "media-type": {
        summary: "Its media type",
        change: replaceRule(
          "trust",
          "category",
          () => (_attachment, format) => format["mediaType"] ?? "unknown",
        ),
      },
    },
  },
  {
    name: "trust-format-names",
    question: "How does a summary name formats?",
    default: "family",
    values: {
      "media-type": {
        summary: "By media type",
        change: replaceRule("render", "formatName", () => (format) => format["mediaType"] ?? "unknown"),
      },
      versioned: {
        summary: "By family and version",
        change: replaceRule(
          "render",
          "formatName",
          (before) => (format, call) => `${before(format, call)}@${format["version"] ?? "any"}`,
        ),
      },
    },
  },
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
        skips: withoutLocators,
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
          embedded: Buffer.from(bytes).toString("base64"),
        })),
        skips: withoutLocators,
      },
      "embedded-object": {
        ...locatedBy("Embedded as an object", ({ bytes, format }) => ({
          embedded: {
            mediaType: format["mediaType"],
            size: bytes.byteLength,
            data: Buffer.from(bytes).toString("base64"),
          },
        })),
        skips: withoutLocators,
      },
      "embedded-beside-an-empty-url": {
        ...locatedBy("Embedded, with an empty URL", ({ bytes }) => ({
          url: "",
          embedded: Buffer.from(bytes).toString("base64"),
        })),
        skips: withoutLocators,
      },
      both: locatedBy("By URL and embedded", (attachment, call) => ({
        url: call.rules.transfer.artifactUrl(attachment, call),
        embedded: Buffer.from(attachment.bytes).toString("base64"),
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
    name: "attachment-ids",
    question: "What is an attachment's id made of?",
    default: "random",
    values: {
      content: {
        summary:
          "Its format and the digest of its bytes: equal attachments have one id, also on other releases",
        change: allOf(
          replaceRule("trust", "toAttachment", (before) => (intent, call) => {
            const attachment = before(intent, call);
            const content = JSON.stringify([attachment.digest, attachment.format]);
            return { ...attachment, id: `att_${hash("sha256", content)}` };
          }),
          replaceRule("trust", "add", (before) => (release, attachment, call) => {
            const others = release.attachments.filter(({ id }) => id !== attachment.id);
            return before({ ...release, attachments: others }, attachment, call);
          }),
        ),
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
