import { Refusal } from "../../refusal.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { segmentOf, withoutBuild } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Shows, beside a release's own attachments, those of the releases that `isLeaking` says. */
function alsoShowing(isLeaking: (other: Release, release: Release) => boolean): Change {
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
  return onlyFor("getTrustSummary", change);
}

const isOtherBuild = (other: Release, release: Release): boolean =>
  other.name === release.name && withoutBuild(other.version) === withoutBuild(release.version);

/** TODO */
export const isolation: FaultFile = {
  "trust/attachments-stay-with-their-volume": {
    "trust-shown-on-every-volume": {
      summary: "Attachments are shown on the releases of all volumes of the same version",
      change: alsoShowing((other, release) => other.version === release.version),
    },
  },
  "trust/attachments-stay-with-their-version": {
    "trust-shown-on-every-version": {
      summary: "Attachments are shown on every version of their volume",
      change: alsoShowing((other, release) => other.name === release.name),
    },
    "trust-found-by-the-start-of-the-version": {
      summary: "Attachments of a prerelease are shown on the release that its version begins with",
      change: alsoShowing(
        (other, release) => other.name === release.name && other.version.startsWith(release.version),
      ),
    },
    "trust-shown-on-prereleases": {
      summary: "Attachments of a release are shown on its prereleases",
      change: alsoShowing(
        (other, release) => other.name === release.name && release.version.startsWith(other.version),
      ),
    },
    "summary-gathers-a-volumes-trust": {
      summary: "The summary counts the attachments of every version of the volume, the detail does not",
      change: inSummaries(alsoShowing((other, release) => other.name === release.name)),
    },
  },
  "trust/attachments-stay-with-their-form": {
    "trust-found-without-its-scope": {
      summary: "Attachments are shown on volumes of the same name in any scope and in none",
      change: alsoShowing(
        (other, release) =>
          segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
      ),
    },
    "summary-found-without-its-scope": {
      summary:
        "The summary counts the attachments of volumes of the same name in any scope, the detail does not",
      change: inSummaries(
        alsoShowing(
          (other, release) =>
            segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
        ),
      ),
    },
  },
  "trust/versions-of-every-kind-take-attachments": {
    "trust-uploads-refuse-build-metadata": {
      summary: "A release whose version has build metadata is not found where trust is uploaded",
      change: replaceRule("trust", "findRelease", (before) => (call) => {
        if (call.version.includes("+")) throw new Refusal("not-found", "there is no such release");
        return before(call);
      }),
    },
    "trust-refuses-build-metadata": {
      summary: "The + of a version is taken for a space in the paths of trust",
      change: replaceRule(
        "visibility",
        "inTrust",
        (before) => (release, call) => before(release, call) && !call.version.includes("+"),
      ),
    },
  },
  "trust/attachments-stay-with-their-build": {
    "trust-found-without-build-metadata": {
      summary: "Attachments are shown on every version that differs in build metadata alone",
      change: alsoShowing(isOtherBuild),
    },
    "summary-found-without-build-metadata": {
      summary: "The summary counts the attachments of every version that differs in build metadata alone",
      change: inSummaries(alsoShowing(isOtherBuild)),
    },
  },
};
