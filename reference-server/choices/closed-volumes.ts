import type { Call } from "../call.ts";
import { releasesOf } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, replaceRule } from "../rules/change.ts";
import type { ReleaseState } from "../store.ts";
import type { Choice } from "./choice.ts";

function has(state: ReleaseState, name: string, call: Call): boolean {
  return releasesOf(name, call).some(({ status }) => status.state === state);
}

/** Volumes that take nothing new. */
export const closedVolumeChoices: readonly Choice[] = [
  {
    name: "closed-volumes",
    question: "Which volumes take no new versions?",
    default: "none",
    values: {
      unpublished: {
        summary: "Those with an unpublished version: create answers version-conflict",
        warns: ["unpublish/further-versions-are-accepted", "unpublish/open-uploads-can-be-finalized"],
        change: replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
          before(name, version, call);
          if (has("tombstoned", name, call))
            throw new ProblemError("version-conflict", "the volume takes no more versions");
        }),
      },
      blocked: {
        summary: "Those with a blocked version: create and trust create answer authorization-failed",
        skips: ["publish/blocked-versions-are-not-reused", "trust/git-releases-keep-their-attachments"],
        change: allOf(
          replaceRule("publish", "assertVersionFree", (before) => (name, version, call) => {
            before(name, version, call);
            if (has("blocked", name, call))
              throw new ProblemError("authorization-failed", "a version of the volume is blocked");
          }),
          replaceRule("trust", "toIntent", (before) => (submission, release) => {
            if (has("blocked", release.name, submission.call))
              throw new ProblemError("authorization-failed", "a version of the volume is blocked");
            return before(submission, release);
          }),
        ),
      },
    },
  },
];
