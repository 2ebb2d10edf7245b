import { findRelease, releasesOf } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import { compareVersions } from "../rules/version-order.ts";
import type { Choice, Variation } from "./choice.ts";

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

/** Refuses a version that is not higher than every version of the volume. */
function rising(slug: "validation-failed" | "version-conflict"): Variation {
  return {
    summary: `A lower version answers ${slug}`,
    warns: ["publish/lower-versions-are-accepted"],
    change: replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
      before(name, version, call);
      if (releasesOf(name, call).some((release) => compareVersions(release.version, version) > 0))
        throw new ProblemError(slug, "a higher version exists");
    }),
  };
}

/** Refuses at finalize a version that is lower than one of the volume, also if it exists. */
const risingAtFinalize: Variation = {
  summary:
    "A lower version answers validation-failed, also one that exists; conflicts are told at finalize only",
  warns: ["publish/lower-versions-are-accepted"],
  change: replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
    if (call.operation === "createReleaseUpload") return;
    if (releasesOf(name, call).some((one) => compareVersions(one.version, version) > 0))
      throw new ProblemError("validation-failed", "a higher version exists");
    before(name, version, call);
  }),
};

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
    question: "How are unknown members of a create body handled?",
    default: "ignored",
    values: {
      refused: {
        summary: "400 validation-failed",
        change: replaceRule("publish", "toIntent", (before) => (submission) => {
          const unknown = Object.keys(submission.body).find((name) => !knownMembers.has(name));
          if (unknown === undefined) return before(submission);
          throw new ProblemError("validation-failed", "the body has a member that is not known");
        }),
      },
      "identity-mismatch": {
        summary: "A name or target in the body answers identity-mismatch",
        change: replaceRule("publish", "toIntent", (before) => (submission) => {
          if (!("name" in submission.body) && !("target" in submission.body)) return before(submission);
          throw new ProblemError("identity-mismatch", "the path alone names the volume");
        }),
      },
    },
  },
  {
    name: "request-label",
    question: "Does a request body need the content type application/json?",
    default: "required",
    values: {
      ignored: {
        summary: "Any content type is accepted",
        change: replaceRule("body", "isJsonType", () => () => true),
      },
    },
  },
  {
    name: "media-type-refusal",
    question: "Which problem does a mediaType other than application/gzip answer?",
    default: "415",
    values: {
      "400": {
        summary: "400 validation-failed",
        warns: ["publish/other-media-types-are-unsupported"],
        change: replaceRule("publish", "parseMediaType", () => (value) => {
          if (value === "application/gzip") return value;
          throw new ProblemError("validation-failed", "mediaType is not application/gzip");
        }),
      },
    },
  },
  {
    name: "version-limits",
    question: "Which limits apply to a version besides its grammar?",
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
    name: "versions-of-a-volume",
    question: "How many versions may a volume have?",
    default: "any-number",
    values: {
      fifteen: {
        summary: "15; a create request for one more answers validation-failed",
        change: replaceRule("publish", "toIntent", (before) => (submission) => {
          const { call } = submission;
          if (releasesOf(call.name, call).length >= 15)
            throw new ProblemError("validation-failed", "the volume has as many versions as it may have");
          return before(submission);
        }),
      },
    },
  },
  {
    name: "version-order",
    question: "Must a new version be higher than the published ones?",
    default: "any",
    values: {
      "rising-validation-failed": rising("validation-failed"),
      "rising-version-conflict": rising("version-conflict"),
      "rising-at-finalize": risingAtFinalize,
    },
  },
  {
    name: "version-conflict",
    question: "When is an existing version detected?",
    default: "at-create-and-finalize",
    values: {
      "at-finalize": {
        summary: "Only at finalize",
        change: replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
          if (call.operation !== "createReleaseUpload") before(name, version, call);
        }),
      },
      reserved: {
        summary: "At create, and an open intent reserves its version",
        change: reserving,
        // together with refused uploads that stay open
        skips: ["finalize/versions-of-refused-uploads-are-free"],
      },
    },
  },
  {
    name: "build-metadata",
    question: "Do versions that differ only in build metadata count as different?",
    default: "two",
    values: {
      one: {
        summary: "No",
        change: replaceRule("identity", "versionKey", () => (version) => version.replace(/\+.*$/, "")),
        skips: [
          "version-index/lists-each-build",
          "download/builds-have-their-own-files",
          "unpublish/other-builds-stay-available",
        ],
      },
    },
  },
  {
    name: "digest-mismatch",
    question: "When is a digest mismatch detected?",
    default: "at-finalize",
    values: { "at-transfer": { summary: "During the transfer", change: comparingAtTransfer } },
  },
  {
    name: "republish",
    question: "Can an unpublished version be published again?",
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
