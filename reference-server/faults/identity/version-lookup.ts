import { findRelease, releasesOf } from "../../lookup.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { allReleases } from "../../store.ts";
import { changeText, withText } from "../changes/documents.ts";
import { lower, validatingReads, withoutBuild, withResultText } from "../changes/identity.ts";
import { lookingUp, servingMissing, servingMissingTrust } from "../changes/lookups.ts";
import type { FaultFile } from "../fault.ts";

/** Changes a text member of each index row. */
function withRowText(member: string, change: (text: string) => string): Change {
  return replaceRule(
    "render",
    "row",
    (before) => (release, call) => changeText(before(release, call), member, change),
  );
}

/** TODO */
export const versionLookup: FaultFile = {
  "identity/versions-are-kept-exactly": {
    "version-in-lowercase-in-metadata": {
      summary: "Release metadata shows versions in lowercase",
      change: withText("getRelease", "version", lower),
    },
    "version-in-lowercase-in-index": {
      summary: "Index rows show versions in lowercase",
      change: withRowText("version", lower),
    },
    "version-in-lowercase-in-finalize": {
      summary: "Finalize's answer shows versions in lowercase",
      change: withResultText("version", lower),
    },
    "versions-found-in-any-case": {
      summary: "A version is found under any case of its prerelease",
      change: replaceRule("identity", "versionKey", () => lower),
    },
  },
  "identity/build-metadata-is-kept-exactly": {
    "build-metadata-dropped": {
      summary: "A release is published without the build metadata of its version",
      change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
        const release = before(intent, content, call);
        return { ...release, version: withoutBuild(release.version) };
      }),
    },
    "build-metadata-missing-in-metadata": {
      summary: "Release metadata shows versions without build metadata",
      change: withText("getRelease", "version", withoutBuild),
    },
    "build-metadata-missing-in-index": {
      summary: "Index rows show versions without build metadata",
      change: withRowText("version", withoutBuild),
    },
    "build-metadata-loses-zeros": {
      summary: "Leading zeros of build metadata are lost in release metadata",
      change: withText("getRelease", "version", (version) => version.replaceAll(/\.0+(?=\d)/g, ".")),
    },
  },
  "identity/malformed-versions-are-not-found-in-reads": {
    "malformed-version-in-read-is-validated": {
      summary: "Reads answer validation-failed to malformed versions",
      change: onlyFor(["getRelease", "getTrustSummary", "getTrustDetail"], validatingReads),
    },
    "malformed-version-in-trust-summary-is-validated": {
      summary: "Trust summary answers validation-failed to malformed versions",
      change: onlyFor("getTrustSummary", validatingReads),
    },
    "version-found-with-a-v": {
      summary: "Reads find a version under its text with a v in front",
      change: lookingUp(({ version }) => ({ version: version.replace(/^v/, "") })),
    },
    "short-version-found": {
      summary: "Reads take a missing patch number for zero",
      change: lookingUp(({ version }) => ({ version: version.replace(/^(\d+\.\d+)$/, "$1.0") })),
    },
    "version-found-with-leading-zero": {
      summary: "Reads find a version under its text with a zero in front",
      change: lookingUp(({ version }) => ({ version: version.replace(/^0+(?=\d)/, "") })),
    },
    "latest-is-a-version": {
      summary: "Reads take latest for the newest version",
      change: lookingUp(({ name, version, registry }) => ({
        version:
          version === "latest"
            ? ([...(registry.store.volumes.get(name)?.keys() ?? [])].at(-1) ?? version)
            : version,
      })),
    },
    "trust-malformed-paths-are-empty": {
      summary: "The trust of a malformed version is empty",
      change: servingMissingTrust((call) =>
        call.rules.visibility.isWellFormed(call) ? undefined : allReleases(call.registry.store)[0],
      ),
    },
  },
  "identity/versions-are-matched-exactly": {
    "version-found-without-prerelease": {
      summary: "Reads of a prerelease that is not there give the release",
      change: lookingUp(({ version }) => ({ version: version.replace(/-0$/, "") })),
    },
    "version-found-by-suffix": {
      summary: "Reads find the version that the asked one ends with",
      change: lookingUp(({ name, version, registry }) => ({
        version:
          [...(registry.store.volumes.get(name)?.keys() ?? [])].find((known) => version.endsWith(known)) ??
          version,
      })),
    },
    "metadata-of-a-prerelease-is-that-of-the-release": {
      summary: "A prerelease that does not exist has the metadata of its release",
      change: servingMissing((call) => findRelease(call.name, call.version.replace(/-.*$/, ""), call)),
    },
    "metadata-is-found-by-the-end-of-a-version": {
      summary: "A version is found that another one ends with",
      change: servingMissing((call) =>
        releasesOf(call.name, call).find(({ version }) => call.version.endsWith(version)),
      ),
    },
  },
};
