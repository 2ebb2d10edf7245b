import { replaceRule } from "../../rules/change.ts";
import { allReleases } from "../../store.ts";
import { changingOnRefusal, yanked } from "../changes/refusals.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in what is kept for long. */
export const finalReads: FaultFile = {
  "audit/early-releases-are-there-at-the-end": {
    "metadata-is-kept-for-ninety-later-releases": replaceRule(
      "visibility",
      "inMetadata",
      (before) => (release, call) => {
        const later = allReleases(call.registry.store).filter((one) => one.publishedAt > release.publishedAt);
        return before(release, call) && later.length < 90;
      },
    ),
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
  },
};
