import { findRelease, releasesOf, saveRelease } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { Release, ReleaseState } from "../store.ts";
import type { Fault } from "./fault.ts";
import { isYanked } from "./release-states.ts";

/** Refuses a second release of a version, but only after it has left something behind. */
function refusedTooLate(mix: (old: Release, next: Release) => Release): Change {
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

/** Does something to a volume's earlier releases when a further one is published. */
function touchingTheOthers(change: (other: Release, next: Release) => Release): Change {
  return replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
    const next = before(intent, content, call);
    for (const other of releasesOf(intent.name, call)) saveRelease(change(other, next), call);
    return next;
  });
}

/** Versions in this state are replaced. */
function replacedWhen(state: ReleaseState): Fault {
  return {
    name: `${state}-version-replaced`,
    breaks: `publish/${state}-versions-are-not-reused`,
    summary: `A version that is ${state} can be published again`,
    change: replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) =>
        before(name, version, call) && findRelease(name, version, call)?.status.state !== state,
    ),
  };
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

const alike = "publish/versions-that-are-alike-do-not-conflict";

/** Versions that are replaced, and volumes that take only one. */
export const publishVersionFaults: readonly Fault[] = [
  {
    name: "existing-version-replaced",
    breaks: "publish/existing-versions-are-refused",
    summary: "A version can be published again, and the later release replaces the earlier",
    change: replaceRule("publish", "isTaken", () => () => false),
  },
  {
    name: "existing-prerelease-replaced",
    breaks: "publish/existing-versions-are-refused",
    summary: "A prerelease can be published again, and the later one replaces the earlier",
    change: replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) => !version.includes("-") && before(name, version, call),
    ),
  },
  {
    name: "existing-version-is-validation-failed",
    breaks: "publish/existing-versions-are-refused",
    summary: "A version that exists is refused with 400",
    change: replaceRule("publish", "judgeFree", (before, { publish }) => (name, version, call) => {
      if (publish.isTaken(name, version, call)) throw new Refusal("validation-failed", "the version exists");
      before(name, version, call);
    }),
  },
  {
    name: "existing-version-is-an-idempotency-conflict",
    breaks: "publish/existing-versions-are-refused",
    summary: "A version that exists is refused as idempotency-conflict",
    change: replaceRule("publish", "judgeFree", (before, { publish }) => (name, version, call) => {
      if (publish.isTaken(name, version, call))
        throw new Refusal("idempotency-conflict", "the version exists");
      before(name, version, call);
    }),
  },
  {
    name: "existing-version-replaced-though-refused",
    breaks: "publish/existing-releases-are-never-replaced",
    summary: "Publishing a version again is refused, but the release is the later one from then on",
    change: refusedTooLate((_old, next) => next),
  },
  {
    name: "existing-files-replaced-though-refused",
    breaks: "publish/existing-releases-are-never-replaced",
    summary: "Publishing a version again is refused, but the download is the later one from then on",
    change: refusedTooLate((old, { bytes, tree }) => ({ ...old, bytes, tree })),
  },
  replacedWhen("yanked"),
  replacedWhen("blocked"),
  {
    name: "version-beside-a-yanked-one-refused",
    breaks: "publish/yanked-versions-leave-room-for-others",
    summary: "A volume with a yanked version takes no other",
    change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
      if (releasesOf(name, call).some(isYanked))
        throw new Refusal("version-conflict", "the volume has a yanked release");
      before(name, version, call);
    }),
  },
  {
    name: "further-version-ends-a-yank",
    breaks: "publish/yanked-versions-stay-yanked",
    summary: "A further version makes the volume's yanked ones available",
    change: touchingTheOthers((other) =>
      isYanked(other) ? { ...other, status: { state: "available" } } : other,
    ),
  },
  {
    name: "second-version-refused",
    breaks: "publish/further-versions-are-accepted",
    summary: "A volume that has a release takes no other",
    change: replaceRule("publish", "judgeFree", (before) => (name, version, call) => {
      if (releasesOf(name, call).length > 0)
        throw new Refusal("version-conflict", "the volume has a release");
      before(name, version, call);
    }),
  },
  {
    name: "second-version-yanks-the-first",
    breaks: "publish/further-versions-are-accepted",
    summary: "A further version makes the earlier ones yanked",
    change: touchingTheOthers((other) => ({ ...other, status: { state: "yanked" } })),
  },
  {
    name: "second-version-passes-its-integrity-on",
    breaks: "publish/further-versions-are-accepted",
    summary: "A further version gives the earlier ones its own integrity",
    change: touchingTheOthers((other, { integrity }) => ({ ...other, integrity })),
  },
  {
    name: "versions-conflict-without-case",
    breaks: alike,
    summary: "A version conflicts with one that has its letters in another case",
    change: takenBy((version, existing) => version.toLowerCase() === existing.toLowerCase()),
  },
  {
    name: "versions-conflict-by-their-beginning",
    breaks: alike,
    summary: "A version conflicts with a prerelease that begins with it or that it begins with",
    change: takenBy(
      (version, existing) =>
        existing.includes("-") && (version.startsWith(existing) || existing.startsWith(version)),
    ),
  },
  {
    name: "prereleases-conflict-with-their-release",
    breaks: alike,
    summary: "A prerelease conflicts with the release that came before it",
    change: takenBy((version, existing) => version.includes("-") && numbersOf(version) === existing),
  },
  {
    name: "releases-conflict-with-their-prereleases",
    breaks: alike,
    summary: "A release conflicts with a prerelease of the same numbers",
    change: takenBy((version, existing) => version === numbersOf(existing)),
  },
];
