import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, onlyWhen, replaceRule } from "../../rules/change.ts";
import { comparingOnlyBytesOfTheDeclaredSize, refusedAs } from "../changes/finalize-problems.ts";
import { onlyWithKey } from "../changes/idempotency.ts";
import { comparingTheFirstBytes, countingKeptBytes } from "../changes/sent-bytes.ts";
import type { Intent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

function comparing(part: (digest: string) => string): Change {
  return replaceRule("finalize", "assertDigest", (before) => (intent, call) => {
    if (!isOneOf("finalizeReleaseUpload", call) || intent.bytes === undefined) {
      before(intent, call);
      return;
    }
    const digest = call.rules.integrity.digestOfBytes(intent.bytes, call);
    if (part(digest) !== part(intent.declaredDigest ?? digest)) {
      throw new ProblemError("digest-mismatch", "the bytes do not have the declared digest");
    }
  });
}

/** Faults in whether the declared bytes have arrived. */
export const bytes: FaultFile = {
  "finalize/bytes-have-arrived": {
    "missing-bytes-are-an-invalid-state": {
      summary: "Finalize before the transfer answers invalid-upload-state",
      change: refusedAs("finalizeReleaseUpload", "assertBytes", "invalid-upload-state"),
    },
    "missing-bytes-answer-invalid-archive": refusedAs(
      "finalizeReleaseUpload",
      "assertBytes",
      "invalid-archive",
    ),
  },
  "finalize/bytes-of-another-upload-do-not-count": {
    "bytes-of-any-upload-of-the-version-count": replaceRule(
      "finalize",
      "assertBytes",
      (before) => (intent, call) => {
        const others = [...call.registry.store.intents.values()];
        const isOther = (one: Intent): boolean =>
          one.name === intent.name && one.version === intent.version && one.kind === intent.kind;
        if (!others.some((one) => isOther(one) && one.bytes !== undefined)) before(intent, call);
      },
    ),
    "bytes-of-another-release-count": countingKeptBytes("release"),
    "bytes-of-any-upload-count": {
      summary: "Finalize uses the bytes of any upload of the volume",
      change: replaceRule("finalize", "assertBytes", (before) => (intent, call) => {
        const others = [...call.registry.store.intents.values()];
        if (
          others.some(
            ({ name, kind, bytes }) => name === intent.name && kind === intent.kind && bytes !== undefined,
          )
        )
          return;
        before(intent, call);
      }),
    },
  },
  "finalize/bytes-of-another-size-have-the-declared-digest": {
    "only-the-first-bytes-of-an-upload-are-measured": comparingTheFirstBytes(
      () => true,
      "assertSize",
      "assertDigest",
    ),
    "only-the-first-bytes-of-an-upload-are-compared-with-the-digest": comparingTheFirstBytes(
      ({ kind }) => kind === "release",
      "assertDigest",
    ),
    "digest-compared-only-where-the-size-is-the-declared-one":
      comparingOnlyBytesOfTheDeclaredSize("finalizeReleaseUpload"),
  },
  "finalize/bytes-have-the-declared-digest": {
    "digest-never-compared": comparing(() => ""),
    "digest-of-more-than-64-kibibytes-never-compared": replaceRule(
      "finalize",
      "assertDigest",
      (before) => (intent, call) => {
        if ((intent.bytes?.length ?? 0) <= 65_536) before(intent, call);
      },
    ),
    "digest-of-more-than-a-quarter-of-a-mebibyte-never-compared": replaceRule(
      "finalize",
      "assertDigest",
      (before) => (intent, call) => {
        if ((intent.bytes?.length ?? 0) <= 262_144) before(intent, call);
      },
    ),
    "digest-of-prereleases-never-compared": replaceRule(
      "finalize",
      "assertDigest",
      (before) => (intent, call) => {
        if (intent.kind !== "release" || !intent.version.includes("-")) before(intent, call);
      },
    ),
    "digest-never-compared-with-a-key": {
      summary: "The digest is not compared if `POST` finalize has an `Idempotency-Key`",
      change: onlyWithKey(comparing(() => "")),
    },
    "digest-of-keyed-scoped-uploads-never-compared": onlyWhen(
      ({ name, request }) => name.startsWith("@") && request.headers.has("idempotency-key"),
      comparing(() => ""),
    ),
    "digest-compared-by-its-start": comparing((digest) => digest.slice(0, 24)),
    "digest-compared-by-its-end": comparing((digest) => digest.slice(-16)),
    "digest-compared-without-its-middle": comparing((digest) => digest.slice(0, 31) + digest.slice(-24)),
    "digest-mismatch-answers-invalid-archive": refusedAs(
      "finalizeReleaseUpload",
      "assertDigest",
      "invalid-archive",
    ),
  },
};
