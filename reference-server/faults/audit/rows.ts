import type { Call } from "../../call.ts";
import { releasesOf, saveRelease } from "../../lookup.ts";
import { objectAt, textAt } from "../../json.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { ReleaseIntent } from "../../store.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { withEachItem, withItems } from "../changes/documents.ts";
import { counting } from "../changes/memory.ts";
import { isYanked } from "../changes/lookups.ts";
import { keepingForAMinute } from "../changes/releases.ts";
import { asPattern } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

/** Shows a version that is not available as available again, in every second index that has it. */
function forgettingStates(): Change {
  const count = counting();
  return withEachItem("getVersionIndex", (row, call) => {
    const state = textAt(objectAt(row, "status"), "state");
    const isForgotten =
      state !== "available" && count(call, `${call.name} ${textAt(row, "version")} ${state}`) % 2 === 0;
    return isForgotten ? { ...row, status: { state: "available" } } : row;
  });
}

/** Adds a row for each such upload that was not published. */
function listingUploads(isSuch: (intent: ReleaseIntent, call: Call) => boolean): Change {
  return withItems("getVersionIndex", (rows, call) => [
    ...rows,
    ...[...call.registry.store.intents.values()].flatMap((intent) =>
      intent.kind === "release" && intent.name === call.name && !intent.isFinalized && isSuch(intent, call)
        ? rows.slice(0, 1).map((row) => ({ ...row, version: intent.version }))
        : [],
    ),
  ]);
}

/** Faults in reads of the index. */
export const rows: FaultFile = {
  "audit/published-versions-keep-their-row": {
    "rows-are-kept-for-a-minute": keepingForAMinute("inIndex"),
  },
  "audit/unpublished-uploads-have-no-row": {
    "indexes-have-rows-of-expired-uploads": listingUploads((intent, call) =>
      call.rules.finalize.isExpired(intent, call),
    ),
    "indexes-have-rows-of-refused-uploads": listingUploads(({ state }) => state === "failed"),
    "index-cuts-long-prereleases": withEachItem("getVersionIndex", (row) => ({
      ...row,
      version: textAt(row, "version")?.slice(0, 32),
    })),
  },
  "audit/rows-keep-what-finalize-returned": {
    "rows-of-yanked-versions-have-another-integrity": replaceRule(
      "render",
      "row",
      (before) => (release, call) =>
        before(isYanked(release) ? { ...release, integrity: unrelatedDigest } : release, call),
    ),
  },
  "audit/rows-keep-their-state": {
    "a-yank-takes-the-version-for-a-pattern": replaceRule("render", "row", (before) => (release, call) => {
      const isHit = releasesOf(release.name, call).some(
        (other) => isYanked(other) && asPattern(other.version, release.version),
      );
      return before(isHit ? { ...release, status: { state: "yanked" } } : release, call);
    }),
    "a-yank-of-a-prerelease-is-shown-in-the-row-of-its-release": replaceRule(
      "render",
      "row",
      (before) => (release, call) => {
        const isHit = releasesOf(release.name, call).some(
          (other) => isYanked(other) && other.version.startsWith(`${release.version}-`),
        );
        return before(isHit ? { ...release, status: { state: "yanked" } } : release, call);
      },
    ),
    "every-second-row-of-a-version-that-is-not-available-shows-it-as-available": forgettingStates(),
    "unpublish-takes-the-git-releases-of-the-volume": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => {
        for (const other of releasesOf(release.name, call))
          if (other.source.kind === "git") saveRelease({ ...other, status: { state: "tombstoned" } }, call);
        return before(release, call);
      },
    ),
  },
};
