import type { Call } from "../call.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { type Change, onlyWhen, replaceRule } from "../rules/change.ts";
import { type Release, allReleases } from "../store.ts";
import type { Fault } from "./fault.ts";

const isTrustRead = (call: Call): boolean =>
  call.operation === "getTrustDetail" || call.operation === "getTrustSummary";

/** Shows, beside a release's own attachments, those of the releases that `isLeaking` says. */
function leaking(isLeaking: (other: Release, release: Release) => boolean): Change {
  return replaceRule(
    "visibility",
    "attachments",
    (before) => (release, call) =>
      allReleases(call.registry.store).flatMap((other) =>
        other === release || isLeaking(other, release) ? before(other, call) : [],
      ),
  );
}

function inSummaries(change: Change): Change {
  return onlyWhen(({ operation }) => operation === "getTrustSummary", change);
}

/** Stands in for a release that is not there, in reads of trust. */
function standingIn(find: (call: Call) => Release | undefined): Change {
  return replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (!isTrustRead(call) || findRelease(call.name, call.version, call) !== undefined)
      return before(isVisible, call);
    const release = find(call);
    if (release === undefined) return before(isVisible, call);
    return { ...release, name: call.name, version: call.version, attachments: [] };
  });
}

const malformedAs = (slug: "validation-failed"): Change =>
  replaceRule("visibility", "find", (before) => (isVisible, call) => {
    if (isTrustRead(call) && !call.rules.visibility.isWellFormed(call))
      throw new Refusal(slug, "the path is malformed");
    return before(isVisible, call);
  });

const segmentOf = (name: string): string => name.slice(name.indexOf("/") + 1);

const withoutBuild = (version: string): string => version.replace(/\+.*$/, "");

const isOtherBuild = (other: Release, release: Release): boolean =>
  other.name === release.name && withoutBuild(other.version) === withoutBuild(release.version);

/** Faults in whose trust is shown, and where none is. */
export const trustPlaceFaults: readonly Fault[] = [
  {
    name: "trust-unknown-versions-are-empty",
    breaks: "trust/unknown-releases-have-no-trust",
    summary: "The trust of an unknown version of a known volume is empty",
    change: standingIn((call) => releasesOf(call.name, call)[0]),
  },
  {
    name: "trust-unknown-volumes-are-empty",
    breaks: "trust/unknown-releases-have-no-trust",
    summary: "The trust of an unknown volume is empty",
    change: standingIn((call) =>
      releasesOf(call.name, call).length === 0 && call.rules.visibility.isWellFormed(call)
        ? allReleases(call.registry.store)[0]
        : undefined,
    ),
  },
  {
    name: "trust-malformed-paths-called-invalid",
    breaks: "identity/malformed-names-are-not-found-in-reads",
    summary: "Trust reads of malformed names and versions are validation-failed",
    change: malformedAs("validation-failed"),
  },
  {
    name: "trust-malformed-paths-are-empty",
    breaks: "identity/malformed-versions-are-not-found-in-reads",
    summary: "The trust of a malformed version is empty",
    change: standingIn((call) =>
      call.rules.visibility.isWellFormed(call) ? undefined : allReleases(call.registry.store)[0],
    ),
  },
  {
    name: "trust-shown-on-every-volume",
    breaks: "trust/attachments-stay-with-their-volume",
    summary: "Attachments are shown on the releases of all volumes of the same version",
    change: leaking((other, release) => other.version === release.version),
  },
  {
    name: "trust-shown-on-every-version",
    breaks: "trust/attachments-stay-with-their-version",
    summary: "Attachments are shown on every version of their volume",
    change: leaking((other, release) => other.name === release.name),
  },
  {
    name: "trust-found-by-the-start-of-the-version",
    breaks: "trust/attachments-stay-with-their-version",
    summary: "Attachments of a prerelease are shown on the release that its version begins with",
    change: leaking(
      (other, release) => other.name === release.name && other.version.startsWith(release.version),
    ),
  },
  {
    name: "trust-shown-on-prereleases",
    breaks: "trust/attachments-stay-with-their-version",
    summary: "Attachments of a release are shown on its prereleases",
    change: leaking(
      (other, release) => other.name === release.name && release.version.startsWith(other.version),
    ),
  },
  {
    name: "trust-found-without-its-scope",
    breaks: "trust/attachments-stay-with-their-form",
    summary: "Attachments are shown on volumes of the same name in any scope and in none",
    change: leaking(
      (other, release) =>
        segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
    ),
  },
  {
    name: "summary-gathers-a-volumes-trust",
    breaks: "trust/attachments-stay-with-their-version",
    summary: "The summary counts the attachments of every version of the volume, the detail does not",
    change: inSummaries(leaking((other, release) => other.name === release.name)),
  },
  {
    name: "summary-found-without-its-scope",
    breaks: "trust/attachments-stay-with-their-form",
    summary:
      "The summary counts the attachments of volumes of the same name in any scope, the detail does not",
    change: inSummaries(
      leaking(
        (other, release) =>
          segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
      ),
    ),
  },
  {
    name: "trust-found-without-build-metadata",
    breaks: "trust/attachments-stay-with-their-build",
    summary: "Attachments are shown on every version that differs in build metadata alone",
    change: leaking(isOtherBuild),
  },
  {
    name: "summary-found-without-build-metadata",
    breaks: "trust/attachments-stay-with-their-build",
    summary: "The summary counts the attachments of every version that differs in build metadata alone",
    change: inSummaries(leaking(isOtherBuild)),
  },
  {
    name: "trust-uploads-refuse-build-metadata",
    breaks: "trust/versions-of-every-kind-take-attachments",
    summary: "A release whose version has build metadata is not found where trust is uploaded",
    change: replaceRule("trust", "findRelease", (before) => (call) => {
      if (call.version.includes("+")) throw new Refusal("not-found", "there is no such release");
      return before(call);
    }),
  },
  {
    name: "trust-refuses-build-metadata",
    breaks: "trust/versions-of-every-kind-take-attachments",
    summary: "The + of a version is taken for a space in the paths of trust",
    change: replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) => before(release, call) && !call.version.includes("+"),
    ),
  },
];
