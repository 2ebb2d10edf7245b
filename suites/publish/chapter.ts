import type { Chapter } from "../../harness/check.ts";
import {
  bodiesThatAreNoObjectsAreRefused,
  invalidUtf8IsRefused,
  malformedJsonIsRefused,
  otherContentTypesAreRefusedAsSuch,
} from "./bodies.ts";
import {
  digestsOfAnotherTypeAreRefused,
  digestsWithoutPrefixAreRefused,
  malformedDigestsAreRefused,
  upperCaseDigestsAreRefused,
} from "./digest.ts";
import {
  declaredDigestIsThatOfTheRequest,
  declaredSizeIsThatOfTheRequest,
  idempotencyKeyIsThatOfTheRequest,
  mediaTypeIsGzip,
  targetNameIsThatOfThePath,
  targetVersionIsThatOfTheRequest,
} from "./echo.ts";
import {
  freshIntentsCanStillSucceed,
  intentsExpireInTheFuture,
  openIntentsAreNotReleases,
  uploadIdsAreUnique,
} from "./intents.ts";
import {
  mediaTypesOfAnotherTypeAreRefused,
  otherMediaTypesAreRefused,
  otherMediaTypesAreUnsupported,
} from "./media-type.ts";
import {
  freshState,
  otherLabels,
  requiredMembers,
  reservation,
  successStatus,
  unknownMembers,
  uploadAddress,
} from "./observations.ts";
import {
  layoutOfJsonDoesNotMatter,
  mediaTypeParametersAreAccepted,
  sizeOfZeroIsAccepted,
  validRequestsOpenAnIntent,
} from "./opening.ts";
import { bodyNeverOverridesThePath } from "./path-identity.ts";
import {
  fractionalSizesAreRefused,
  hugeSizesAreTakenOrTooLarge,
  negativeSizesAreRefused,
  nullsAreRefused,
  numbersInStringsAreRefused,
  sizesOfAnotherTypeAreRefused,
} from "./size.ts";
import { bytesAreTakenAsInstructed, instructionsAreOpaque } from "./transfer.ts";
import { versionsOfAnotherTypeAreRefused } from "./version-member.ts";
import {
  blockedVersionsAreNotReused,
  existingReleasesAreNeverReplaced,
  existingVersionsAreRefused,
  furtherVersionsAreAccepted,
  likeVersionsDoNotConflict,
  yankedVersionsAreNotReused,
} from "./versions.ts";
import { yankedVersionsLeaveRoomForOthers, yankedVersionsStayYanked } from "./beside-a-yanked-version.ts";

export const publish: Chapter = {
  id: "publish",
  title: "Creating a release upload and sending its bytes",
  checks: [
    validRequestsOpenAnIntent,
    layoutOfJsonDoesNotMatter,
    mediaTypeParametersAreAccepted,
    sizeOfZeroIsAccepted,
    targetNameIsThatOfThePath,
    targetVersionIsThatOfTheRequest,
    declaredDigestIsThatOfTheRequest,
    declaredSizeIsThatOfTheRequest,
    mediaTypeIsGzip,
    idempotencyKeyIsThatOfTheRequest,
    freshIntentsCanStillSucceed,
    intentsExpireInTheFuture,
    uploadIdsAreUnique,
    openIntentsAreNotReleases,
    bytesAreTakenAsInstructed,
    bodyNeverOverridesThePath,
    versionsOfAnotherTypeAreRefused,
    otherMediaTypesAreRefused,
    otherMediaTypesAreUnsupported,
    mediaTypesOfAnotherTypeAreRefused,
    malformedDigestsAreRefused,
    digestsOfAnotherTypeAreRefused,
    upperCaseDigestsAreRefused,
    digestsWithoutPrefixAreRefused,
    negativeSizesAreRefused,
    fractionalSizesAreRefused,
    sizesOfAnotherTypeAreRefused,
    numbersInStringsAreRefused,
    nullsAreRefused,
    hugeSizesAreTakenOrTooLarge,
    malformedJsonIsRefused,
    bodiesThatAreNoObjectsAreRefused,
    invalidUtf8IsRefused,
    otherContentTypesAreRefusedAsSuch,
    existingVersionsAreRefused,
    yankedVersionsAreNotReused,
    blockedVersionsAreNotReused,
    existingReleasesAreNeverReplaced,
    furtherVersionsAreAccepted,
    yankedVersionsLeaveRoomForOthers,
    yankedVersionsStayYanked,
    likeVersionsDoNotConflict,
  ],
  observations: [
    requiredMembers,
    unknownMembers,
    successStatus,
    freshState,
    uploadAddress,
    reservation,
    otherLabels,
  ],
  untested: [instructionsAreOpaque],
};
