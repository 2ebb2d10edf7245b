import { ProblemError } from "../../problem-error.ts";
import { type Change, onlyFor, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { segmentOf, withoutBuild } from "../changes/identity.ts";
import { inFirst44 } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

/** Also shows the attachments of the releases for which `isShown` is true. */
function alsoShowing(isShown: (other: Release, release: Release) => boolean): Change {
  return replaceRule(
    "visibility",
    "attachments",
    (before) => (release, call) =>
      allReleases(call.registry.store).flatMap((other) =>
        other === release || isShown(other, release) ? before(other, call) : [],
      ),
  );
}

function inSummaries(change: Change): Change {
  return onlyFor("getTrustSummary", change);
}

const isOtherBuild = (other: Release, release: Release): boolean =>
  other.name === release.name && withoutBuild(other.version) === withoutBuild(release.version);

/** Faults in which release an attachment is shown on. */
export const isolation: FaultFile = {
  "trust/attachments-stay-with-their-volume": {
    "trust-shown-on-every-volume": {
      summary: "Attachments are shown on the same version of every volume",
      leads: "trust/details-without-attachments-are-empty",
      change: alsoShowing((other, release) => other.version === release.version),
    },
  },
  "trust/attachments-stay-with-their-version": {
    "attachments-are-found-by-44-characters-of-the-version": alsoShowing(
      (other, release) => other.name === release.name && inFirst44(release.version, other.version),
    ),
    "trust-shown-on-every-version": alsoShowing((other, release) => other.name === release.name),
    "trust-found-by-the-start-of-the-version": {
      summary: "Attachments of a prerelease are shown on the release that is its prefix",
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
    "trust-summary-covers-every-version": inSummaries(
      alsoShowing((other, release) => other.name === release.name),
    ),
  },
  "trust/attachments-stay-with-their-form": {
    "trust-found-without-its-scope": {
      summary: "Attachments are shown on volumes with the same last segment in any scope",
      change: alsoShowing(
        (other, release) =>
          segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
      ),
    },
    "trust-summary-ignores-the-scope": inSummaries(
      alsoShowing(
        (other, release) =>
          segmentOf(other.name) === segmentOf(release.name) && other.version === release.version,
      ),
    ),
  },
  "trust/versions-with-build-metadata-take-attachments": {
    "bytes-of-another-release-are-not-attached-again": {
      leads: "trust/further-formats-are-listed",
      change: replaceRule(
        "trust",
        "add",
        (before) => (release, attachment, call) =>
          allReleases(call.registry.store).some(({ attachments }) =>
            attachments.some(({ digest }) => digest === attachment.digest),
          )
            ? release.attachments
            : before(release, attachment, call),
      ),
    },
    "trust-uploads-not-found-for-build-metadata": replaceRule("trust", "findRelease", (before) => (call) => {
      if (call.version.includes("+")) throw new ProblemError("not-found", "there is no such release");
      return before(call);
    }),
    "trust-paths-read-plus-as-space": replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) => before(release, call) && !call.version.includes("+"),
    ),
  },
  "trust/attachments-stay-with-their-build": {
    "trust-ignores-build-metadata": alsoShowing(isOtherBuild),
    "trust-summary-ignores-build-metadata": inSummaries(alsoShowing(isOtherBuild)),
  },
};
