import { findRelease, saveRelease } from "../../lookup.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import { perRegistry } from "../changes/memory.ts";
import { ofRestored } from "../changes/restored.ts";
import type { FaultFile } from "../fault.ts";

const available = (release: Release): Release => ({ ...release, status: { state: "available" } });

/** Keeps what it first saw of a release that was yanked. */
function rememberingYanks(group: "row" | "release"): Change {
  const memory = perRegistry(() => new Map<string, Release["status"]>());
  return replaceRule("render", group, (before) => (release, call) => {
    const yanked = memory(call);
    const id = `${release.name}@${release.version}`;
    if (release.status.state === "yanked") yanked.set(id, release.status);
    return before({ ...release, status: yanked.get(id) ?? release.status }, call);
  });
}

/** Faults in operations on releases that are not available. */
export const finalOperations: FaultFile = {
  "audit/writes-do-not-change-states": {
    "attaching-to-a-yanked-release-makes-it-available": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) =>
        before(release.status.state === "yanked" ? available(release) : release, attachment, call),
    ),
    "attaching-to-a-blocked-release-makes-it-available": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) =>
        before(release.status.state === "blocked" ? available(release) : release, attachment, call),
    ),
    "trust-create-for-a-blocked-release-makes-it-available": replaceRule(
      "trust",
      "toIntent",
      (before) => (submission, release) => {
        if (release.status.state === "blocked") saveRelease(available(release), submission.call);
        return before(submission, release);
      },
    ),
    "an-unavailable-release-is-replaced": replaceRule(
      "publish",
      "isTaken",
      (before) => (name, version, call) =>
        before(name, version, call) && findRelease(name, version, call)?.status.state !== "unavailable",
    ),
    "create-of-a-tombstoned-version-makes-it-available": replaceRule(
      "publish",
      "assertVersionFree",
      (before) => (name, version, call) => {
        const release = findRelease(name, version, call);
        if (release?.status.state === "tombstoned") saveRelease(available(release), call);
        return before(name, version, call);
      },
    ),
  },
  "audit/hidden-releases-can-be-asked-to-be-unpublished": {
    "unpublish-of-a-blocked-release-crashes": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => {
        if (release.status.state === "blocked") throw new TypeError("the release has no files");
        return before(release, call);
      },
    ),
    "unpublish-of-an-unavailable-release-makes-it-available": replaceRule(
      "unpublish",
      "apply",
      (before) => (release, call) => {
        if (release.status.state !== "unavailable") return before(release, call);
        saveRelease(available(release), call);
        return available(release);
      },
    ),
  },
  "audit/restored-releases-are-available-again": {
    "restored-releases-keep-their-yanked-row": rememberingYanks("row"),
    "restored-releases-keep-their-yanked-metadata": rememberingYanks("release"),
    "restored-releases-cannot-be-downloaded": ofRestored((isRestored) =>
      replaceRule(
        "visibility",
        "inDownload",
        (before) => (release, call) => before(release, call) && !isRestored(release, call),
      ),
    ),
    "restored-versions-can-be-published-again": ofRestored((isRestored) =>
      replaceRule("publish", "isTaken", (before) => (name, version, call) => {
        const release = findRelease(name, version, call);
        return before(name, version, call) && !(release !== undefined && isRestored(release, call));
      }),
    ),
  },
};
