import { findRelease, releasesOf, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import { compareVersions } from "../../rules/version-order.ts";
import { allReleases, type Release, type ReleaseState } from "../../store.ts";
import { archivesKeptByDeclaredDigest } from "../changes/digests.ts";
import { changingEarlierVersions } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** Lets the files of a new release take the place of those of another one with the same key. */
function keepingArchivesBy(toKey: (release: Release) => string): Change {
  return replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
    const next = before(intent, content, call);
    for (const other of allReleases(call.registry.store))
      if (other.source.kind === "hosted" && other.name !== next.name && toKey(other) === toKey(next))
        saveRelease({ ...other, bytes: next.bytes, tree: next.tree }, call);
    return next;
  });
}

/** Rejects a second release of a version, but changes the first. */
function refusedAfterChanging(mix: (old: Release, next: Release) => Release): Change {
  return allOf(
    replaceRule("publish", "assertVersionFree", () => () => undefined),
    replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
      const next = before(intent, content, call);
      const old = findRelease(intent.name, intent.version, call);
      if (old === undefined) return next;
      saveRelease(mix(old, next), call);
      throw new ProblemError("version-conflict", "the version exists");
    }),
  );
}

/** Lets versions in this state be replaced. */
function replacedWhen(state: ReleaseState): Change {
  return replaceRule(
    "publish",
    "isTaken",
    (before) => (name, version, call) =>
      before(name, version, call) && findRelease(name, version, call)?.status.state !== state,
  );
}

/** Treats a version as existing if the volume has a similar one. */
function takenBy(isSimilar: (version: string, existing: string) => boolean): Change {
  return replaceRule(
    "publish",
    "isTaken",
    (before) => (name, version, call) =>
      before(name, version, call) ||
      releasesOf(name, call).some((release) => isSimilar(version, release.version)),
  );
}

const numbersOf = (version: string): string => version.replace(/[-+].*$/, "");

/** Faults in which versions can be published. */
function refusingLower(operations: Operations): Change {
  return replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
    before(name, version, call);
    const isLower = releasesOf(name, call).some((other) => compareVersions(other.version, version) > 0);
    if (isOneOf(operations, call) && isLower)
      throw new ProblemError("invalid-upload-state", "a higher version exists");
  });
}

export const versions: FaultFile = {
  "publish/existing-versions-are-refused": {
    "existing-version-replaced": replaceRule("publish", "isTaken", () => () => false),
    "existing-prerelease-replaced": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) => !version.includes("-") && before(name, version, call),
    ),
    "existing-version-with-build-metadata-replaced": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) => !version.includes("+") && before(name, version, call),
    ),
    "existing-version-with-attachments-replaced": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) =>
        before(name, version, call) && findRelease(name, version, call)?.attachments.length === 0,
    ),
    "existing-version-answers-validation-failed": replaceRule(
      "publish",
      "assertVersionFree",
      (before, { publish }) =>
        (name, version, call) => {
          if (publish.isTaken(name, version, call))
            throw new ProblemError("validation-failed", "the version exists");
          before(name, version, call);
        },
    ),
    "existing-version-answers-idempotency-conflict": replaceRule(
      "publish",
      "assertVersionFree",
      (before, { publish }) =>
        (name, version, call) => {
          if (publish.isTaken(name, version, call))
            throw new ProblemError("idempotency-conflict", "the version exists");
          before(name, version, call);
        },
    ),
  },
  "publish/yanked-versions-are-not-reused": {
    "yanked-version-replaced": replacedWhen("yanked"),
  },
  "publish/blocked-versions-are-not-reused": {
    "blocked-version-replaced": replacedWhen("blocked"),
  },
  "publish/versions-in-git-are-not-reused": {
    "git-version-replaced": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) =>
        before(name, version, call) && findRelease(name, version, call)?.source.kind !== "git",
    ),
  },
  "publish/existing-releases-are-never-replaced": {
    "existing-version-replaced-though-refused": {
      summary: "Publishing a version again answers version-conflict, but replaces the release",
      change: refusedAfterChanging((_old, next) => next),
    },
    "archives-are-kept-by-their-declared-digest": archivesKeptByDeclaredDigest,
    "archives-are-kept-by-name-and-version-joined": keepingArchivesBy(({ name, version }) => name + version),
    "existing-files-replaced-though-refused": {
      summary: "Publishing a version again answers version-conflict, but replaces the download",
      leads: "download/versions-have-their-own-files",
      change: refusedAfterChanging((old, { bytes, tree }) => ({ ...old, bytes, tree })),
    },
  },
  "publish/further-versions-are-accepted": {
    "second-version-refused": replaceRule(
      "publish",
      "assertVersionFree",
      (before) => (name, version, call) => {
        if (releasesOf(name, call).length > 0)
          throw new ProblemError("version-conflict", "the volume has a release");
        before(name, version, call);
      },
    ),
    "second-version-yanks-the-first": changingEarlierVersions((other) => ({
      ...other,
      status: { state: "yanked" },
    })),
    "second-version-changes-the-integrity-of-the-first": changingEarlierVersions((other, { integrity }) => ({
      ...other,
      integrity,
    })),
  },
  "publish/similar-versions-do-not-conflict": {
    "versions-that-differ-in-case-conflict": takenBy(
      (version, existing) => version.toLowerCase() === existing.toLowerCase(),
    ),
    "versions-with-a-common-prefix-conflict": {
      summary: "A version conflicts with a prerelease that is its prefix, or of which it is the prefix",
      change: takenBy(
        (version, existing) =>
          existing.includes("-") && (version.startsWith(existing) || existing.startsWith(version)),
      ),
    },
    "a-new-version-conflicts-right-after-a-conflict": (rules) => {
      const poisoned = new Set<string>();
      return replaceRule("publish", "isTaken", (before) => (name, version, call) => {
        const isTaken = before(name, version, call);
        if (isTaken) poisoned.add(name);
        return isTaken || poisoned.delete(name);
      })(rules);
    },
    "releases-conflict-with-their-prereleases": takenBy(
      (version, existing) => version === numbersOf(existing),
    ),
  },
  "publish/lower-versions-are-accepted": {
    "prereleases-conflict-with-their-release": {
      summary: "A prerelease conflicts with its release, if that was published first",
      change: takenBy((version, existing) => version.includes("-") && numbersOf(version) === existing),
    },
    "lower-version-refused": refusingLower("createReleaseUpload"),
    "lower-version-refused-at-finalize": refusingLower("finalizeReleaseUpload"),
  },
};
