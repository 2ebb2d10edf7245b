import { releasesOf } from "../../lookup.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { ExternalDependency } from "../../store.ts";
import { changingEarlierVersions } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** A declaration that a lockfile seems to make. */
const resolved: ExternalDependency = {
  purl: "pkg:npm/is-odd",
  constraint: "vers:npm/3.0.1",
  purpose: "runtime",
  components: [],
};

/** Adds a declaration for a file with a certain name. */
function readingLockfile(path: string): Change {
  return replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
    const release = before(intent, content, call);
    const hasLockfile = content.tree.some((entry) => entry.path === path);
    return hasLockfile
      ? { ...release, externalDependencies: [...release.externalDependencies, resolved] }
      : release;
  });
}

/** Faults in which declarations a version has. */
export const declarations: FaultFile = {
  "consistency/versions-declare-only-what-their-manifest-declares": {
    "versions-inherit-the-declarations-of-the-version-before": replaceRule(
      "finalize",
      "toRelease",
      (before) => (intent, content, call) => {
        const release = before(intent, content, call);
        const inherited = releasesOf(intent.name, call).at(-1)?.externalDependencies ?? [];
        return release.externalDependencies.length > 0
          ? release
          : { ...release, externalDependencies: inherited };
      },
    ),
    "declarations-are-read-from-a-package-lock": readingLockfile("package-lock.json"),
    "declarations-are-read-from-requirements": readingLockfile("requirements.txt"),
  },
  "consistency/versions-keep-their-declarations": {
    "a-further-version-replaces-the-declarations-of-earlier-ones": changingEarlierVersions(
      (earlier, next) => ({ ...earlier, externalDependencies: next.externalDependencies }),
    ),
  },
};
