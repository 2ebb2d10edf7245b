import { ProblemError } from "../../problem-error.ts";
import { replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in which release an artifact may name. */
export const artifactBinding: FaultFile = {
  "trust/artifacts-bind-to-their-release": {
    "artifacts-may-name-another-release": replaceRule("trust", "assertArtifact", () => () => undefined),
    "artifact-of-another-release-answers-digest-mismatch": replaceRule(
      "trust",
      "assertArtifact",
      (before) => (bytes, release, call) => {
        try {
          before(bytes, release, call);
        } catch (error) {
          throw error instanceof ProblemError ? new ProblemError("digest-mismatch", error.message) : error;
        }
      },
    ),
  },
};
