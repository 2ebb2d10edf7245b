import type { Call } from "../call.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import { saveRelease } from "../lookup.ts";
import { Refusal, type ProblemSlug } from "../refusal.ts";
import type { Intent } from "../store.ts";
import { blankManifest } from "./blank-manifest.ts";
import type { Fault } from "./fault.ts";

/** Whether the call is about releases: the rules of finalize are those of trust artifacts too. */
function isRelease(call: Call): boolean {
  return call.operation === "finalizeReleaseUpload";
}

/** Refuses with another problem where a step of finalize refuses with `slug`. */
export function insteadOf(
  slug: ProblemSlug,
  other: ProblemSlug,
  step: "judgeState" | "judgeExpiry" | "judgeBytes" | "judgeDigest",
): Change {
  return replaceRule("finalize", step, (before) => (intent, call) => {
    try {
      before(intent, call);
    } catch (error) {
      if (error instanceof Refusal && error.slug === slug && isRelease(call))
        throw new Refusal(other, error.message);
      throw error;
    }
  });
}

function comparing(part: (digest: string) => string): Change {
  return replaceRule("finalize", "judgeDigest", (before) => (intent, call) => {
    if (!isRelease(call) || intent.bytes === undefined) {
      before(intent, call);
      return;
    }
    const digest = call.rules.integrity.digestOfBytes(intent.bytes, call);
    if (part(digest) !== part(intent.declaredDigest ?? digest)) {
      throw new Refusal("digest-mismatch", "the bytes do not have the declared digest");
    }
  });
}

function finding(find: (intents: readonly Intent[], call: Call) => Intent | undefined): Change {
  return replaceRule("finalize", "findIntent", (before) => (call) => {
    const found = isRelease(call) ? find([...call.registry.store.intents.values()], call) : undefined;
    return found ?? before(call);
  });
}

function publish(intent: Intent, call: Call): void {
  if (intent.kind !== "release") return;
  const content = { tree: [], manifest: blankManifest(intent) };
  saveRelease({ ...call.rules.finalize.toRelease(intent, content, call), description: "refused" }, call);
}

/** Leaves a release behind when the declared digest is found wrong. */
function publishingDespite(shownIn: "metadata" | "index"): Change {
  return allOf(
    replaceRule("finalize", "judgeDigest", (before) => (intent, call) => {
      try {
        before(intent, call);
      } catch (error) {
        publish(intent, call);
        throw error;
      }
    }),
    replaceRule(
      "visibility",
      shownIn === "metadata" ? "inIndex" : "inMetadata",
      (before) => (release, call) => release.description !== "refused" && before(release, call),
    ),
  );
}

