import { replaceRule } from "../../rules/change.ts";
import { allReleases } from "../../store.ts";
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
  },
};
