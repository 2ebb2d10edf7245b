import type { Call } from "../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../rules/change.ts";
import { allReleases, type Release, type ReleaseState } from "../store.ts";
import type { Fault } from "./fault.ts";
import { closedToStrangers, isCallOf, missingAs, withEachItem, withItems, withMember } from "./reading.ts";

/** Changes a text member of release metadata. */
function reworded(member: string, change: (text: string, call: Call) => string): Change {
  return withMember("getRelease", member, (value, call) => change(String(value), call));
}

/** Serves another release where `choose` gives one. */
function serving(choose: (call: Call) => Release | undefined): Change {
  return onlyWhen(
    isCallOf("getRelease"),
    replaceRule("visibility", "find", (before) => (isVisible, call) => choose(call) ?? before(isVisible, call)),
  );
}

function servingMissing(choose: (call: Call) => Release | undefined): Change {
  return serving((call) => findRelease(call.name, call.version, call) ?? choose(call));
}

function changedDist(change: (dist: JsonObject) => Json | undefined): Change {
  return withMember("getRelease", "dist", (dist) => (isJsonObject(dist) ? change(dist) : dist));
}

function namedState(text: Json | undefined): ReleaseState | undefined {
  const state = isJsonObject(text) ? text["state"] : undefined;
  return state as ReleaseState | undefined;
}

/** Changes the metadata of releases in this state. */
function inState(state: ReleaseState, change: (body: JsonObject) => JsonObject): Change {
  return withBody("getRelease", (body) => (namedState(body["status"]) === state ? change(body) : body));
}

const someDist: JsonObject = { source: "git", repository: "https://git.example/kept.git", ref: "main" };

function keepingDist(state: "blocked" | "tombstoned" | "unavailable"): readonly Fault[] {
  const breaks = `release-metadata/${state}-release-has-no-dist`;
  return [
    {
      name: `metadata-of-${state}-release-keeps-its-dist`,
      breaks,
      summary: `The metadata of a release that is ${state} has a dist`,
      change: inState(state, (body) => ({ ...body, dist: someDist })),
    },
    {
      name: `metadata-hides-that-a-release-is-${state}`,
      breaks,
      summary: `The metadata of a release that is ${state} says available`,
      change: inState(state, (body) => ({ ...body, status: { state: "available" }, dist: someDist })),
    },
  ];
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
    change: replaceRule("visibility", "inMetadata", () => ({ bytes }) => bytes === undefined),
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
    breaks: "release-metadata/purl-follows-the-template",
    summary: "The purl of a scoped release has a bare @",
    change: reworded("purl", (purl) => purl.replace("%40", "@")),
  },
  {
    name: "metadata-purl-lacks-the-version",
    breaks: "release-metadata/purl-follows-the-template",
    summary: "The purl of a release is that of its volume",
    change: reworded("purl", (purl) => purl.replace(/@[^@]*$/, "")),
  },
  {
    name: "metadata-purl-has-another-type",
    breaks: "release-metadata/purl-follows-the-template",
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
    change: changedDist((dist) => ("mediaType" in dist ? { ...dist, mediaType: "application/x-gzip" } : dist)),
  },
  {
    name: "metadata-is-that-of-the-newest-version",
    breaks: "release-metadata/versions-of-one-volume-are-their-own",
    summary: "Every version of a volume has the metadata of the one published last",
    change: serving((call) => (findRelease(call.name, call.version, call) ? releasesOf(call.name, call).at(-1) : undefined)),
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
    breaks: "release-metadata/neighbouring-versions-are-not-found",
    summary: "A prerelease that does not exist has the metadata of its release",
    change: servingMissing((call) => findRelease(call.name, call.version.replace(/-.*$/, ""), call)),
  },
  {
    name: "metadata-is-found-by-the-end-of-a-version",
    breaks: "release-metadata/neighbouring-versions-are-not-found",
    summary: "A version is found that another one ends with",
    change: servingMissing((call) => releasesOf(call.name, call).find(({ version }) => call.version.endsWith(version))),
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
      allReleases(call.registry.store).find(({ name, version }) => call.name.startsWith(name) && version === call.version),
    ),
  },
  {
    name: "metadata-forgets-the-scope",
    breaks: "release-metadata/scope-is-part-of-the-name",
    summary: "A scoped volume is found without its scope, and an unscoped one under any",
    change: servingMissing((call) =>
      allReleases(call.registry.store).find(
        ({ name, version }) => version === call.version && name.split("/").at(-1) === call.name.split("/").at(-1),
      ),
    ),
  },
];

