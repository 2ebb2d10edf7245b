import type { Operation } from "../../call.ts";
import { type ProblemSlug, ProblemError } from "../../problem-error.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Serves inconsistent releases. */
const ignoringInconsistency: Change = replaceRule("visibility", "assertConsistent", () => () => undefined);

function answeringInconsistency(operation: Operation, slug: ProblemSlug | "crash"): Change {
  return onlyFor(
    operation,
    replaceRule("visibility", "assertConsistent", () => (release) => {
      if (!release.isInconsistent) return;
      throw slug === "crash"
        ? new Error("index and metadata differ")
        : new ProblemError(slug, "index and metadata differ");
    }),
  );
}

/** Faults in reads of a release whose records disagree. */
export const inconsistentState: FaultFile = {
  "consistency/inconsistent-state-is-reported": {
    "inconsistent-release-is-served": ignoringInconsistency,
    "inconsistent-release-answers-version-conflict": {
      leads: "every-response/endpoints-answer-their-own-problems",
      change: replaceRule("visibility", "assertConsistent", () => (release) => {
        if (release.isInconsistent) throw new ProblemError("version-conflict", "index and metadata differ");
      }),
    },
  },
  "consistency/inconsistent-state-does-not-break-reads": {
    "index-of-inconsistent-release-crashes": answeringInconsistency("getVersionIndex", "crash"),
    "trust-detail-of-inconsistent-release-crashes": {
      leads: "every-response/endpoints-never-answer-server-errors",
      change: answeringInconsistency("getTrustDetail", "crash"),
    },
    "trust-summary-of-inconsistent-release-answers-validation-failed": answeringInconsistency(
      "getTrustSummary",
      "validation-failed",
    ),
  },
  "consistency/index-reports-inconsistent-state": {
    "index-lists-an-inconsistent-release": onlyFor("getVersionIndex", ignoringInconsistency),
  },
  "consistency/metadata-reports-inconsistent-state": {
    "metadata-serves-an-inconsistent-release": onlyFor("getRelease", ignoringInconsistency),
  },
  "consistency/trust-summary-reports-inconsistent-state": {
    "trust-summary-serves-an-inconsistent-release": onlyFor("getTrustSummary", ignoringInconsistency),
  },
  "consistency/trust-detail-reports-inconsistent-state": {
    "trust-detail-serves-an-inconsistent-release": onlyFor("getTrustDetail", ignoringInconsistency),
  },
};
