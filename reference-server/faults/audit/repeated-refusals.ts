import type { Operation } from "../../call.ts";
import { ProblemError, type ProblemSlug } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import { counting } from "../changes/memory.ts";
import type { FaultFile } from "../fault.ts";

/** Gives another reason for a refusal from the second time on. */
export function explainingOtherwise(operation: Operation, first: ProblemSlug, later: ProblemSlug): Change {
  const count = counting();
  return replaceRule("problems", "toAnswer", (before) => (problem, call) => {
    const isMeant = isOneOf(operation, call) && problem.slug === first;
    const isFirst = !isMeant || count(call, `${call.url.pathname} ${problem.message}`) === 1;
    return before(
      isFirst ? problem : new ProblemError(later, "refused for another reason than before"),
      call,
    );
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
    "other-subjects-are-hidden-the-second-time": explainingOtherwise(
      "createTrustUpload",
      "subject-binding-mismatch",
      "not-found",
    ),
  },
};
