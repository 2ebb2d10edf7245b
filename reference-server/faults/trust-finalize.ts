import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../call.ts";
import { findRelease, saveRelease } from "../lookup.ts";
import { Refusal, type ProblemSlug } from "../refusal.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { FinalizeRules } from "../rules/finalize.ts";
import type { Attachment, Intent } from "../store.ts";
import type { Fault } from "./fault.ts";

const isFinalize = (call: Call): boolean => call.operation === "finalizeTrustUpload";

type Step = "judgeState" | "judgeExpiry" | "judgeBytes" | "judgeDigest";

/** Leaves out what finalize asks of a trust intent. */
function skipping(step: Step): Change {
  return replaceRule("finalize", step, (before: FinalizeRules[Step]) => (intent: Intent, call: Call) => {
    if (!isFinalize(call)) before(intent, call);
  });
}

/** Attaches the artifact of an upload to the release that it was opened for. */
function attachTo(intent: Intent, call: Call): void {
  const release = findRelease(intent.name, intent.version, call);
  if (intent.kind !== "trust" || intent.bytes === undefined || release === undefined) return;
  call.rules.trust.attach(release, call.rules.trust.toAttachment(intent, call), call);
}

/** Attaches what finalize refuses for one reason. */
function attachingDespite(step: Step): Change {
  return replaceRule("finalize", step, (before: FinalizeRules[Step]) => (intent: Intent, call: Call) => {
    try {
      before(intent, call);
    } catch (error) {
      if (isFinalize(call) && !intent.isFinalized) attachTo(intent, call);
      throw error;
    }
  });
}

/** Refuses with another problem what finalize asks of a trust intent. */
function refusedAs(step: Step, slug: ProblemSlug): Change {
  return replaceRule("finalize", step, (before: FinalizeRules[Step]) => (intent: Intent, call: Call) => {
    try {
      before(intent, call);
    } catch (error) {
      throw error instanceof Refusal && isFinalize(call) ? new Refusal(slug, error.message) : error;
    }
  });
}

/** A finalize looks away for so many milliseconds, in which another may come. */
const window = 30;

/** Intents that are finalized at the same time are all taken as if each were alone. */
const racing: Change = (rules) => {
  const waiting = new Map<string, number>();
  const raced = new Set<string>();
  return allOf(
    replaceRule("finalize", "oneAtATime", (before) => async (call, work) => {
      if (!isFinalize(call)) return await before(call, work);
      const id = call.parameters["uploadId"] ?? "";
      const count = (waiting.get(id) ?? 0) + 1;
      waiting.set(id, count);
      if (count > 1) raced.add(id);
      await pause(window);
      waiting.set(id, (waiting.get(id) ?? 1) - 1);
      return await work();
    }),
    replaceRule("finalize", "close", (before) => (intent, call) => {
      if (!raced.has(intent.uploadId)) before(intent, call);
    }),
  )(rules);
};

/** What was attached to a release while a finalize was under way is forgotten. */
const losingUpdates: Change = (rules) => {
  const seen = new WeakMap<Call, readonly Attachment[]>();
  return allOf(
    replaceRule("finalize", "oneAtATime", (before) => async (call, work) => {
      if (!isFinalize(call)) return await before(call, work);
      seen.set(call, findRelease(call.name, call.version, call)?.attachments ?? []);
      await pause(window);
      return await before(call, work);
    }),
    replaceRule("trust", "add", () => (release, attachment, call) => [
      ...(seen.get(call) ?? release.attachments),
      attachment,
    ]),
  )(rules);
};

