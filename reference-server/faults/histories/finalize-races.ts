import { findRelease, saveRelease } from "../../lookup.ts";
import { Refusal } from "../../refusal.ts";
import { allOf, onlyFor, replaceRule } from "../../rules/change.ts";
import { differentDigest } from "../changes/digests.ts";
import { refusingConcurrentFinalizes, withoutLock } from "../changes/races.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const finalizeRaces: FaultFile = {
  "histories/one-upload-finalized-at-once-publishes-once": {
    "each-finalize-makes-its-own-release": {
      summary: "Finalizes of one upload at the same time each give a release with an integrity of its own",
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
      summary: "Finalizes that meet are all refused",
      change: refusingConcurrentFinalizes(),
    },
    "repeated-finalize-crashes": {
      summary: "A finalize that comes again meets an error inside the server",
      change: replaceRule("finalize", "judgeState", (before) => (intent, call) => {
        if (intent.isFinalized) throw new Error("the bytes of the upload are gone");
        before(intent, call);
      }),
    },
  },
  "histories/of-two-uploads-of-one-version-one-wins": {
    "finalize-races": {
      summary: "Two finalizes at the same time both succeed",
      change: replaceRule("finalize", "oneAtATime", () => async (_call, work) => await work()),
    },
    "rival-upload-replaces-the-winner": {
      summary: "Of two open uploads for a version both can be finalized, one after the other",
      change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
        if (call.operation !== "finalizeReleaseUpload") before(name, version, call);
      }),
    },
    "rival-upload-is-not-found": {
      summary: "The second of two uploads for a version is not found when it is finalized",
      change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
        try {
          before(name, version, call);
        } catch (error) {
          throw call.operation === "finalizeReleaseUpload"
            ? new Refusal("not-found", "the upload is gone")
            : error;
        }
      }),
    },
    "uploads-of-one-version-both-succeed-at-once": {
      summary: "Two finalizes of one version at the same time both succeed",
      change: withoutLock,
    },
    "uploads-of-one-version-share-their-id": {
      summary: "A further upload of a version takes the id and the place of the one that is open",
      change: replaceRule("publish", "toIntent", (before) => (submission) => {
        const next = before(submission);
        const open = [...submission.call.registry.store.intents.values()].find(
          ({ kind, name, version, isFinalized }) =>
            kind === "release" && name === next.name && version === next.version && !isFinalized,
        );
        return { ...next, uploadId: open?.uploadId ?? next.uploadId };
      }),
    },
    "late-finalize-replaces-release": {
      summary: "A finalize of a version that exists replaces it",
      change: onlyFor(
        "finalizeReleaseUpload",
        replaceRule("publish", "judgeFree", () => () => undefined),
      ),
    },
    "refused-finalize-spoils-release": {
      summary: "A finalize that is refused as version-conflict leaves its integrity in the release",
      change: onlyFor(
        "finalizeReleaseUpload",
        replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
          const release = findRelease(name, version, call);
          if (release !== undefined)
            saveRelease({ ...release, integrity: differentDigest(release.integrity) }, call);
          before(name, version, call);
        }),
      ),
    },
    "late-finalize-is-invalid-archive": {
      summary: "A finalize of a version that exists is invalid-archive",
      change: onlyFor(
        "finalizeReleaseUpload",
        replaceRule("publish", "judgeFree", () => (name, version, call) => {
          if (findRelease(name, version, call) !== undefined)
            throw new Refusal("invalid-archive", "the version exists");
        }),
      ),
    },
  },
};
