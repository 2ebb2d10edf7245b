import { findRelease, releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import type { Call } from "../../call.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { servingMissingTrust } from "../changes/lookups.ts";
import { answeringUnknownRelease, succeedingWith } from "../changes/problems.ts";
import { withoutBuild } from "../changes/identity.ts";
import { withoutLetterCase } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

/** The same version of a volume whose name differs in the scope only. */
function findNamesake({ name, version, registry }: Call): Release | undefined {
  const segmentOf = (full: string): string => full.replace(/^.*\//, "");
  return allReleases(registry.store).find(
    (one) => one.version === version && segmentOf(one.name) === segmentOf(name),
  );
}

function findOtherBuild(call: Call): Release | undefined {
  return releasesOf(call.name, call).find(
    ({ version }) => withoutBuild(version) === withoutBuild(call.version),
  );
}

function findBeginningWith(text: string, call: Call): Release | undefined {
  return releasesOf(call.name, call).find(({ version }) => version.startsWith(text));
}

/** Opens trust uploads of a release that does not exist for the one that `find` returns. */
function takingFor(find: (call: Call) => Release | undefined): Change {
  return replaceRule(
    "trust",
    "findRelease",
    (before) => (call) => findRelease(call.name, call.version, call) ?? find(call) ?? before(call),
  );
}

/** Faults in trust of what does not exist. */
export const unknownRelease: FaultFile = {
  "trust/trust-of-unknown-releases-is-not-found": {
    "trust-is-found-without-letter-case-of-the-version": servingMissingTrust((call) =>
      releasesOf(call.name, call).find(({ version }) => withoutLetterCase(call.version, version)),
    ),
    "trust-is-found-without-build-metadata": servingMissingTrust(findOtherBuild),
    "trust-is-found-without-the-scope": servingMissingTrust(findNamesake),
    "trust-summary-of-a-version-is-that-of-its-prerelease": onlyFor(
      "getTrustSummary",
      servingMissingTrust((call) => findBeginningWith(`${call.version}-`, call)),
    ),
    "trust-detail-is-found-by-the-beginning-of-a-version": onlyFor(
      "getTrustDetail",
      servingMissingTrust((call) => findBeginningWith(`${call.version}.`, call)),
    ),
    "trust-summary-is-found-without-build-metadata": onlyFor(
      "getTrustSummary",
      servingMissingTrust(findOtherBuild),
    ),
    "trust-detail-is-found-without-the-scope": onlyFor("getTrustDetail", servingMissingTrust(findNamesake)),
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
    "trust-for-versions-in-other-letter-case-accepted": takingFor((call) =>
      releasesOf(call.name, call).find(({ version }) => withoutLetterCase(call.version, version)),
    ),
    "trust-for-another-build-accepted": takingFor(findOtherBuild),
    "trust-for-the-version-of-a-prerelease-accepted": takingFor((call) =>
      findBeginningWith(`${call.version}-`, call),
    ),
    "trust-for-the-beginning-of-a-version-accepted": takingFor((call) =>
      findBeginningWith(`${call.version}.`, call),
    ),
    "trust-for-a-namesake-accepted": takingFor(findNamesake),
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