/** Finalizes of the wrong upload or at the wrong time. */
export const finalizeUploadFaults: readonly Fault[] = [
  {
    name: "missing-bytes-are-an-invalid-state",
    breaks: "finalize/bytes-have-arrived",
    summary: "Finalize before the bytes is invalid-upload-state",
    change: insteadOf("missing-uploaded-bytes", "invalid-upload-state", "judgeBytes"),
  },
  {
    name: "missing-bytes-are-an-invalid-archive",
    breaks: "finalize/bytes-have-arrived",
    summary: "Finalize before the bytes is invalid-archive",
    change: insteadOf("missing-uploaded-bytes", "invalid-archive", "judgeBytes"),
  },
  {
    name: "bytes-of-any-upload-count",
    breaks: "finalize/bytes-of-another-upload-do-not-count",
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
  {
    name: "digest-never-compared",
    breaks: "finalize/bytes-have-the-declared-digest",
    summary: "The declared digest of a release is never compared",
    change: comparing(() => ""),
  },
  {
    name: "digest-compared-by-its-start",
    breaks: "finalize/bytes-have-the-declared-digest",
    summary: "Only the first digits of the declared digest are compared",
    change: comparing((digest) => digest.slice(0, 24)),
  },
  {
    name: "digest-compared-by-its-end",
    breaks: "finalize/bytes-have-the-declared-digest",
    summary: "Only the last digits of the declared digest are compared",
    change: comparing((digest) => digest.slice(-16)),
  },
  {
    name: "digest-mismatch-is-an-invalid-archive",
    breaks: "finalize/bytes-have-the-declared-digest",
    summary: "Bytes with another digest are refused as invalid-archive",
    change: insteadOf("digest-mismatch", "invalid-archive", "judgeDigest"),
  },
  {
    name: "unknown-upload-is-expired",
    breaks: "finalize/unknown-uploads-are-not-found",
    summary: "An upload that was never opened is upload-expired",
    change: replaceRule("finalize", "findIntent", (before) => (call) => {
      if (isRelease(call) && !call.registry.store.intents.has(call.parameters["uploadId"] ?? "")) {
        throw new Refusal("upload-expired", "the upload is not known any more");
      }
      return before(call);
    }),
  },
  {
    name: "upload-id-compared-by-its-start",
    breaks: "finalize/unknown-uploads-are-not-found",
    summary: "An upload is found by the beginning of the id that is asked for",
    change: finding((intents, call) =>
      intents.find(
        (intent) =>
          intent.kind === "release" && (call.parameters["uploadId"] ?? "").startsWith(intent.uploadId),
      ),
    ),
  },
  {
    name: "upload-of-any-volume-finalized",
    breaks: "finalize/uploads-belong-to-their-volume",
    summary: "An upload can be finalized under any volume",
    change: finding((intents, call) =>
      intents.find((intent) => intent.kind === "release" && intent.uploadId === call.parameters["uploadId"]),
    ),
  },
  {
    name: "upload-of-another-volume-is-invalid",
    breaks: "finalize/uploads-belong-to-their-volume",
    summary: "An upload asked for under another volume is invalid-upload-state",
    change: replaceRule("finalize", "findIntent", (before) => (call) => {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      if (isRelease(call) && intent !== undefined && intent.name !== call.name) {
        throw new Refusal("invalid-upload-state", "the upload is another volume's");
      }
      return before(call);
    }),
  },
  {
    name: "upload-of-the-other-form-finalized",
    breaks: "finalize/uploads-belong-to-their-form-of-name",
    summary: "An upload can be finalized with or without its scope",
    change: finding((intents, call) =>
      intents.find(
        (intent) =>
          intent.kind === "release" &&
          intent.uploadId === call.parameters["uploadId"] &&
          intent.name.split("/").at(-1) === call.name.split("/").at(-1),
      ),
    ),
  },
  {
    name: "expired-upload-finalized",
    breaks: "finalize/expired-uploads-are-refused",
    summary: "An upload can be finalized after it expired",
    change: replaceRule("finalize", "judgeExpiry", (before) => (intent, call) => {
      if (!isRelease(call)) before(intent, call);
    }),
  },
  {
    name: "expired-upload-is-an-invalid-state",
    breaks: "finalize/expired-uploads-are-refused",
    summary: "An expired upload is invalid-upload-state",
    change: insteadOf("upload-expired", "invalid-upload-state", "judgeExpiry"),
  },
  {
    name: "expired-upload-is-not-found",
    breaks: "finalize/expired-uploads-are-refused",
    summary: "An expired upload is not found",
    change: insteadOf("upload-expired", "not-found", "judgeExpiry"),
  },
  {
    name: "failed-upload-finalized",
    breaks: "finalize/failed-uploads-are-refused",
    summary: "An upload that failed can be finalized",
    change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
      if (!isRelease(call) || intent.isFinalized) before(intent, call);
    }),
  },
  {
    name: "failed-upload-is-expired",
    breaks: "finalize/failed-uploads-are-refused",
    summary: "An upload that failed is upload-expired",
    change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
      if (isRelease(call) && intent.state === "failed")
        throw new Refusal("upload-expired", "the upload has failed");
      before(intent, call);
    }),
  },
  {
    name: "refused-upload-can-be-read",
    breaks: "finalize/refused-uploads-publish-nothing",
    summary: "Bytes with another digest are refused, and their release can be read all the same",
    change: publishingDespite("metadata"),
  },
  {
    name: "refused-upload-is-in-the-index",
    breaks: "finalize/refused-uploads-publish-nothing",
    summary: "Bytes with another digest are refused, and their version is in the index all the same",
    change: publishingDespite("index"),
  },
  {
    name: "misnamed-archive-is-published",
    breaks: "finalize/refused-uploads-publish-nothing",
    summary: "A manifest that names another release is refused, and the release can be read all the same",
    change: replaceRule("manifest", "judgeIdentity", (before) => (manifest, intent, call) => {
      try {
        before(manifest, intent, call);
      } catch (error) {
        publish(intent, call);
        throw error;
      }
    }),
  },
  {
    name: "upload-found-astray-is-published",
    breaks: "finalize/uploads-belong-to-their-volume",
    summary: "An upload asked for under another volume is not found, and is published under its own",
    change: replaceRule("finalize", "belongsHere", (before) => (intent, call) => {
      const isHere = before(intent, call);
      if (isRelease(call) && !isHere && intent.bytes !== undefined) publish(intent, call);
      return isHere;
    }),
  },
];
