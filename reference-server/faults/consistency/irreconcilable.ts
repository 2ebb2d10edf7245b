import type { Operation } from "../../call.ts";
import { type ProblemSlug, Refusal } from "../../refusal.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Takes no notice of a release that cannot be reconciled. */
const ignoringInconsistency: Change = replaceRule("visibility", "judgeConsistent", () => () => undefined);

function answeringInconsistency(operation: Operation, slug: ProblemSlug | "crash"): Change {
  return onlyFor(
    operation,
    replaceRule("visibility", "judgeConsistent", () => (release) => {
      if (!release.isInconsistent) return;
      throw slug === "crash"
        ? new Error("index and metadata differ")
        : new Refusal(slug, "index and metadata differ");
    }),
  );
}

/** TODO */
export const irreconcilable: FaultFile = {
  "consistency/irreconcilable-state-is-reported": {
    "irreconcilable-state-is-never-noticed": {
      summary: "A release that cannot be reconciled is served as if all were well",
      change: ignoringInconsistency,
    },
    "irreconcilable-state-is-another-conflict": {
      summary: "A release that cannot be reconciled answers 409 version-conflict",
      change: replaceRule("visibility", "judgeConsistent", () => (release) => {
        if (release.isInconsistent) throw new Refusal("version-conflict", "index and metadata differ");
      }),
    },
  },
  "consistency/irreconcilable-state-breaks-no-read": {
    "irreconcilable-state-crashes-the-index": {
      summary: "The index of a release that cannot be reconciled answers 500",
      change: answeringInconsistency("getVersionIndex", "crash"),
    },
    "irreconcilable-state-crashes-the-detail": {
      summary: "The trust detail of a release that cannot be reconciled answers 500",
      change: answeringInconsistency("getTrustDetail", "crash"),
    },
    "irreconcilable-state-is-called-invalid": {
      summary: "The trust summary of a release that cannot be reconciled answers 400 validation-failed",
      change: answeringInconsistency("getTrustSummary", "validation-failed"),
    },
  },
  "consistency/index-reports-irreconcilable-state": {
    "index-lists-an-irreconcilable-release": {
      summary: "The index takes no notice that a release cannot be reconciled",
      change: onlyFor("getVersionIndex", ignoringInconsistency),
    },
  },
  "consistency/metadata-reports-irreconcilable-state": {
    "metadata-serves-an-irreconcilable-release": {
      summary: "Release metadata takes no notice that a release cannot be reconciled",
      change: onlyFor("getRelease", ignoringInconsistency),
    },
  },
  "consistency/trust-summary-reports-irreconcilable-state": {
    "trust-summary-serves-an-irreconcilable-release": {
      summary: "The trust summary takes no notice that a release cannot be reconciled",
      change: onlyFor("getTrustSummary", ignoringInconsistency),
    },
  },
  "consistency/trust-detail-reports-irreconcilable-state": {
    "trust-detail-serves-an-irreconcilable-release": {
      summary: "The trust detail takes no notice that a release cannot be reconciled",
      change: onlyFor("getTrustDetail", ignoringInconsistency),
    },
  },
};
