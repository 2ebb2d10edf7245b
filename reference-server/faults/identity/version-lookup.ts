import { findRelease, releasesOf } from "../../lookup.ts";
import { type Change, onlyFor, replaceRule, onlyWhen } from "../../rules/change.ts";
import { changeText, withText } from "../changes/documents.ts";
import { lower, validatingReads, withoutBuild, withResultText } from "../changes/identity.ts";
import { lookingUp, servingMissing } from "../changes/lookups.ts";
import { asPattern } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

/** Changes a string member of each index row. */
function withRowText(member: string, change: (text: string) => string): Change {
  return replaceRule(
    "render",
    "row",
    (before) => (release, call) => changeText(before(release, call), member, change),
  );
}

/** Faults in how versions are shown and looked up. */
export const versionLookup: FaultFile = {
  "identity/versions-are-kept-exactly": {
    "version-in-lowercase-in-metadata": withText("getRelease", "version", lower),
    "version-in-lowercase-in-index": withRowText("version", lower),
    "version-in-lowercase-in-finalize-result": withResultText("version", lower),
    "versions-found-in-any-case": {
      summary: "A version is found under any case of its prerelease",
      leads: "publish/similar-versions-do-not-conflict",
      change: replaceRule("identity", "versionKey", () => lower),
    },
    "metadata-of-versions-over-44-characters-is-not-found": onlyWhen(
      ({ operation, version }) => operation === "getRelease" && version.length > 44,
      replaceRule("visibility", "isWellFormed", () => () => false),
    ),
  },
  "identity/build-metadata-is-kept-exactly": {
    "releases-published-without-build-metadata": replaceRule(
      "finalize",
      "toRelease",
      (before) => (intent, content, call) => {
        const release = before(intent, content, call);
        return { ...release, version: withoutBuild(release.version) };
      },
    ),
    "build-metadata-missing-in-metadata": withText("getRelease", "version", withoutBuild),
    "build-metadata-missing-in-index": withRowText("version", withoutBuild),
    "build-metadata-loses-zeros": {
      summary: "Release metadata shows build metadata without its leading zeros",
      change: withText("getRelease", "version", (version) => version.replaceAll(/\.0+(?=\d)/g, ".")),
    },
  },
  "identity/malformed-versions-are-not-found-in-reads": {
    "malformed-version-in-read-answers-validation-failed": onlyFor(
      ["getRelease", "getTrustSummary", "getTrustDetail"],
      validatingReads,
    ),
    "malformed-version-in-trust-detail-answers-validation-failed": onlyFor("getTrustDetail", validatingReads),
    "malformed-version-in-trust-summary-answers-validation-failed": onlyFor(
      "getTrustSummary",
      validatingReads,
    ),
  },
  "identity/versions-are-matched-exactly": {
    "metadata-take-the-version-for-a-pattern": servingMissing((call) =>
      releasesOf(call.name, call).find(({ version }) => asPattern(call.version, version)),
    ),
    "version-found-without-prerelease": {
      summary: "Reads of an unknown prerelease return its release",
      change: lookingUp(({ version }) => ({ version: version.replace(/-0$/, "") })),
    },
    "version-found-by-suffix": {
      summary: "Reads find a version that is a suffix of the requested version",
      change: lookingUp(({ name, version, registry }) => ({
        version:
          [...(registry.store.volumes.get(name)?.keys() ?? [])].find((known) => version.endsWith(known)) ??
          version,
      })),
    },
    "metadata-is-found-without-the-patch-number": servingMissing((call) =>
      releasesOf(call.name, call).find(
        ({ version }) => version.replace(/\d+$/, "") === call.version.replace(/\d+$/, ""),
      ),
    ),
    "metadata-is-found-without-the-minor-number": servingMissing((call) =>
      releasesOf(call.name, call).find(
        ({ version }) => version.replace(/\.\d+/, "") === call.version.replace(/\.\d+/, ""),
      ),
    ),
    "metadata-of-a-prerelease-is-that-of-the-release": {
      summary: "Metadata of an unknown prerelease is that of its release",
      change: servingMissing((call) => findRelease(call.name, call.version.replace(/-.*$/, ""), call)),
    },
    "metadata-is-found-by-the-end-of-a-version": {
      summary: "Metadata is found under a suffix of a version",
      change: servingMissing((call) =>
        releasesOf(call.name, call).find(({ version }) => call.version.endsWith(version)),
      ),
    },
  },
};
