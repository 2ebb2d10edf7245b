/** Unpublishing a version. */
import type { Chapter } from "../../harness/check.ts";
import * as outcome from "./outcome.ts";
import * as others from "./others.ts";
import * as open from "./open-volume.ts";
import * as observed from "./observations.ts";
import * as untested from "./untested.ts";

export const unpublish: Chapter = {
  id: "unpublish",
  title: "Unpublishing a version",
  checks: [
    outcome.publishersMayUnpublish,
    outcome.versionsStopBeingAvailable,
    outcome.indexStopsCallingVersionsAvailable,
    outcome.tombstonesKeepTheirIdentity,
    others.otherVersionsKeepTheirMetadata,
    others.otherVersionsKeepTheirRows,
    others.otherVersionsCanBeDownloaded,
    others.otherVersionsKeepTheirTrust,
    others.yankedVersionsStayYanked,
    others.otherVolumesStay,
    open.volumesTakeFurtherVersions,
    open.openUploadsCanBeFinalized,
    open.openTrustUploadsCanBeFinalized,
  ],
  observations: [
    observed.answerOfUnpublish,
    observed.whatIsLeft,
    observed.readsAfterwards,
    observed.repeatedUnpublish,
    observed.republishing,
    observed.unknownVersions,
    observed.scopedUnpublish,
  ],
  untested: [untested.wholeVolumes],
};
