import type { Call } from "../../call.ts";
import { findRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { FinalizeRules } from "../../rules/finalize.ts";
import type { Intent } from "../../store.ts";
import {
  comparingOnlyBytesOfTheDeclaredSize,
  refusedAs,
  reviving,
  skipping,
  type UploadRule,
} from "../changes/finalize-problems.ts";
import { hasKeyHeader } from "../changes/idempotency.ts";
import { hasBuildMetadata, isGit } from "../changes/release-kinds.ts";
import { comparingTheFirstBytes, countingKeptBytes } from "../changes/sent-bytes.ts";
import { findByPattern, findByStart, findInAnyCase, findInOtherCase } from "../changes/upload-ids.ts";
import type { FaultFile } from "../fault.ts";

/** Attaches the artifact of an upload to the release that it was opened for. */
function attach(intent: Intent, call: Call): void {
  const release = findRelease(intent.name, intent.version, call);
  if (intent.kind !== "trust" || intent.bytes === undefined || release === undefined) return;
  call.rules.trust.attach(release, call.rules.trust.toAttachment(intent, call), call);
}

/** Attaches the artifact although a rule of finalize rejects the upload. */
function attachingDespite(step: UploadRule): Change {
  return replaceRule(
    "finalize",
    step,
    (before: FinalizeRules[UploadRule]) => (intent: Intent, call: Call) => {
      try {
        before(intent, call);
      } catch (error) {
        if (isOneOf("finalizeTrustUpload", call) && !intent.isFinalized) attach(intent, call);
        throw error;
      }
    },
  );
}

/** Compares a part of the digest of a trust artifact. */
function comparingDigests(part: (digest: string) => string): Change {
  return replaceRule("finalize", "assertDigest", (before) => (intent, call) => {
    const digest = call.rules.integrity.digestOfBytes(intent.bytes ?? new Uint8Array(), call);
    const isAlike = part(intent.declaredDigest ?? "") === part(digest);
    if (!isOneOf("finalizeTrustUpload", call) || !isAlike) before(intent, call);
  });
}

function finding(find: typeof findByStart): Change {
  return replaceRule("finalize", "findIntent", (before) => (call) => {
    const found = isOneOf("finalizeTrustUpload", call)
      ? find([...call.registry.store.intents.values()], "trust", call)
      : undefined;
    return found ?? before(call);
  });
}

/** Faults in what a trust finalize rejects. */
export const finalizeRefusals: FaultFile = {
  "trust/bytes-have-arrived": {
    "artifacts-of-another-release-need-no-bytes": countingKeptBytes("trust"),
    "trust-without-bytes-accepted": skipping("finalizeTrustUpload", "assertBytes"),
    "trust-without-bytes-accepted-with-a-key-in-the-header": skipping(
      "finalizeTrustUpload",
      "assertBytes",
      hasKeyHeader,
    ),
    "trust-without-bytes-answers-invalid-upload-state": refusedAs(
      "finalizeTrustUpload",
      "assertBytes",
      "invalid-upload-state",
    ),
  },
  "trust/bytes-have-the-declared-digest": {
    "trust-digest-not-checked": skipping("finalizeTrustUpload", "assertDigest"),
    "trust-digest-of-more-than-64-kibibytes-not-checked": replaceRule(
      "finalize",
      "assertDigest",
      (before) => (intent, call) => {
        if (intent.kind !== "trust" || (intent.bytes?.length ?? 0) <= 65_536) before(intent, call);
      },
    ),
    "trust-compares-the-start-of-the-digest": {
      summary: "Only the first seven digits of a trust artifact's digest are compared",
      change: comparingDigests((digest) => digest.slice(0, 14)),
    },
    "trust-digest-compared-without-its-middle": comparingDigests(
      (digest) => digest.slice(0, 31) + digest.slice(-24),
    ),
    "trust-digest-compared-without-its-last-digit": comparingDigests((digest) => digest.slice(0, -1)),
    "trust-digest-not-checked-with-a-key-in-the-header": skipping(
      "finalizeTrustUpload",
      "assertDigest",
      hasKeyHeader,
    ),
    "trust-digest-not-checked-where-the-create-had-a-key": replaceRule(
      "finalize",
      "assertDigest",
      (before) => (intent, call) => {
        if (!isOneOf("finalizeTrustUpload", call) || intent.idempotencyKey === undefined)
          before(intent, call);
      },
    ),
    "trust-digest-not-checked-for-versions-with-build-metadata": skipping(
      "finalizeTrustUpload",
      "assertDigest",
      hasBuildMetadata,
    ),
    "trust-digest-not-checked-for-git-releases": skipping("finalizeTrustUpload", "assertDigest", isGit),
    "trust-digest-mismatch-answers-validation-failed": refusedAs(
      "finalizeTrustUpload",
      "assertDigest",
      "validation-failed",
    ),
  },
  "trust/bytes-of-another-size-have-the-declared-digest": {
    "trust-digest-compared-only-where-the-size-is-the-declared-one":
      comparingOnlyBytesOfTheDeclaredSize("finalizeTrustUpload"),
    "trust-digest-compared-only-with-the-first-bytes": comparingTheFirstBytes(
      ({ kind }) => kind === "trust",
      "assertDigest",
    ),
  },
  "trust/refused-uploads-attach-nothing": {
    "trust-digest-mismatch-rejected-but-attached": attachingDespite("assertDigest"),
    "expired-trust-upload-rejected-but-attached": attachingDespite("assertNotExpired"),
    "failed-trust-upload-rejected-but-attached": attachingDespite("assertState"),
    "trust-upload-under-another-release-rejected-but-attached": replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) => {
        const isHere = before(intent, call);
        if (isOneOf("finalizeTrustUpload", call) && !isHere) attach(intent, call);
        return isHere;
      },
    ),
  },
  "trust/expired-uploads-are-refused": {
    "expired-trust-upload-finalized": skipping("finalizeTrustUpload", "assertNotExpired"),
    "expired-unscoped-trust-upload-finalized": skipping(
      "finalizeTrustUpload",
      "assertNotExpired",
      ({ form }) => form === "unscoped",
    ),
    "expired-trust-upload-answers-invalid-upload-state": refusedAs(
      "finalizeTrustUpload",
      "assertNotExpired",
      "invalid-upload-state",
    ),
  },
  "trust/late-bytes-do-not-revive-expired-uploads": {
    "late-bytes-extend-an-expired-trust-upload": reviving("trust"),
  },
  "trust/failed-uploads-are-refused": {
    "failed-trust-upload-finalized": replaceRule("finalize", "assertState", (before) => (intent, call) => {
      if (!isOneOf("finalizeTrustUpload", call) || intent.isFinalized) before(intent, call);
    }),
    "failed-trust-upload-with-a-key-in-the-header-finalized": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        const isMeant = isOneOf("finalizeTrustUpload", call) && hasKeyHeader(call);
        if (!isMeant || intent.isFinalized) before(intent, call);
      },
    ),
    "failed-trust-upload-answers-upload-expired": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        if (isOneOf("finalizeTrustUpload", call) && intent.state === "failed")
          throw new ProblemError("upload-expired", "the upload is over");
        before(intent, call);
      },
    ),
  },
  "trust/unknown-uploads-are-not-found": {
    "unknown-trust-upload-answers-validation-failed": replaceRule(
      "finalize",
      "findIntent",
      (before) => (call) => {
        const isKnown = call.registry.store.intents.has(call.parameters["uploadId"] ?? "");
        if (isOneOf("finalizeTrustUpload", call) && !isKnown)
          throw new ProblemError("validation-failed", "that is no upload");
        return before(call);
      },
    ),
    "trust-upload-found-by-the-start-of-its-id": finding(findByStart),
    "trust-upload-id-is-taken-for-a-pattern": finding(findByPattern),
    "trust-upload-found-in-another-letter-case": finding(findInAnyCase),
  },
  "trust/upload-ids-keep-their-letter-case": {
    "trust-upload-found-with-all-letters-in-the-other-case": finding(findInOtherCase),
  },
};
