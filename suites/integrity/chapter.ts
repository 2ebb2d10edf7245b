import type { Chapter } from "../../harness/check.ts";
import {
  attributes,
  dependsOnEmptyFiles,
  dependsOnEveryByte,
  dependsOnNames,
  dependsOnWhichFileHoldsWhat,
  differsBetweenReleases,
  ignoresCompression,
  ignoresEntryOrder,
  ignoresTimes,
  isNoDigestOfTheUpload,
  isTheSameForTheSameTree,
} from "./digests.ts";
import {
  clientsVerify,
  declaredDigestCovers,
  isTheSameEverywhere,
  staysWhenBlocked,
  staysWhenTombstoned,
  staysWhenUnavailable,
  staysWhenYanked,
} from "./reads.ts";

export const integrity: Chapter = {
  id: "integrity",
  title: "Integrity of releases",
  checks: [
    isNoDigestOfTheUpload,
    differsBetweenReleases,
    isTheSameForTheSameTree,
    dependsOnEveryByte,
    dependsOnNames,
    dependsOnWhichFileHoldsWhat,
    dependsOnEmptyFiles,
    ignoresEntryOrder,
    ignoresCompression,
    ignoresTimes,
    isTheSameEverywhere,
    staysWhenYanked,
    staysWhenBlocked,
    staysWhenTombstoned,
    staysWhenUnavailable,
  ],
  observations: [attributes, declaredDigestCovers],
  untested: [clientsVerify],
};