const stateFaults: readonly Fault[] = [
  {
    name: "metadata-of-yanked-release-loses-its-dist",
    breaks: "release-metadata/yanked-release-keeps-its-dist",
    summary: "The metadata of a yanked release has no dist",
    change: inState("yanked", (body) => ({ ...body, dist: undefined })),
  },
  {
    name: "metadata-hides-that-a-release-is-yanked",
    breaks: "release-metadata/yanked-release-keeps-its-dist",
    summary: "The metadata of a yanked release says available",
    change: inState("yanked", (body) => ({ ...body, status: { state: "available" } })),
  },
  ...keepingDist("blocked"),
  ...keepingDist("tombstoned"),
  ...keepingDist("unavailable"),
  {
    name: "metadata-of-git-release-lacks-the-ref",
    breaks: "release-metadata/git-release-tells-its-repository",
    summary: "The dist of a release in git has no ref",
    change: changedDist(({ ref: _ref, ...dist }) => dist),
  },
  {
    name: "metadata-of-git-release-has-another-ref",
    breaks: "release-metadata/git-release-tells-its-repository",
    summary: "The ref of a release in git is that of its main branch",
    change: changedDist((dist) => ("ref" in dist ? { ...dist, ref: "main" } : dist)),
  },
  {
    name: "metadata-of-git-release-is-both",
    breaks: "release-metadata/git-release-tells-its-repository",
    summary: "The dist of a release in git has a media type too",
    change: changedDist((dist) => ("ref" in dist ? { ...dist, mediaType: "application/gzip" } : dist)),
  },
];

/** Changes each declaration of release metadata. */
function declaring(change: (declaration: JsonObject, call: Call) => JsonObject): Change {
  return withEachItem("getRelease", change, "externalDependencies");
}

const dependencyFaults: readonly Fault[] = [
  {
    name: "metadata-drops-declarations",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "External dependencies are not listed",
    change: withMember("getRelease", "externalDependencies", () => undefined),
  },
  {
    name: "metadata-lists-the-first-declaration-only",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "Only the first external dependency is listed",
    change: withItems("getRelease", (declared) => declared.slice(0, 1), "externalDependencies"),
  },
  {
    name: "metadata-forgets-purposes",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "Every declaration has the purpose runtime",
    change: declaring((declaration) => ({ ...declaration, purpose: "runtime" })),
  },
  {
    name: "metadata-forgets-qualifiers",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "The purls of declarations lose their qualifiers",
    change: declaring((declaration) => ({ ...declaration, purl: String(declaration["purl"]).split("?")[0] })),
  },
  {
    name: "metadata-widens-constraints",
    breaks: "release-metadata/declared-dependencies-are-listed",
    summary: "Every declaration allows any version",
    change: declaring((declaration) => ({
      ...declaration,
      constraint: String(declaration["constraint"]).replace(/\/.*$/, "/*"),
    })),
  },
  {
    name: "metadata-declarations-lack-keys",
    breaks: "release-metadata/every-declaration-has-its-members",
    summary: "Declarations have no key",
    change: declaring(({ declarationKey: _key, ...declaration }) => declaration),
  },
  {
    name: "metadata-repeats-a-declaration",
    breaks: "release-metadata/every-declaration-has-its-members",
    summary: "The first declaration is listed twice",
    change: withItems("getRelease", (declared) => [...declared, ...declared.slice(0, 1)], "externalDependencies"),
  },
  {
    name: "metadata-keys-are-all-the-same",
    breaks: "release-metadata/declaration-keys-differ",
    summary: "All declarations of a release have one key",
    change: withItems(
      "getRelease",
      (declared) => declared.map((one) => ({ ...one, declarationKey: declared[0]?.["declarationKey"] })),
      "externalDependencies",
    ),
  },
  {
    name: "metadata-keys-change-with-each-read",
    breaks: "release-metadata/declarations-stay-the-same",
    summary: "Every read gives declarations other keys",
    change: declaring((declaration, call) => ({
      ...declaration,
      declarationKey: String(declaration["declarationKey"]).replace(/.{8}$/, String(call.ordinal).padStart(8, "0")),
    })),
  },
];

/** Broken release metadata. */
export const releaseMetadataFaults: readonly Fault[] = [
  ...identityFaults,
  ...absenceFaults,
  ...stateFaults,
  ...dependencyFaults,
];
