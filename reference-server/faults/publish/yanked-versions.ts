import { releasesOf, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { replaceRule } from "../../rules/change.ts";
import { isYanked } from "../changes/lookups.ts";
import { changingEarlierVersions } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in publishing next to a yanked version. */
export const yankedVersions: FaultFile = {
  "publish/further-versions-are-accepted-beside-a-yanked-version": {
    "version-beside-a-yanked-one-refused": replaceRule(
      "publish",
      "assertVersionFree",
      (before) => (name, version, call) => {
        if (releasesOf(name, call).some(isYanked))
          throw new ProblemError("version-conflict", "the volume has a yanked release");
        before(name, version, call);
      },
    ),
  },
  "publish/yanked-versions-stay-yanked": {
    "further-version-makes-yanked-versions-available": changingEarlierVersions((other) =>
      isYanked(other) ? { ...other, status: { state: "available" } } : other,
    ),
    "attachment-makes-yanked-versions-available": replaceRule(
      "trust",
      "attach",
      (before) => (release, attachment, call) => {
        for (const other of releasesOf(release.name, call))
          if (isYanked(other)) saveRelease({ ...other, status: { state: "available" } }, call);
        return before(release, attachment, call);
      },
    ),
  },
};
