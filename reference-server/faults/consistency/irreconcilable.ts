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
export const irreconcilable: FaultFile = {
  "consistency/irreconcilable-state-is-reported": {
    "inconsistent-release-is-served": ignoringInconsistency,
    "inconsistent-release-answers-version-conflict": replaceRule(
      "visibility",
      "assertConsistent",
      () => (release) => {
        if (release.isInconsistent) throw new ProblemError("version-conflict", "index and metadata differ");
      },
    ),
  },
  "consistency/irreconcilable-state-breaks-no-read": {
    "index-of-inconsistent-release-crashes": answeringInconsistency("getVersionIndex", "crash"),
    "trust-detail-of-inconsistent-release-crashes": answeringInconsistency("getTrustDetail", "crash"),
    "trust-summary-of-inconsistent-release-answers-validation-failed": answeringInconsistency(
      "getTrustSummary",
      "validation-failed",
    ),
  },
  "consistency/index-reports-irreconcilable-state": {
    "index-lists-an-inconsistent-release": onlyFor("getVersionIndex", ignoringInconsistency),
  },
  "consistency/metadata-reports-irreconcilable-state": {
    "metadata-serves-an-inconsistent-release": onlyFor("getRelease", ignoringInconsistency),
  },
  "consistency/trust-summary-reports-irreconcilable-state": {
    "trust-summary-serves-an-inconsistent-release": onlyFor("getTrustSummary", ignoringInconsistency),
  },
  "consistency/trust-detail-reports-irreconcilable-state": {
    "trust-detail-serves-an-inconsistent-release": onlyFor("getTrustDetail", ignoringInconsistency),
  },
};
