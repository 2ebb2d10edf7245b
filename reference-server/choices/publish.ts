import { findRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

const knownMembers: ReadonlySet<string> = new Set([
  "version",
  "mediaType",
  "declaredDigest",
  "declaredSize",
  "idempotencyKey",
]);

const versionOnly: Change = allOf(
  replaceRule(
    "publish",
    "parseMediaType",
    (before) => (value, call) => (value === undefined ? "application/gzip" : before(value, call)),
  ),
  replaceRule(
    "publish",
    "parseDigest",
    (before) => (value, call) => (value === undefined ? undefined : before(value, call)),
  ),
  replaceRule(
    "publish",
    "parseSize",
    (before) => (value, call) => (value === undefined ? undefined : before(value, call)),
  ),
);

const comparingAtTransfer: Change = replaceRule(
  "transfer",
  "assertBytes",
  (before) => (intent, bytes, call) => {
    before(intent, bytes, call);
    call.rules.finalize.assertDigest({ ...intent, bytes }, call);
  },
);

const reserving: Change = replaceRule("publish", "isTaken", (before) => (name, version, call) => {
  if (before(name, version, call)) return true;
  if (call.operation !== "createReleaseUpload") return false;
  const { identity, finalize } = call.rules;
  return [...call.registry.store.intents.values()].some(
    (intent) =>
      intent.kind === "release" &&
      intent.name === name &&
      identity.versionKey(intent.version) === identity.versionKey(version) &&
      !intent.isFinalized &&
      intent.state !== "failed" &&
      !finalize.isExpired(intent, call),
  );
});

/** Creating upload intents. */
export const publishChoices: readonly Choice[] = [
  {
    name: "create-requires",
    question: "Which members must the body of a create have?",
    default: "all",
    values: {
      "version-only": {
        summary: "A release needs its version, a trust artifact no digest and size",
        change: versionOnly,
      },
    },
  },
  {
    name: "create-unknown-members",
    question: "What becomes of members of a create body that the specification does not list?",
    default: "ignored",
    values: {
      refused: {
        summary: "They are validation-failed",
        change: replaceRule("publish", "toIntent", (before) => (submission) => {
          const unknown = Object.keys(submission.body).find((name) => !knownMembers.has(name));
          if (unknown === undefined) return before(submission);
          throw new ProblemError("validation-failed", "the body has a member that is not known");
        }),
      },
      "identity-mismatch": {
        summary: "A name or target of the body is identity-mismatch",
        change: replaceRule("publish", "toIntent", (before) => (submission) => {
          if (!("name" in submission.body) && !("target" in submission.body)) return before(submission);
          throw new ProblemError("identity-mismatch", "the path alone names the volume");
        }),
      },
    },
  },
  {
    name: "request-label",
    question: "Must a request body be labelled application/json?",
    default: "required",
    values: {
      ignored: { summary: "Any label will do", change: replaceRule("body", "isJsonType", () => () => true) },
    },
  },
  {
    name: "media-type-refusal",
    question: "How is a mediaType other than application/gzip refused?",
    default: "415",
    values: {
      "400": {
        summary: "With validation-failed",
        warns: ["publish/other-media-types-are-unsupported"],
        change: replaceRule("publish", "parseMediaType", () => (value) => {
          if (value === "application/gzip") return value;
          throw new ProblemError("validation-failed", "mediaType is not application/gzip");
        }),
      },
    },
  },
  {
    name: "size-limit",
    question: "How large may an archive be?",
    default: "32-mebibytes",
    values: {
      none: {
        summary: "Any declared size opens an intent",
        change: allOf(
          replaceRule("publish", "largestArchive", () => Number.MAX_VALUE),
          replaceRule("publish", "largestArtifact", () => Number.MAX_VALUE),
        ),
      },
      "1-mebibyte": {
        summary: "A mebibyte, for archives and trust artifacts",
        change: allOf(
          replaceRule("publish", "largestArchive", () => 1_048_576),
          replaceRule("publish", "largestArtifact", () => 1_048_576),
        ),
      },
    },
  },
  {
    name: "version-limits",
    question: "Are there bounds to a version beyond its grammar?",
    default: "none",
    values: {
      "64-characters": {
        summary: "64 characters, and numbers below 2^53",
        change: replaceRule("identity", "isVersion", (before) => (text, call) => {
          const numbers = text.split(/[.+-]/).filter((part) => /^\d+$/.test(part));
          return (
            text.length <= 64 &&
            before(text, call) &&
            numbers.every((part) => Number.isSafeInteger(Number(part)))
          );
        }),
      },
    },
  },
  {
    name: "version-conflict",
    question: "When is a version found taken?",
    default: "at-create-and-finalize",
    values: {
      "at-finalize": {
        summary: "At finalize alone",
        change: replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
          if (call.operation !== "createReleaseUpload") before(name, version, call);
        }),
      },
      reserved: { summary: "At create, and an open intent reserves its version", change: reserving },
    },
  },
  {
    name: "build-metadata",
    question: "Are versions that differ in build metadata alone two versions?",
    default: "two",
    values: {
      one: {
        summary: "They are one version",
        change: replaceRule("identity", "versionKey", () => (version) => version.replace(/\+.*$/, "")),
      },
    },
  },
  {
    name: "digest-mismatch",
    question: "Where are bytes that contradict declaredDigest found out?",
    default: "at-finalize",
    values: { "at-transfer": { summary: "In the upload step", change: comparingAtTransfer } },
  },
  {
    name: "republish",
    question: "May an unpublished version be published again?",
    default: "refused",
    values: {
      allowed: {
        summary: "It may",
        change: replaceRule(
          "publish",
          "isTaken",
          (before) => (name, version, call) =>
            before(name, version, call) && findRelease(name, version, call)?.status.state !== "tombstoned",
        ),
      },
    },
  },
];
