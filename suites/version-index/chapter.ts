import type { Chapter } from "../../harness/check.ts";
import * as agreement from "./agreement.ts";
import * as listing from "./listing.ts";
import * as observations from "./observations.ts";

export const versionIndex: Chapter = {
  id: "version-index",
  title: "The version index",
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
    agreement.rowOfAYankedVersion,
    agreement.rowOfABlockedVersion,
    agreement.rowOfATombstonedVersion,
    agreement.rowOfAnUnavailableVersion,
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
