import type { Call, Operation } from "../call.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { Refusal } from "../refusal.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Finds releases under a changed name or version of a read's path. */
function lookingUp(change: (call: Call) => Partial<Pick<Call, "name" | "version">>): Change {
  return replaceRule(
    "visibility",
    "find",
    (before) => (isVisible, call) => before(isVisible, { ...call, ...change(call) }),
  );
}

/** Answers malformed paths as a publish would. */
const validatingReads: Change = replaceRule("visibility", "isWellFormed", (before) => (call) => {
  if (before(call)) return true;
  throw new Refusal("validation-failed", "the path is malformed");
});

function reading(...operations: readonly Operation[]): (call: Call) => boolean {
  return ({ operation }) => operations.includes(operation);
}

/** Changes a text member of the release in finalize's answer. */
function finalized(member: string, change: (text: string) => string): Change {
  return withBody("finalizeReleaseUpload", (body) => {
    const release = body["release"];
    return isJsonObject(release) ? { ...body, release: changed(release, member, change) } : body;
  });
}

function changed(object: JsonObject, member: string, change: (text: string) => string): JsonObject {
  const text = object[member];
  return typeof text === "string" ? { ...object, [member]: change(text) } : object;
}

/** Changes a text member of release metadata. */
function shown(member: string, change: (text: string) => string): Change {
  return withBody("getRelease", (body) => changed(body, member, change));
}

/** Changes a text member of each index row. */
function indexed(member: string, change: (text: string) => string): Change {
  return replaceRule(
    "render",
    "row",
    (before) => (release, call) => changed(before(release, call), member, change),
  );
}

/** Changes the target of a fresh intent. */
function aimed(member: string, change: (text: string) => string): Change {
  return withBody("createReleaseUpload", (body) => {
    const target = body["target"];
    return isJsonObject(target) ? { ...body, target: changed(target, member, change) } : body;
  });
}

const keptNames = "identity/names-are-kept-exactly";
const malformedNames = "identity/malformed-names-are-not-found-in-reads";
const exactNames = "identity/names-are-matched-exactly";
const forms = "identity/scoped-and-unscoped-names-are-different-volumes";

/** Names that are changed on the way in or out, or matched loosely. */
const nameFaults: readonly Fault[] = [
  {
    name: "target-name-loses-scope",
    breaks: "identity/well-formed-scopes-are-accepted",
    summary: "An intent names its volume without the scope",
    change: aimed("name", (name) => name.replace(/^@[^/]*\//, "")),
  },
  {
    name: "target-name-loses-digits",
    breaks: "identity/well-formed-names-are-accepted",
    summary: "An intent names its volume without a digit at the start of its last part",
    change: aimed("name", (name) => name.replace(/(^|\/)\d/, "$1")),
  },
  {
    name: "long-name-cut-in-metadata",
    breaks: keptNames,
    summary: "Release metadata cuts names after 120 characters",
    change: shown("name", (name) => name.slice(0, 120)),
  },
  {
    name: "name-without-scope-in-metadata",
    breaks: keptNames,
    summary: "Release metadata names a scoped volume without its scope",
    change: shown("name", (name) => name.replace(/^@[^/]*\//, "")),
  },
  {
    name: "long-name-cut-in-finalize",
    breaks: keptNames,
    summary: "Finalize's answer cuts names after 127 characters",
    change: finalized("name", (name) => name.slice(0, 127)),
  },
  {
    name: "long-names-not-indexed",
    breaks: keptNames,
    summary: "Volumes with names of more than 100 characters have no index",
    change: replaceRule(
      "visibility",
      "inIndex",
      () =>
        ({ name }) =>
          name.length <= 100,
    ),
  },
  {
    name: "whole-name-cut-in-metadata",
    breaks: "identity/the-longest-volume-names-are-accepted",
    summary: "Release metadata cuts names after 192 characters",
    change: shown("name", (name) => name.slice(0, 192)),
  },
  {
    name: "malformed-name-in-read-is-validated",
    breaks: malformedNames,
    summary: "Reads answer validation-failed to malformed names",
    change: validatingReads,
  },
  {
    name: "malformed-name-in-index-is-validated",
    breaks: malformedNames,
    summary: "The index answers validation-failed to malformed names",
    change: onlyWhen(reading("getVersionIndex"), validatingReads),
  },
  {
    name: "malformed-name-in-trust-detail-is-validated",
    breaks: malformedNames,
    summary: "Trust detail answers validation-failed to malformed names",
    change: onlyWhen(reading("getTrustDetail"), validatingReads),
  },
  {
    name: "names-found-in-any-case",
    breaks: malformedNames,
    summary: "Reads find a volume under its name in uppercase",
    change: lookingUp(({ name }) => ({ name: name.toLowerCase() })),
  },
  {
    name: "names-found-with-final-hyphen",
    breaks: malformedNames,
    summary: "Trust summaries are found under a name with a hyphen or dot at its end",
    change: lookingUp(({ name }) => ({ name: name.replace(/[-._]$|--x$|_x$/, "") })),
  },
  {
    name: "names-found-by-prefix",
    breaks: exactNames,
    summary: "Reads find the volume whose name the asked one begins with",
    change: lookingUp(({ name, registry }) => ({
      name: [...registry.store.volumes.keys()].find((known) => name.startsWith(known)) ?? name,
    })),
  },
  {
    name: "scopes-ignored-in-reads",
    breaks: forms,
    summary: "Reads find a volume under its last part alone, and under any scope",
    change: lookingUp(({ name, registry }) => {
      const last = name.slice(name.lastIndexOf("/") + 1);
      return { name: [...registry.store.volumes.keys()].find((known) => known.endsWith(last)) ?? name };
    }),
  },
  {
    name: "unscoped-volume-found-under-any-scope",
    breaks: forms,
    summary: "Reads of a scoped volume that is not there give the unscoped one",
    change: lookingUp(({ name, registry }) => ({
      name: registry.store.volumes.has(name) ? name : name.slice(name.lastIndexOf("/") + 1),
    })),
  },
];

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
const versionFaults: readonly Fault[] = [
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

/** Names and versions that are not kept, or not matched, as they are. */
export const identityLookupFaults: readonly Fault[] = [...nameFaults, ...versionFaults];
