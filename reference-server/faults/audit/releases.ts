import type { Call } from "../../call.ts";
import { isJsonObject } from "../../json.ts";
import { findRelease, releasesOf, saveRelease } from "../../lookup.ts";
import { type Change, onlyFor, replaceRule, withBody } from "../../rules/change.ts";
import { allReleases, type Release, type ReleaseIntent } from "../../store.ts";
import { toBlankRelease } from "../changes/blank-release.ts";
import { changeText } from "../changes/documents.ts";
import { changingEarlierVersions } from "../changes/releases.ts";
import { counting } from "../changes/memory.ts";
import { serving } from "../changes/lookups.ts";
import { ofRestored } from "../changes/restored.ts";
import type { FaultFile } from "../fault.ts";

/** Hides each release from every third read of it. */
function forgettingEveryThirdRead(): Change {
  const count = counting();
  return onlyFor(
    "getRelease",
    replaceRule(
      "visibility",
      "inMetadata",
      (before) => (release, call) =>
        before(release, call) && count(call, `${release.name}@${release.version}`) % 3 !== 0,
    ),
  );
}

/** Whether so many releases were published since that a small cache has forgotten this one. */
function isForgotten(release: Release, call: Call): boolean {
  const later = allReleases(call.registry.store).filter(
    ({ publishedAt }) => publishedAt > release.publishedAt,
  );
  return later.length > 60;
}

/** Faults in reads of metadata. */
export const releases: FaultFile = {
  "audit/published-releases-stay-readable": {
    "every-third-read-of-a-release-is-not-found": forgettingEveryThirdRead(),
    "releases-are-lost-when-sixty-others-are-published": replaceRule(
      "visibility",
      "inMetadata",
      (before) => (release, call) => before(release, call) && !isForgotten(release, call),
    ),
  },
  "audit/metadata-keeps-what-finalize-returned": {
    "yanked-releases-lose-their-build-metadata": withBody("getRelease", (body) =>
      isJsonObject(body["status"]) && body["status"]["state"] === "yanked"
        ? changeText(body, "version", (version) => version.replace(/\+.*$/u, ""))
        : body,
    ),
    "restored-releases-declare-nothing": ofRestored((isRestored) =>
      replaceRule(
        "render",
        "externalDependencies",
        (before) => (release, call) => (isRestored(release, call) ? undefined : before(release, call)),
      ),
    ),
    "second-version-changes-the-declarations-of-the-first": changingEarlierVersions((earlier) => ({
      ...earlier,
      externalDependencies: earlier.externalDependencies.slice(1),
    })),
    "second-version-makes-the-declarations-of-the-first-optional": changingEarlierVersions((earlier) => ({
      ...earlier,
      externalDependencies: earlier.externalDependencies.map((one) => ({ ...one, purpose: "optional" })),
    })),
    "second-version-removes-the-declarations-of-the-first": changingEarlierVersions((earlier) => ({
      ...earlier,
      externalDependencies: [],
    })),
  },
  "audit/releases-keep-their-state": {
    "third-version-yanks-the-first": replaceRule(
      "finalize",
      "toRelease",
      (before) => (intent, content, call) => {
        const [first, second] = releasesOf(intent.name, call);
        if (first !== undefined && second !== undefined)
          saveRelease({ ...first, status: { state: "yanked" } }, call);
        return before(intent, content, call);
      },
    ),
  },
  "audit/unpublished-uploads-have-no-metadata": {
    "open-uploads-of-a-known-volume-have-metadata": serving((call) => {
      const known = findRelease(call.name, call.version, call);
      const upload = [...call.registry.store.intents.values()].find(
        (intent): intent is ReleaseIntent =>
          intent.kind === "release" && intent.name === call.name && intent.version === call.version,
      );
      return known === undefined && upload !== undefined && releasesOf(call.name, call).length > 0
        ? toBlankRelease(upload, call)
        : undefined;
    }),
  },
};