/** Faults in what finalize refuses. */
export const trustFinalizeFaults: readonly Fault[] = [
  {
    name: "trust-without-bytes-accepted",
    breaks: "trust/bytes-have-arrived",
    summary: "A trust upload without bytes is finalized",
    change: skipping("judgeBytes"),
  },
  {
    name: "trust-without-bytes-called-invalid-state",
    breaks: "trust/bytes-have-arrived",
    summary: "Finalizing a trust upload without bytes is invalid-upload-state",
    change: refusedAs("judgeBytes", "invalid-upload-state"),
  },
  {
    name: "trust-digest-not-checked",
    breaks: "trust/bytes-have-the-declared-digest",
    summary: "The digest of a trust artifact is not compared with the declared one",
    change: skipping("judgeDigest"),
  },
  {
    name: "trust-compares-the-start-of-the-digest",
    breaks: "trust/bytes-have-the-declared-digest",
    summary: "Only the first seven digits of a trust artifact's digest are compared",
    change: replaceRule("finalize", "judgeDigest", (before) => (intent, call) => {
      const digest = call.rules.integrity.digestOfBytes(intent.bytes ?? new Uint8Array(), call);
      const isAlike = intent.declaredDigest?.slice(0, 14) === digest.slice(0, 14);
      if (!isFinalize(call) || !isAlike) before(intent, call);
    }),
  },
  {
    name: "trust-digest-mismatch-called-invalid",
    breaks: "trust/bytes-have-the-declared-digest",
    summary: "A trust artifact with another digest is validation-failed",
    change: refusedAs("judgeDigest", "validation-failed"),
  },
  {
    name: "trust-mismatch-refused-and-attached",
    breaks: "trust/refused-uploads-attach-nothing",
    summary: "A trust artifact with another digest is refused and attached all the same",
    change: attachingDespite("judgeDigest"),
  },
  {
    name: "trust-expired-refused-and-attached",
    breaks: "trust/refused-uploads-attach-nothing",
    summary: "An expired trust upload is refused and attached all the same",
    change: attachingDespite("judgeExpiry"),
  },
  {
    name: "trust-failed-refused-and-attached",
    breaks: "trust/refused-uploads-attach-nothing",
    summary: "A failed trust upload is refused and attached all the same",
    change: attachingDespite("judgeState"),
  },
  {
    name: "trust-astray-refused-and-attached",
    breaks: "trust/refused-uploads-attach-nothing",
    summary: "A trust upload finalized under another release is not found, and is attached to its own",
    change: replaceRule("finalize", "belongsHere", (before) => (intent, call) => {
      const isHere = before(intent, call);
      if (isFinalize(call) && !isHere) attachTo(intent, call);
      return isHere;
    }),
  },
  {
    name: "trust-expired-intent-accepted",
    breaks: "trust/expired-uploads-are-refused",
    summary: "An expired trust upload is finalized",
    change: skipping("judgeExpiry"),
  },
  {
    name: "trust-expired-intent-called-invalid-state",
    breaks: "trust/expired-uploads-are-refused",
    summary: "Finalizing an expired trust upload is invalid-upload-state",
    change: refusedAs("judgeExpiry", "invalid-upload-state"),
  },
  {
    name: "trust-failed-intent-accepted",
    breaks: "trust/failed-uploads-are-refused",
    summary: "A failed trust upload is finalized",
    change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
      if (!isFinalize(call) || intent.isFinalized) before(intent, call);
    }),
  },
  {
    name: "trust-failed-intent-called-expired",
    breaks: "trust/failed-uploads-are-refused",
    summary: "Finalizing a failed trust upload is upload-expired",
    change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
      if (isFinalize(call) && intent.state === "failed")
        throw new Refusal("upload-expired", "the upload is over");
      before(intent, call);
    }),
  },
  {
    name: "trust-unknown-upload-called-invalid",
    breaks: "trust/unknown-uploads-are-not-found",
    summary: "Finalizing an unknown trust upload is validation-failed",
    change: replaceRule("finalize", "findIntent", (before) => (call) => {
      const isKnown = call.registry.store.intents.has(call.parameters["uploadId"] ?? "");
      if (isFinalize(call) && !isKnown) throw new Refusal("validation-failed", "that is no upload");
      return before(call);
    }),
  },
  {
    name: "trust-second-finalize-attaches-again",
    breaks: "trust/finalizing-twice-attaches-once",
    summary: "A trust upload can be finalized again and again, each time into another attachment",
    change: replaceRule("finalize", "close", (before) => (intent, call) => {
      if (!isFinalize(call)) before(intent, call);
    }),
  },
  {
    name: "trust-second-finalize-lists-twice",
    breaks: "trust/finalizing-twice-attaches-once",
    summary: "A second finalize answers the same attachment, and lists it once more",
    change: allOf(
      replaceRule("finalize", "close", (before) => (intent, call) => {
        if (!isFinalize(call)) before(intent, call);
      }),
      replaceRule("trust", "newAttachmentId", () => (call) => `att_${call.parameters["uploadId"] ?? ""}`),
    ),
  },
  {
    name: "trust-second-finalize-called-missing-bytes",
    breaks: "trust/finalizing-twice-attaches-once",
    summary: "A second finalize of a trust upload is missing-uploaded-bytes",
    change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
      if (isFinalize(call) && intent.isFinalized)
        throw new Refusal("missing-uploaded-bytes", "the bytes are gone");
      before(intent, call);
    }),
  },
  {
    name: "trust-finalizes-race",
    breaks: "trust/racing-finalizes-attach-once",
    summary: "A trust upload that is finalized twice at the same time becomes two attachments",
    change: racing,
  },
  {
    name: "trust-attachments-race",
    breaks: "trust/racing-attachments-are-all-kept",
    summary: "Of two attachments finalized at the same time one is lost",
    change: losingUpdates,
  },
  {
    name: "trust-finalized-under-any-path",
    breaks: "trust/uploads-belong-to-their-volume",
    summary: "A trust upload can be finalized under any release's path",
    change: replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) => before(intent, call) || (isFinalize(call) && intent.kind === "trust"),
    ),
  },
  {
    name: "trust-finalized-under-any-version",
    breaks: "trust/uploads-belong-to-their-version",
    summary: "A trust upload can be finalized under the path of any version of its volume",
    change: replaceRule(
      "finalize",
      "belongsHere",
      (before) => (intent, call) =>
        before(intent, call) || (isFinalize(call) && intent.kind === "trust" && intent.name === call.name),
    ),
  },
  {
    name: "release-upload-finalized-as-trust",
    breaks: "trust/release-uploads-are-no-trust-uploads",
    summary: "The upload of a release can be finalized as a trust upload",
    change: replaceRule("finalize", "findIntent", (before) => (call) => {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      if (!isFinalize(call) || intent?.kind !== "release" || intent.name !== call.name) return before(call);
      return { ...intent, kind: "trust", category: "bom", format: {} };
    }),
  },
  {
    name: "trust-upload-finalized-as-release",
    breaks: "trust/trust-uploads-are-no-release-uploads",
    summary: "A trust upload is taken for the upload of a release when it is finalized as one",
    change: replaceRule("finalize", "findIntent", (before) => (call) => {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      if (isFinalize(call) || intent?.kind !== "trust" || intent.name !== call.name) return before(call);
      return { ...intent, kind: "release", mediaType: "application/gzip" };
    }),
  },
  {
    name: "attaching-trust-changes-the-integrity",
    breaks: "trust/attaching-keeps-the-release",
    summary: "The integrity of a release changes with what is attached to it",
    change: replaceRule("trust", "attach", (before) => (release, attachment, call) => {
      const attached = before(release, attachment, call);
      saveRelease({ ...attached, integrity: attachment.digest }, call);
      return attached;
    }),
  },
  {
    name: "attaching-trust-yanks-the-release",
    breaks: "trust/attaching-keeps-the-release",
    summary: "A release with trust is yanked",
    change: replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) =>
        before({ ...release, status: { state: "yanked" } }, attachment, call),
    ),
  },
];
