import type { Chapter } from "../../harness/check.ts";
import * as agreement from "./agreement.ts";
import * as listing from "./listing.ts";
import * as observations from "./observations.ts";
import * as states from "./states.ts";

export const versionIndex: Chapter = {
  id: "version-index",
  title: "Version index",
  checks: [
    listing.answersAnonymousCallers,
    listing.listsAPublishedVersion,
    listing.keepsEarlierVersions,
    listing.listsEachVersionOnce,
    listing.listsNothingElse,
    listing.unknownVolumeHasNoRows,
    agreement.rowsHaveTheIntegrityOfTheirRelease,
    agreement.rowsOfOneVolumeKeepTheirIntegrity,
    agreement.rowsHaveTheStateOfTheirRelease,
    agreement.rowsOfOneVolumeKeepTheirState,
    agreement.releaseUrlLeadsToTheMetadata,
    states.rowOfAYankedVersion,
    states.rowOfABlockedVersion,
    states.rowOfATombstonedVersion,
    states.rowOfAnUnavailableVersion,
    states.urlOfAYankedVersion,
    states.urlOfABlockedVersion,
    states.urlOfATombstonedVersion,
    states.urlOfAnUnavailableVersion,
    states.listsVersionsBesideAYankedOne,
    states.rowOfAGitRelease,
  ],
  observations: [
    observations.unknownVolume,
    observations.dependencies,
    observations.rowOrder,
    observations.releaseUrl,
    observations.listedStates,
    observations.successStatus,
  ],
  untested: [observations.clientsFetchMetadata],
};
