import { ProblemError } from "../../problem-error.ts";
import { withAnswer } from "../../rules/change.ts";
import { answeringUnknownRelease, succeedingWith } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the problem of an unknown release. */
export const unknownResources: FaultFile = {
  "problems/unknown-releases-are-not-found": {
    "unknown-release-answers-200-with-null": {
      leads: "every-response/release-metadata-is-well-formed",
      change: answeringUnknownRelease("getRelease", succeedingWith(null)),
    },
    "unknown-release-answers-inconsistent-registry-state": withAnswer("getRelease", (answer, call) =>
      answer.status === 404
        ? call.rules.problems.toAnswer(
            new ProblemError("inconsistent-registry-state", "no such release"),
            call,
          )
        : answer,
    ),
  },
};
