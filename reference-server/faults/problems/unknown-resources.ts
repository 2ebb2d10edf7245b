import { Refusal } from "../../refusal.ts";
import { withAnswer } from "../../rules/change.ts";
import { answeringUnknownRelease, succeedingWith } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const unknownResources: FaultFile = {
  "problems/unknown-releases-are-not-found": {
    "unknown-release-is-empty": {
      summary: "An unknown release is answered 200 with null",
      change: answeringUnknownRelease("getRelease", succeedingWith(null)),
    },
    "unknown-release-is-inconsistent": {
      summary: "An unknown release is answered inconsistent-registry-state",
      change: withAnswer("getRelease", (answer, call) =>
        answer.status === 404
          ? call.rules.problems.toAnswer(new Refusal("inconsistent-registry-state", "no such release"), call)
          : answer,
      ),
    },
  },
};
