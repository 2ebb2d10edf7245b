import { findRelease, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, onlyFor, replaceRule } from "../../rules/change.ts";
import { differentDigest } from "../changes/digests.ts";
import { onlyWithKey } from "../changes/idempotency.ts";
import { conflictingWhileInProgress, refusingConcurrentFinalizes, withoutLock } from "../changes/races.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in finalizes at once. */
export const finalizeRaces: FaultFile = {
  "histories/concurrent-finalizes-of-one-upload-publish-once": {
    "equal-finalizes-at-once-conflict": conflictingWhileInProgress("finalizeReleaseUpload"),
    "each-finalize-makes-its-own-release": {
      summary: "Finalizes of one upload at once each return a release with its own integrity",
      change: allOf(
        withoutLock,
        replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
          const release = before(intent, content, call);
          return call.ordinal % 2 === 0
            ? { ...release, integrity: differentDigest(release.integrity) }
            : release;
        }),
      ),
    },
    "finalizes-at-once-all-refused": {
      summary: "Finalizes that overlap are all rejected",
      change: refusingConcurrentFinalizes(),
    },
    "repeated-finalize-crashes": {
      leads: "every-response/endpoints-never-answer-server-errors",
      change: replaceRule("finalize", "assertState", (before) => (intent, call) => {
        if (intent.isFinalized) throw new Error("the bytes of the upload are gone");
        before(intent, call);
      }),
    },
  },
  "histories/concurrent-finalizes-of-one-version-publish-once": {
    "finalize-races": {
      summary: "Two finalizes at once both succeed",
      change: replaceRule("finalize", "oneAtATime", () => async (_call, work) => await work()),
    },
    "second-upload-of-a-version-replaces-the-first": replaceRule(
      "publish",
      "assertVersionFree",
      (before) => (name, version, call) => {
        if (call.operation !== "finalizeReleaseUpload") before(name, version, call);
      },
    ),
    "refused-second-upload-of-a-version-replaces-its-archive": {
      summary: "A finalize that answers `version-conflict` replaces the archive all the same",
      change: replaceRule("problems", "toAnswer", (before) => (problem, call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        const existing = intent && findRelease(intent.name, intent.version, call);
        if (problem.slug === "version-conflict" && existing !== undefined && intent?.bytes !== undefined)
          saveRelease({ ...existing, bytes: intent.bytes }, call);
        return before(problem, call);
      }),
    },
    "second-upload-of-a-version-is-invalid": replaceRule(
      "publish",
      "assertVersionFree",
      (before) => (name, version, call) => {
        try {
          before(name, version, call);
        } catch (error) {
          throw call.operation === "finalizeReleaseUpload"
            ? new ProblemError("validation-failed", "the version exists")
            : error;
        }
      },
    ),
    "uploads-of-one-version-both-succeed-at-once": withoutLock,
    "uploads-of-one-version-both-succeed-at-once-beside-a-release": {
      summary:
        "Two finalizes at once both succeed, if the volume has a release: only the row of a new volume is locked",
      change: replaceRule("finalize", "oneAtATime", (before) => async (call, work) => {
        const isNew = (call.registry.store.volumes.get(call.name)?.size ?? 0) === 0;
        return await (isNew ? before(call, work) : work());
      }),
    },
    "uploads-of-one-version-both-succeed-at-once-if-one-has-a-key": {
      summary: "Two finalizes at once both succeed, if one of them has an idempotency key",
      change: onlyWithKey(withoutLock),
    },
    "uploads-of-one-version-share-their-id": {
      summary: "A further upload of a version has the id of the open one, and replaces it",
      change: replaceRule("publish", "toIntent", (before) => (submission) => {
        const next = before(submission);
        const open = [...submission.call.registry.store.intents.values()].find(
          ({ kind, name, version, isFinalized }) =>
            kind === "release" && name === next.name && version === next.version && !isFinalized,
        );
        return { ...next, uploadId: open?.uploadId ?? next.uploadId };
      }),
    },
    "second-finalize-of-a-version-replaces-the-release": onlyFor(
      "finalizeReleaseUpload",
      replaceRule("publish", "assertVersionFree", () => () => undefined),
    ),
    "rejected-finalize-changes-the-integrity": onlyFor(
      "finalizeReleaseUpload",
      replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
        const release = findRelease(name, version, call);
        if (release !== undefined)
          saveRelease({ ...release, integrity: differentDigest(release.integrity) }, call);
        before(name, version, call);
      }),
    ),
    "second-finalize-of-a-version-answers-invalid-archive": onlyFor(
      "finalizeReleaseUpload",
      replaceRule("publish", "assertVersionFree", () => (name, version, call) => {
        if (findRelease(name, version, call) !== undefined)
          throw new ProblemError("invalid-archive", "the version exists");
      }),
    ),
  },
};
