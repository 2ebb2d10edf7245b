import { setTimeout as wait } from "node:timers/promises";
import { releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import {
  conflictingWhileInProgress,
  overlapMs,
  refusingConcurrentFinalizes,
  togetherMs,
  withoutLock,
} from "../changes/races.ts";
import type { FaultFile } from "../fault.ts";

/** Each of two finalizes at once makes the unscoped volume, which a unique index over a scope that is null does not prevent. */
function makingUnscopedVolumesTwice(): Change {
  const begun = new Set<string>();
  const lost = new Set<string>();
  return allOf(
    onlyFor(
      "finalizeReleaseUpload",
      replaceRule("finalize", "oneAtATime", (before) => async (call, work) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        const isNew = !call.name.startsWith("@") && releasesOf(call.name, call).length === 0;
        if (intent !== undefined && isNew && begun.has(call.name)) lost.add(`${call.name}@${intent.version}`);
        begun.add(call.name);
        try {
          return await before(call, work);
        } finally {
          begun.delete(call.name);
        }
      }),
    ),
    replaceRule(
      "visibility",
      "inIndex",
      (before) => (release, call) => before(release, call) && !lost.has(`${release.name}@${release.version}`),
    ),
  );
}

/** Faults in other requests at once. */
export const races: FaultFile = {
  "histories/concurrent-equal-creates-do-not-conflict": {
    "key-in-use-answers-idempotency-conflict": {
      summary: "A create with a key that another request is using answers idempotency-conflict",
      change: conflictingWhileInProgress("createReleaseUpload"),
    },
    "every-reused-key-answers-idempotency-conflict": onlyFor(
      "createReleaseUpload",
      replaceRule(
        "idempotency",
        "fingerprint",
        (before) => (submission) => `${submission.call.ordinal} ${before(submission)}`,
      ),
    ),
  },
  "histories/concurrent-equal-creates-return-the-same-upload": {
    "same-creates-at-once-open-several-uploads": allOf(
      withoutLock,
      replaceRule("idempotency", "once", (before) => async (submission, work) => {
        if (submission.key === undefined || submission.call.operation !== "createReleaseUpload")
          return await before(submission, work);
        return await before(submission, async () => {
          await wait(overlapMs);
          return await work();
        });
      }),
    ),
    "keys-of-creates-ignored": {
      leads: "idempotency/keys-of-creates-conflict-with-another-version",
      change: onlyFor(
        "createReleaseUpload",
        replaceRule("idempotency", "once", () => async (_submission, work) => await work()),
      ),
    },
  },
  "histories/versions-published-concurrently-all-appear": {
    "index-loses-versions-published-at-once": {
      summary: "Of versions published at once, the index shows only the last",
      leads: "version-index/keeps-earlier-versions",
      change: replaceRule("visibility", "inIndex", () => (release, call) => {
        const others = releasesOf(release.name, call);
        const later = others.slice(others.indexOf(release) + 1);
        return !later.some(({ publishedAt }) => publishedAt - release.publishedAt < togetherMs);
      }),
    },
    "unscoped-volumes-are-made-twice-at-once": {
      summary:
        "Finalizes at once in a new unscoped volume each make it, and the index shows only one of the two",
      change: makingUnscopedVolumesTwice(),
    },
    "new-volume-refuses-a-second-open-upload": replaceRule(
      "publish",
      "assertVersionFree",
      (before) => (name, version, call) => {
        before(name, version, call);
        const isOpen = [...call.registry.store.intents.values()].some((intent) => intent.name === name);
        if (call.operation === "createReleaseUpload" && isOpen && releasesOf(name, call).length === 0) {
          throw new ProblemError("version-conflict", "the volume is being created");
        }
      },
    ),
    "finalizes-of-one-volume-exclude-each-other": {
      summary: "A finalize is rejected while another version of the volume is finalized",
      change: refusingConcurrentFinalizes(),
    },
  },
};
