import { findRelease, releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { replaceRule } from "../../rules/change.ts";
import { allReleases } from "../../store.ts";
import { servingMissingTrust } from "../changes/lookups.ts";
import { answeringUnknownRelease, succeedingWith } from "../changes/problems.ts";
import { withoutLetterCase } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in trust of what does not exist. */
export const unknownRelease: FaultFile = {
  "trust/trust-of-unknown-releases-is-not-found": {
    "trust-is-found-without-letter-case-of-the-version": servingMissingTrust((call) =>
      releasesOf(call.name, call).find(({ version }) => withoutLetterCase(call.version, version)),
    ),
    "trust-summary-of-unknown-release-is-empty": answeringUnknownRelease(
      "getTrustSummary",
      succeedingWith({ artifacts: [] }),
    ),
    "trust-detail-of-unknown-release-is-empty": answeringUnknownRelease(
      "getTrustDetail",
      succeedingWith({ attachments: [] }),
    ),
    "trust-of-unknown-versions-is-empty": servingMissingTrust((call) => releasesOf(call.name, call)[0]),
    "trust-of-versions-with-another-patch-number-is-empty": servingMissingTrust((call) =>
      releasesOf(call.name, call).find(
        ({ version }) => version.replace(/\d+$/, "") === call.version.replace(/\d+$/, ""),
      ),
    ),
    "trust-of-unknown-volumes-is-empty": servingMissingTrust((call) =>
      releasesOf(call.name, call).length === 0 && call.rules.visibility.isWellFormed(call)
        ? allReleases(call.registry.store)[0]
        : undefined,
    ),
  },
  "trust/uploads-for-unknown-releases-are-refused": {
    "trust-for-unknown-versions-accepted": replaceRule("trust", "findRelease", (before) => (call) => {
      const [first] = releasesOf(call.name, call);
      if (findRelease(call.name, call.version, call) !== undefined || first === undefined)
        return before(call);
      return { ...first, version: call.version, attachments: [] };
    }),
    "trust-for-unknown-versions-answers-validation-failed": replaceRule(
      "trust",
      "findRelease",
      (before) => (call) => {
        if (findRelease(call.name, call.version, call) === undefined)
          throw new ProblemError("validation-failed", "unknown version");
        return before(call);
      },
    ),
  },
};
