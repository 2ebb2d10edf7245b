import type { Call } from "../call.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { type Change, onlyWhen, replaceRule } from "../rules/change.ts";
import { allReleases, type Release } from "../store.ts";
import type { Fault } from "./fault.ts";
import { closedToStrangers, isCallOf, missingAs, textOf, withMember } from "./reading.ts";
import { changedDist, releaseStateFaults, someDist } from "./release-states.ts";
import { dependencyFaults } from "./release-dependencies.ts";

/** Changes a text member of release metadata. */
function reworded(member: string, change: (text: string, call: Call) => string): Change {
  return withMember("getRelease", member, (value, call) => change(textOf(value), call));
}

/** Serves another release where `choose` gives one. */
function serving(choose: (call: Call) => Release | undefined): Change {
  return onlyWhen(
    isCallOf("getRelease"),
    replaceRule(
      "visibility",
      "find",
      (before) => (isVisible, call) => choose(call) ?? before(isVisible, call),
    ),
  );
}

function servingMissing(choose: (call: Call) => Release | undefined): Change {
  return serving((call) => findRelease(call.name, call.version, call) ?? choose(call));
}

const identityFaults: readonly Fault[] = [
  {
    name: "metadata-needs-a-token",
    breaks: "release-metadata/answers-anonymous-callers",
    summary: "Release metadata answers 401 to a caller without a token",
    change: closedToStrangers("getRelease"),
  },
  {
    name: "metadata-never-appears",
    breaks: "release-metadata/answers-anonymous-callers",
    summary: "Releases that were published by the API have no metadata",
    change: replaceRule(
      "visibility",
      "inMetadata",
      () =>
        ({ bytes }) =>
          bytes === undefined,
    ),
  },
  {
    name: "metadata-name-lacks-the-scope",
    breaks: "release-metadata/name-is-the-one-asked-for",
    summary: "The name of a scoped volume lacks the scope",
    change: reworded("name", (name) => name.replace(/^@[^/]*\//, "")),
  },
  {
    name: "metadata-name-of-unscoped-volume-is-another",
    breaks: "release-metadata/name-is-the-one-asked-for",
    summary: "The name of an unscoped volume has a suffix",
    change: reworded("name", (name) => (name.startsWith("@") ? name : `${name}-volume`)),
  },
  {
    name: "metadata-version-is-another",
    breaks: "release-metadata/version-is-the-one-asked-for",
    summary: "The version in release metadata is the next one",
    change: reworded("version", () => "1.0.1"),
  },
  {
    name: "metadata-purl-is-not-encoded",
    breaks: "identity/release-purls-follow-the-template",
    summary: "The purl of a scoped release has a bare @",
    change: reworded("purl", (purl) => purl.replace("%40", "@")),
  },
  {
    name: "metadata-purl-lacks-the-version",
    breaks: "identity/release-purls-follow-the-template",
    summary: "The purl of a release is that of its volume",
    change: reworded("purl", (purl) => purl.replace(/@[^@]*$/, "")),
  },
  {
    name: "metadata-purl-has-another-type",
    breaks: "identity/release-purls-follow-the-template",
    summary: "The purl of a release is of type generic",
    change: reworded("purl", (purl) => purl.replace("pkg:volume/", "pkg:generic/")),
  },
  {
    name: "metadata-says-yanked-after-finalize",
    breaks: "release-metadata/finalized-release-is-available",
    summary: "The metadata of a new release says yanked",
    change: withMember("getRelease", "status", () => ({ state: "yanked" })),
  },
  {
    name: "metadata-of-an-upload-has-no-dist",
    breaks: "release-metadata/uploaded-release-is-hosted",
    summary: "Available releases have no dist",
    change: changedDist(() => undefined),
  },
  {
    name: "metadata-of-an-upload-points-to-git",
    breaks: "release-metadata/uploaded-release-is-hosted",
    summary: "Uploaded releases say that they live in git",
    change: changedDist(() => someDist),
  },
  {
    name: "metadata-of-an-upload-has-another-media-type",
    breaks: "release-metadata/uploaded-release-is-hosted",
    summary: "Uploaded releases have the media type application/x-gzip",
    change: changedDist((dist) =>
      "mediaType" in dist ? { ...dist, mediaType: "application/x-gzip" } : dist,
    ),
  },
  {
    name: "metadata-is-that-of-the-newest-version",
    breaks: "release-metadata/versions-of-one-volume-are-their-own",
    summary: "Every version of a volume has the metadata of the one published last",
    change: serving((call) =>
      findRelease(call.name, call.version, call) ? releasesOf(call.name, call).at(-1) : undefined,
    ),
  },
  {
    name: "metadata-integrity-is-that-of-the-first-version",
    breaks: "release-metadata/versions-of-one-volume-are-their-own",
    summary: "Every version of a volume has the integrity of the first",
    change: withMember(
      "getRelease",
      "integrity",
      (integrity, call) => releasesOf(call.name, call)[0]?.integrity ?? integrity,
    ),
  },
];

const absenceFaults: readonly Fault[] = [
  {
    name: "metadata-of-unknown-version-is-that-of-another",
    breaks: "release-metadata/unknown-version-is-not-found",
    summary: "An unknown version has the metadata of one that exists",
    change: servingMissing((call) => releasesOf(call.name, call).at(-1)),
  },
  {
    name: "metadata-of-unknown-version-is-invalid",
    breaks: "release-metadata/unknown-version-is-not-found",
    summary: "An unknown release answers 400 validation-failed",
    change: missingAs("getRelease", "validation-failed"),
  },
  {
    name: "metadata-of-a-prerelease-is-that-of-the-release",
    breaks: "identity/versions-are-matched-exactly",
    summary: "A prerelease that does not exist has the metadata of its release",
    change: servingMissing((call) => findRelease(call.name, call.version.replace(/-.*$/, ""), call)),
  },
  {
    name: "metadata-is-found-by-the-end-of-a-version",
    breaks: "identity/versions-are-matched-exactly",
    summary: "A version is found that another one ends with",
    change: servingMissing((call) =>
      releasesOf(call.name, call).find(({ version }) => call.version.endsWith(version)),
    ),
  },
  {
    name: "metadata-of-unknown-volume-is-refused",
    breaks: "release-metadata/unknown-volume-is-not-found",
    summary: "A release of an unknown volume answers 403 authorization-failed",
    change: missingAs("getRelease", "authorization-failed"),
  },
  {
    name: "metadata-is-found-by-the-beginning-of-a-name",
    breaks: "release-metadata/unknown-volume-is-not-found",
    summary: "A volume is found whose name is the beginning of the one asked for",
    change: servingMissing((call) =>
      allReleases(call.registry.store).find(
        ({ name, version }) => call.name.startsWith(name) && version === call.version,
      ),
    ),
  },
  {
    name: "metadata-forgets-the-scope",
    breaks: "identity/scoped-and-unscoped-names-are-different-volumes",
    summary: "A scoped volume is found without its scope, and an unscoped one under any",
    change: servingMissing((call) =>
      allReleases(call.registry.store).find(
        ({ name, version }) =>
          version === call.version && name.split("/").at(-1) === call.name.split("/").at(-1),
      ),
    ),
  },
];

/** Broken release metadata. */
export const releaseMetadataFaults: readonly Fault[] = [
  ...identityFaults,
  ...absenceFaults,
  ...releaseStateFaults,
  ...dependencyFaults,
];
