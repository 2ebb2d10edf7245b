import { explainingOtherwise } from "../changes/refusals.ts";
import type { FaultFile } from "../fault.ts";

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
