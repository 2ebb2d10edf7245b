import type { Call, Operation } from "../../call.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import { type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { withoutBuild } from "../changes/identity.ts";
import { keepingFirst } from "../changes/kept-answers.ts";
import { changingOnRefusal, yanked } from "../changes/refusals.ts";
import { keepingForAMinute } from "../changes/releases.ts";
import type { FaultFile } from "../fault.ts";

/** Hides a release in some reads when so many others were published later. */
function keepingForLater(where: "inMetadata" | "inDownload", count: number): Change {
  return replaceRule("visibility", where, (before) => (release, call) => {
    const later = allReleases(call.registry.store).filter((one) => one.publishedAt > release.publishedAt);
    return before(release, call) && later.length < count;
  });
}

/** A cache that keeps what a read without a token did not find. */
function stayingAbsent(operation: Operation): Change {
  return onlyWhen(
    ({ request }) => !request.headers.has("authorization"),
    keepingFirst(operation, (status) => status === 404),
  );
}

/** Unpublishes a release that the request does not name, if there is one. */
function findingInstead(find: (call: Call) => Release | undefined): Change {
  return replaceRule("unpublish", "find", (before) => (call) => find(call) ?? before(call));
}

function availableIn(call: Call): readonly Release[] {
  return releasesOf(call.name, call).filter(({ status }) => status.state === "available");
}

/** Faults in what is kept for long. */
export const finalReads: FaultFile = {
  "audit/early-releases-are-there-at-the-end": {
    "metadata-is-kept-for-ninety-later-releases": keepingForLater("inMetadata", 90),
    "archives-are-kept-for-forty-later-releases": keepingForLater("inDownload", 40),
    "metadata-is-kept-for-a-minute": keepingForAMinute("inMetadata"),
    "archives-are-kept-for-a-minute": keepingForAMinute("inDownload"),
    "absent-releases-stay-absent": stayingAbsent("getRelease"),
    "absent-volumes-stay-absent": stayingAbsent("getVersionIndex"),
    "release-beside-a-yanked-one-is-not-shown": replaceRule(
      "visibility",
      "inMetadata",
      (before) => (release, call) =>
        before(release, call) &&
        !allReleases(call.registry.store).some(
          ({ name, status, publishedAt }) =>
            name === release.name && status.state === "yanked" && publishedAt < release.publishedAt,
        ),
    ),
    "expired-trust-upload-yanks-the-volume": changingOnRefusal(
      "finalizeTrustUpload",
      "upload-expired",
      yanked,
    ),
    "unpublish-of-an-unknown-version-removes-a-similar-one": {
      summary: "Unpublishing an unknown version with a suffix unpublishes the version without its last part",
      change: findingInstead((call) =>
        availableIn(call).find(({ version }) => call.version.startsWith(`${version}-`)),
      ),
    },
    "unpublish-ignores-the-case-of-versions": findingInstead((call) =>
      availableIn(call).find(({ version }) => version.toLowerCase() === call.version.toLowerCase()),
    ),
    "unpublish-of-an-unknown-build-removes-the-version": findingInstead((call) =>
      availableIn(call).find(
        ({ version }) => call.version.includes("+") && version === withoutBuild(call.version),
      ),
    ),
    "unpublish-of-an-unknown-prerelease-removes-its-release": findingInstead((call) =>
      availableIn(call).find(
        ({ version }) => call.version.includes("-") && version === call.version.split("-")[0],
      ),
    ),
    "unpublish-of-an-unknown-version-removes-one-that-begins-with-it": findingInstead((call) =>
      availableIn(call).find(({ version }) => version.startsWith(`${call.version}.`)),
    ),
    "unpublish-of-an-unknown-scoped-version-removes-the-unscoped-one": findingInstead((call) =>
      findRelease(call.name, call.version, call) === undefined
        ? findRelease(call.name.replace(/^@[^/]*\//, ""), call.version, call)
        : undefined,
    ),
    "unpublish-of-an-unknown-version-removes-the-last-one": findingInstead((call) =>
      findRelease(call.name, call.version, call) === undefined ? availableIn(call).at(-1) : undefined,
    ),
  },
};
