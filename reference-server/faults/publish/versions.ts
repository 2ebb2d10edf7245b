import { findRelease, releasesOf, saveRelease } from "../../lookup.ts";
import { Refusal } from "../../refusal.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { Release, ReleaseState } from "../../store.ts";
import { changingEarlierVersions } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** Refuses a second release of a version, but only after it has left something behind. */
function refusedAfterChanging(mix: (old: Release, next: Release) => Release): Change {
  return allOf(
    replaceRule("publish", "judgeFree", () => () => undefined),
    replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
      const next = before(intent, content, call);
      const old = findRelease(intent.name, intent.version, call);
      if (old === undefined) return next;
      saveRelease(mix(old, next), call);
      throw new Refusal("version-conflict", "the version exists");
    }),
  );
}

/** Versions in this state are replaced. */
function replacedWhen(state: ReleaseState): Change {
  return replaceRule(
    "publish",
    "isTaken",
    (before) => (name, version, call) =>
      before(name, version, call) && findRelease(name, version, call)?.status.state !== state,
  );
}

/** Takes a version for taken when the volume has one that `isAlike` says. */
function takenBy(isAlike: (version: string, existing: string) => boolean): Change {
  return replaceRule(
    "publish",
    "isTaken",
    (before) => (name, version, call) =>
      before(name, version, call) ||
      releasesOf(name, call).some((release) => isAlike(version, release.version)),
  );
}

const numbersOf = (version: string): string => version.replace(/[-+].*$/, "");

/** TODO */
export const versions: FaultFile = {
  "publish/existing-versions-are-refused": {
    "existing-version-replaced": {
      summary: "A version can be published again, and the later release replaces the earlier",
      change: replaceRule("publish", "isTaken", () => () => false),
    },
    "existing-prerelease-replaced": {
      summary: "A prerelease can be published again, and the later one replaces the earlier",
      change: replaceRule(
        "publish",
        "isTaken",
        (before) => (name, version, call) => !version.includes("-") && before(name, version, call),
      ),
    },
    "existing-version-is-validation-failed": {
      summary: "A version that exists is refused with 400",
      change: replaceRule("publish", "judgeFree", (before, { publish }) => (name, version, call) => {
        if (publish.isTaken(name, version, call))
          throw new Refusal("validation-failed", "the version exists");
        before(name, version, call);
      }),
    },
    "existing-version-is-an-idempotency-conflict": {
      summary: "A version that exists is refused as idempotency-conflict",
      change: replaceRule("publish", "judgeFree", (before, { publish }) => (name, version, call) => {
        if (publish.isTaken(name, version, call))
          throw new Refusal("idempotency-conflict", "the version exists");
        before(name, version, call);
      }),
    },
  },
  "publish/yanked-versions-are-not-reused": {
    "yanked-version-replaced": {
      summary: "A version that is yanked can be published again",
      change: replacedWhen("yanked"),
    },
  },
  "publish/blocked-versions-are-not-reused": {
    "blocked-version-replaced": {
      summary: "A version that is blocked can be published again",
      change: replacedWhen("blocked"),
    },
  },
  "publish/existing-releases-are-never-replaced": {
    "existing-version-replaced-though-refused": {
      summary: "Publishing a version again is refused, but the release is the later one from then on",
      change: refusedAfterChanging((_old, next) => next),
    },
    "existing-files-replaced-though-refused": {
      summary: "Publishing a version again is refused, but the download is the later one from then on",
      change: refusedAfterChanging((old, { bytes, tree }) => ({ ...old, bytes, tree })),
    },
  },
  "publish/further-versions-are-accepted": {
    "second-version-refused": {
      summary: "A volume that has a release takes no other",
      change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
        if (releasesOf(name, call).length > 0)
          throw new Refusal("version-conflict", "the volume has a release");
        before(name, version, call);
      }),
    },
    "second-version-yanks-the-first": {
      summary: "A further version makes the earlier ones yanked",
      change: changingEarlierVersions((other) => ({ ...other, status: { state: "yanked" } })),
    },
    "second-version-passes-its-integrity-on": {
      summary: "A further version gives the earlier ones its own integrity",
      change: changingEarlierVersions((other, { integrity }) => ({ ...other, integrity })),
    },
  },
  "publish/versions-that-are-alike-do-not-conflict": {
    "versions-conflict-without-case": {
      summary: "A version conflicts with one that has its letters in another case",
      change: takenBy((version, existing) => version.toLowerCase() === existing.toLowerCase()),
    },
    "versions-conflict-by-their-beginning": {
      summary: "A version conflicts with a prerelease that begins with it or that it begins with",
      change: takenBy(
        (version, existing) =>
          existing.includes("-") && (version.startsWith(existing) || existing.startsWith(version)),
      ),
    },
    "prereleases-conflict-with-their-release": {
      summary: "A prerelease conflicts with the release that came before it",
      change: takenBy((version, existing) => version.includes("-") && numbersOf(version) === existing),
    },
    "releases-conflict-with-their-prereleases": {
      summary: "A release conflicts with a prerelease of the same numbers",
      change: takenBy((version, existing) => version === numbersOf(existing)),
    },
  },
};
