import { setTimeout as pause } from "node:timers/promises";
import { findRelease, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import { conflictingWhileInProgress, overlapMs } from "../changes/races.ts";
import { skipping } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

/** Accepts all finalizes of an upload that overlap. */
const racing: Change = (rules) => {
  const waiting = new Map<string, number>();
  const raced = new Set<string>();
  return allOf(
    replaceRule("finalize", "oneAtATime", (before) => async (call, work) => {
      if (!isOneOf("finalizeTrustUpload", call)) return await before(call, work);
      const id = call.parameters["uploadId"] ?? "";
      const count = (waiting.get(id) ?? 0) + 1;
      waiting.set(id, count);
      if (count > 1) raced.add(id);
      await pause(overlapMs);
      waiting.set(id, (waiting.get(id) ?? 1) - 1);
      return await work();
    }),
    replaceRule("finalize", "close", (before) => (intent, call) => {
      if (!raced.has(intent.uploadId)) before(intent, call);
    }),
  )(rules);
};

/** Faults in more than one finalize of a trust upload. */
export const finalizeOnce: FaultFile = {
  "trust/a-second-finalize-makes-no-second-attachment": {
    "trust-second-finalize-attaches-again": {
      summary: "Each further finalize adds another attachment",
      change: skipping("finalizeTrustUpload", "close"),
    },
    "trust-second-finalize-lists-twice": {
      summary: "A second finalize returns the same attachment, and lists it twice",
      change: allOf(
        skipping("finalizeTrustUpload", "close"),
        replaceRule("trust", "newAttachmentId", () => (call) => `att_${call.parameters["uploadId"] ?? ""}`),
      ),
    },
    "trust-second-finalize-answers-missing-uploaded-bytes": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        if (isOneOf("finalizeTrustUpload", call) && intent.isFinalized)
          throw new ProblemError("missing-uploaded-bytes", "the bytes are gone");
        before(intent, call);
      },
    ),
  },
  "trust/concurrent-finalizes-attach-once": {
    "equal-trust-finalizes-at-once-conflict": conflictingWhileInProgress("finalizeTrustUpload"),
    "trust-finalizes-race": {
      summary: "A trust upload finalized twice at once adds two attachments",
      change: racing,
    },
  },
  "trust/late-bytes-change-nothing": {
    "late-bytes-replace-the-artifact": {
      summary: "Bytes transferred after finalize replace the artifact",
      change: allOf(
        replaceRule("transfer", "assertOpen", () => () => undefined),
        replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
          before(intent, bytes, call);
          if (intent.kind !== "trust" || !intent.isFinalized) return;
          const release = findRelease(intent.name, intent.version, call);
          if (release === undefined) return;
          const attachments = release.attachments.map((one) =>
            one.digest === intent.declaredDigest ? { ...one, bytes } : one,
          );
          saveRelease({ ...release, attachments }, call);
        }),
      ),
    },
  },
};
