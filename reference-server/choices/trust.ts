import { ProblemError } from "../problem-error.ts";
import { replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

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
        skips: ["histories/attachments-of-two-formats-are-listed"],
        change: replaceRule("trust", "isSupported", () => (mediaType) => listedMediaTypes.has(mediaType)),
      },
      spdx: {
        summary: "SPDX documents only",
        skips: [
          "trust/a-second-attachment-keeps-the-first",
          "trust/concurrent-attachments-are-all-kept",
          "histories/attachments-of-two-formats-are-listed",
        ],
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
        skips: ["trust/git-releases-keep-their-attachments"],
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
];
