import { onlyWhen, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { aimed, finalized, indexed, lookingUp, reading, shown, validatingReads } from "./identity-changes.ts";

const keptVersions = "identity/versions-are-kept-exactly";
const keptBuild = "identity/build-metadata-is-kept-exactly";
const malformedVersions = "identity/malformed-versions-are-not-found-in-reads";
const exactVersions = "identity/versions-are-matched-exactly";

function lower(text: string): string {
  return text.toLowerCase();
}

function withoutBuild(version: string): string {
  return version.replace(/\+.*$/, "");
}

/** Versions that are changed on the way in or out, or matched loosely. */
export const identityVersionLookupFaults: readonly Fault[] = [
  {
    name: "target-version-in-lowercase",
    breaks: "identity/well-formed-versions-are-accepted",
    summary: "An intent names its version in lowercase",
    change: aimed("version", lower),
  },
  {
    name: "target-version-loses-build",
    breaks: "identity/well-formed-versions-are-accepted",
    summary: "An intent names its version without build metadata",
    change: aimed("version", withoutBuild),
  },
  {
    name: "version-in-lowercase-in-metadata",
    breaks: keptVersions,
    summary: "Release metadata shows versions in lowercase",
    change: shown("version", lower),
  },
  {
    name: "version-in-lowercase-in-index",
    breaks: keptVersions,
    summary: "Index rows show versions in lowercase",
    change: indexed("version", lower),
  },
  {
    name: "version-in-lowercase-in-finalize",
    breaks: keptVersions,
    summary: "Finalize's answer shows versions in lowercase",
    change: finalized("version", lower),
  },
  {
    name: "versions-found-in-any-case",
    breaks: keptVersions,
    summary: "A version is found under any case of its prerelease",
    change: replaceRule("identity", "versionKey", () => lower),
  },
  {
    name: "build-metadata-dropped",
    breaks: keptBuild,
    summary: "A release is published without the build metadata of its version",
    change: replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
      const release = before(intent, content, call);
      return { ...release, version: withoutBuild(release.version) };
    }),
  },
  {
    name: "build-metadata-missing-in-metadata",
    breaks: keptBuild,
    summary: "Release metadata shows versions without build metadata",
    change: shown("version", withoutBuild),
  },
  {
    name: "build-metadata-missing-in-index",
    breaks: keptBuild,
    summary: "Index rows show versions without build metadata",
    change: indexed("version", withoutBuild),
  },
  {
    name: "build-metadata-loses-zeros",
    breaks: keptBuild,
    summary: "Leading zeros of build metadata are lost in release metadata",
    change: shown("version", (version) => version.replaceAll(/\.0+(?=\d)/g, ".")),
  },
  {
    name: "malformed-version-in-read-is-validated",
    breaks: malformedVersions,
    summary: "Reads answer validation-failed to malformed versions",
    change: onlyWhen(reading("getRelease", "getTrustSummary", "getTrustDetail"), validatingReads),
  },
  {
    name: "malformed-version-in-trust-summary-is-validated",
    breaks: malformedVersions,
    summary: "Trust summary answers validation-failed to malformed versions",
    change: onlyWhen(reading("getTrustSummary"), validatingReads),
  },
  {
    name: "version-found-with-a-v",
    breaks: malformedVersions,
    summary: "Reads find a version under its text with a v in front",
    change: lookingUp(({ version }) => ({ version: version.replace(/^v/, "") })),
  },
  {
    name: "short-version-found",
    breaks: malformedVersions,
    summary: "Reads take a missing patch number for zero",
    change: lookingUp(({ version }) => ({ version: version.replace(/^(\d+\.\d+)$/, "$1.0") })),
  },
  {
    name: "version-found-with-leading-zero",
    breaks: malformedVersions,
    summary: "Reads find a version under its text with a zero in front",
    change: lookingUp(({ version }) => ({ version: version.replace(/^0+(?=\d)/, "") })),
  },
  {
    name: "latest-is-a-version",
    breaks: malformedVersions,
    summary: "Reads take latest for the newest version",
    change: lookingUp(({ name, version, registry }) => ({
      version:
        version === "latest"
          ? ([...(registry.store.volumes.get(name)?.keys() ?? [])].at(-1) ?? version)
          : version,
    })),
  },
  {
    name: "version-found-without-prerelease",
    breaks: exactVersions,
    summary: "Reads of a prerelease that is not there give the release",
    change: lookingUp(({ version }) => ({ version: version.replace(/-0$/, "") })),
  },
  {
    name: "version-found-by-suffix",
    breaks: exactVersions,
    summary: "Reads find the version that the asked one ends with",
    change: lookingUp(({ name, version, registry }) => ({
      version:
        [...(registry.store.volumes.get(name)?.keys() ?? [])].find((known) => version.endsWith(known)) ??
        version,
    })),
  },
];
