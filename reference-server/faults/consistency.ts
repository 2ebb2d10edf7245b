import type { Operation } from "../call.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { type ProblemSlug, Refusal } from "../refusal.ts";
import { type Change, onlyWhen, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { foreignDigest, isCallOf, textOf, withItems, withMember } from "./reading.ts";

/** Takes no notice of a release that cannot be reconciled. */
const unaware: Change = replaceRule("visibility", "judgeConsistent", () => () => undefined);

function answeringInstead(operation: Operation, slug: ProblemSlug | "crash"): Change {
  return onlyWhen(
    isCallOf(operation),
    replaceRule("visibility", "judgeConsistent", () => (release) => {
      if (!release.isInconsistent) return;
      throw slug === "crash"
        ? new Error("index and metadata differ")
        : new Refusal(slug, "index and metadata differ");
    }),
  );
}

function otherSubject(operation: Operation, change: (subject: JsonObject) => JsonObject): Change {
  return withMember(operation, "subject", (subject) => (isJsonObject(subject) ? change(subject) : subject));
}

/** Broken agreement between index, metadata and trust data. */
export const consistencyFaults: readonly Fault[] = [
  {
    name: "metadata-integrity-differs-from-finalize",
    breaks: "consistency/metadata-repeats-finalize",
    summary: "Metadata has another integrity than finalize answered",
    change: withMember("getRelease", "integrity", () => foreignDigest),
  },
  {
    name: "metadata-of-unscoped-release-differs-from-finalize",
    breaks: "consistency/metadata-repeats-finalize",
    summary: "Metadata of unscoped releases has another integrity than finalize answered",
    change: onlyWhen(
      ({ form }) => form === "unscoped",
      withMember("getRelease", "integrity", () => foreignDigest),
    ),
  },
  {
    name: "metadata-purl-differs-from-finalize",
    breaks: "consistency/metadata-repeats-finalize",
    summary: "Metadata has another purl than finalize answered",
    change: withMember("getRelease", "purl", (purl) => `${textOf(purl)}-0`),
  },
  {
    name: "metadata-declarations-differ-from-finalize",
    breaks: "consistency/declarations-repeat-finalize",
    summary: "Metadata has other declaration keys than finalize answered",
    change: withItems(
      "getRelease",
      (declared) =>
        declared.map((one) => ({
          ...one,
          declarationKey: textOf(one["declarationKey"]).replace(/^[a-z]+/, "other"),
        })),
      "externalDependencies",
    ),
  },
  {
    name: "trust-summary-subject-integrity-is-foreign",
    breaks: "consistency/trust-subjects-name-the-release",
    summary: "The subject of a trust summary has another integrity than the release",
    change: otherSubject("getTrustSummary", (subject) => ({ ...subject, integrity: foreignDigest })),
  },
  {
    name: "trust-detail-subject-has-another-purl",
    breaks: "consistency/trust-subjects-name-the-release",
    summary: "The subject of a trust detail has another purl than the release",
    change: otherSubject("getTrustDetail", (subject) => ({
      ...subject,
      purl: `${textOf(subject["purl"])}-0`,
    })),
  },
  {
    name: "trust-subject-of-scoped-release-has-a-bare-at",
    breaks: "consistency/trust-subjects-name-the-release",
    summary: "The subject of a scoped release's trust summary has a purl with a bare @",
    change: otherSubject("getTrustSummary", (subject) => ({
      ...subject,
      purl: textOf(subject["purl"]).replace("%40", "@"),
    })),
  },
  {
    name: "irreconcilable-state-is-never-noticed",
    breaks: "consistency/irreconcilable-state-is-reported",
    summary: "A release that cannot be reconciled is served as if all were well",
    change: unaware,
  },
  {
    name: "irreconcilable-state-is-another-conflict",
    breaks: "consistency/irreconcilable-state-is-reported",
    summary: "A release that cannot be reconciled answers 409 version-conflict",
    change: replaceRule("visibility", "judgeConsistent", () => (release) => {
      if (release.isInconsistent) throw new Refusal("version-conflict", "index and metadata differ");
    }),
  },
  {
    name: "irreconcilable-state-crashes-the-index",
    breaks: "consistency/irreconcilable-state-breaks-no-read",
    summary: "The index of a release that cannot be reconciled answers 500",
    change: answeringInstead("getVersionIndex", "crash"),
  },
  {
    name: "irreconcilable-state-crashes-the-detail",
    breaks: "consistency/irreconcilable-state-breaks-no-read",
    summary: "The trust detail of a release that cannot be reconciled answers 500",
    change: answeringInstead("getTrustDetail", "crash"),
  },
  {
    name: "irreconcilable-state-is-called-invalid",
    breaks: "consistency/irreconcilable-state-breaks-no-read",
    summary: "The trust summary of a release that cannot be reconciled answers 400 validation-failed",
    change: answeringInstead("getTrustSummary", "validation-failed"),
  },
  {
    name: "index-lists-an-irreconcilable-release",
    breaks: "consistency/index-reports-irreconcilable-state",
    summary: "The index takes no notice that a release cannot be reconciled",
    change: onlyWhen(isCallOf("getVersionIndex"), unaware),
  },
  {
    name: "metadata-serves-an-irreconcilable-release",
    breaks: "consistency/metadata-reports-irreconcilable-state",
    summary: "Release metadata takes no notice that a release cannot be reconciled",
    change: onlyWhen(isCallOf("getRelease"), unaware),
  },
  {
    name: "trust-summary-serves-an-irreconcilable-release",
    breaks: "consistency/trust-summary-reports-irreconcilable-state",
    summary: "The trust summary takes no notice that a release cannot be reconciled",
    change: onlyWhen(isCallOf("getTrustSummary"), unaware),
  },
  {
    name: "trust-detail-serves-an-irreconcilable-release",
    breaks: "consistency/trust-detail-reports-irreconcilable-state",
    summary: "The trust detail takes no notice that a release cannot be reconciled",
    change: onlyWhen(isCallOf("getTrustDetail"), unaware),
  },
];
