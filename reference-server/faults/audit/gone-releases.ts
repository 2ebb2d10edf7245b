import { findRelease, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { perRegistry } from "../changes/memory.ts";
import type { FaultFile } from "../fault.ts";

/** Unpublished releases that are back when so many other requests have come. */
function comingBack(afterRequests: number): Change {
  const unpublished = perRegistry(() => new Map<Release, number>());
  return allOf(
    replaceRule("unpublish", "apply", (before) => (release, call) => {
      unpublished(call).set(release, call.ordinal + afterRequests);
      return before(release, call);
    }),
    replaceRule("limiter", "assertWithinLimit", (before) => (call) => {
      for (const [release, ordinal] of unpublished(call)) {
        if (ordinal > call.ordinal) continue;
        saveRelease(release, call);
        unpublished(call).delete(release);
      }
      before(call);
    }),
  );
}

/** Faults after which an unpublished version is back. */
export const goneReleases: FaultFile = {
  "audit/unpublished-releases-do-not-return": {
    "repeated-finalize-of-an-unpublished-version-restores-it": replaceRule(
      "idempotency",
      "replay",
      (before) => (answer, call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        const release = intent && findRelease(intent.name, intent.version, call);
        if (call.operation === "finalizeReleaseUpload" && release?.status.state === "tombstoned")
          saveRelease({ ...release, status: { state: "available" } }, call);
        return before(answer, call);
      },
    ),
    "second-unpublish-restores-the-release": replaceRule("unpublish", "find", (before) => (call) => {
      const release = findRelease(call.name, call.version, call);
      if (release === undefined || !call.rules.unpublish.isGone(release, call)) return before(call);
      saveRelease({ ...release, status: { state: "available" } }, call);
      throw new ProblemError("not-found", "there is no such release");
    }),
    "second-unpublish-is-accepted-and-restores-the-release": allOf(
      replaceRule("unpublish", "find", (before) => (call) => {
        const release = findRelease(call.name, call.version, call);
        return release !== undefined && call.rules.unpublish.isGone(release, call) ? release : before(call);
      }),
      replaceRule("unpublish", "apply", (before) => (release, call) => {
        if (!call.rules.unpublish.isGone(release, call)) return before(release, call);
        const restored: Release = { ...release, status: { state: "available" } };
        saveRelease(restored, call);
        return restored;
      }),
    ),
    "unpublished-releases-return-after-700-requests": comingBack(700),
  },
};
