import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { counting } from "../changes/memory.ts";
import { explainingOtherwise } from "../changes/refusals.ts";
import type { FaultFile } from "../fault.ts";

/** Answers that there is no such release where a subject that does not bind is sent again. */
function hidingSubjectsSentAgain(): Change {
  const count = counting();
  return replaceRule("trust", "assertSubject", (before) => (subject, release, call) => {
    try {
      before(subject, release, call);
    } catch (error) {
      if (count(call, `${call.url.pathname} ${JSON.stringify(subject)}`) === 1) throw error;
      throw new ProblemError("not-found", "refused for another reason than before");
    }
  });
}

/** Faults in the reasons for a refusal that was given before. */
export const repeatedRefusals: FaultFile = {
  "audit/repeated-refusals-have-the-same-problem": {
    "taken-versions-are-malformed-the-second-time": explainingOtherwise(
      "createReleaseUpload",
      "version-conflict",
      "validation-failed",
    ),
    "other-subjects-are-hidden-the-second-time": hidingSubjectsSentAgain(),
  },
};
