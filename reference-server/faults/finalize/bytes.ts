import { Refusal } from "../../refusal.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import { refusedAs } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

function comparing(part: (digest: string) => string): Change {
  return replaceRule("finalize", "judgeDigest", (before) => (intent, call) => {
    if (!isOneOf("finalizeReleaseUpload", call) || intent.bytes === undefined) {
      before(intent, call);
      return;
    }
    const digest = call.rules.integrity.digestOfBytes(intent.bytes, call);
    if (part(digest) !== part(intent.declaredDigest ?? digest)) {
      throw new Refusal("digest-mismatch", "the bytes do not have the declared digest");
    }
  });
}

/** TODO */
export const bytes: FaultFile = {
  "finalize/bytes-have-arrived": {
    "missing-bytes-are-an-invalid-state": {
      summary: "Finalize before the bytes is invalid-upload-state",
      change: refusedAs("finalizeReleaseUpload", "judgeBytes", "invalid-upload-state"),
    },
    "missing-bytes-are-an-invalid-archive": {
      summary: "Finalize before the bytes is invalid-archive",
      change: refusedAs("finalizeReleaseUpload", "judgeBytes", "invalid-archive"),
    },
  },
  "finalize/bytes-of-another-upload-do-not-count": {
    "bytes-of-any-upload-count": {
      summary: "Finalize takes the bytes of whatever upload of the volume has some",
      change: replaceRule("finalize", "judgeBytes", (before) => (intent, call) => {
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
  "finalize/bytes-have-the-declared-digest": {
    "digest-never-compared": {
      summary: "The declared digest of a release is never compared",
      change: comparing(() => ""),
    },
    "digest-compared-by-its-start": {
      summary: "Only the first digits of the declared digest are compared",
      change: comparing((digest) => digest.slice(0, 24)),
    },
    "digest-compared-by-its-end": {
      summary: "Only the last digits of the declared digest are compared",
      change: comparing((digest) => digest.slice(-16)),
    },
    "digest-mismatch-is-an-invalid-archive": {
      summary: "Bytes with another digest are refused as invalid-archive",
      change: refusedAs("finalizeReleaseUpload", "judgeDigest", "invalid-archive"),
    },
  },
};
