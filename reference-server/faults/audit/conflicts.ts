import { releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { onlyFor, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in what a create request conflicts with. */
export const conflicts: FaultFile = {
  "audit/conflicts-are-about-versions-that-there-are": {
    "thirteenth-version-is-a-conflict": onlyFor(
      "createReleaseUpload",
      replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
        if (releasesOf(name, call).length >= 12)
          throw new ProblemError("version-conflict", "the volume has too many versions");
        before(name, version, call);
      }),
    ),
  },
};
