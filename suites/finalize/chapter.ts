import type { Chapter } from "../../harness/check.ts";
import { bytesAreGzip, gzipHoldsTar, gzipIsWhole } from "./archives.ts";
import { bytesOfAnotherUploadDoNotCount, finalizeBeforeBytes, otherDigestsAreRefused } from "./bytes.ts";
import { malformedDeclarations } from "./declarations.ts";
import {
  devicesAreRefused,
  entriesAreRelative,
  entriesStayInsideTheTree,
  linksStayInsideTheTree,
  pathsAreUnique,
} from "./entries.ts";
import {
  detailUrlLeadsSomewhere,
  releaseHasADistribution,
  releaseIsHosted,
  resultHasADetailUrl,
} from "./locators.ts";
import {
  manifestsNameTheScope,
  manifestsNameTheVersion,
  manifestsNameTheVolume,
} from "./manifest-identity.ts";
import {
  absentManifestsAreRefused,
  invalidManifestsAreNamed,
  invalidManifestsAreRefused,
  malformedManifestsAreNamed,
  malformedManifestsAreRefused,
  permissionsStayWithinTheVolume,
} from "./manifests.ts";
import {
  bodies,
  detailAddress,
  earlyFinalize,
  otherSizes,
  repeats,
  stateAfterFinalize,
  tooLargeAtFinalize,
  unsupportedAtFinalize,
} from "./observations.ts";
import { lateBytesChangeNothing, secondFinalizeMakesNoSecondRelease } from "./repeats.ts";
import { expiredUploadsAreRefused, failedUploadsAreRefused, refusedUploadsPublishNothing } from "./states.ts";
import {
  publishedReleasesBecomeReadable,
  releaseHasTheIdentityOfItsPath,
  releaseIsAvailable,
  successIsCreated,
  uploadedArchivesAreFinalized,
  uploadIdIsRepeated,
} from "./success.ts";
import {
  unknownUploadsAreNotFound,
  uploadsBelongToTheirForm,
  uploadsBelongToTheirVolume,
} from "./uploads.ts";

export const finalize: Chapter = {
  id: "finalize",
  title: "Finalizing a release upload",
  checks: [
    uploadedArchivesAreFinalized,
    successIsCreated,
    uploadIdIsRepeated,
    releaseHasTheIdentityOfItsPath,
    releaseIsAvailable,
    publishedReleasesBecomeReadable,
    releaseHasADistribution,
    releaseIsHosted,
    resultHasADetailUrl,
    detailUrlLeadsSomewhere,
    finalizeBeforeBytes,
    bytesOfAnotherUploadDoNotCount,
    otherDigestsAreRefused,
    unknownUploadsAreNotFound,
    uploadsBelongToTheirVolume,
    uploadsBelongToTheirForm,
    expiredUploadsAreRefused,
    failedUploadsAreRefused,
    refusedUploadsPublishNothing,
    secondFinalizeMakesNoSecondRelease,
    lateBytesChangeNothing,
    bytesAreGzip,
    gzipIsWhole,
    gzipHoldsTar,
    absentManifestsAreRefused,
    malformedManifestsAreRefused,
    malformedManifestsAreNamed,
    invalidManifestsAreRefused,
    invalidManifestsAreNamed,
    permissionsStayWithinTheVolume,
    manifestsNameTheVolume,
    manifestsNameTheScope,
    manifestsNameTheVersion,
    entriesStayInsideTheTree,
    entriesAreRelative,
    linksStayInsideTheTree,
    devicesAreRefused,
    pathsAreUnique,
  ],
  observations: [malformedDeclarations, otherSizes, earlyFinalize, bodies, repeats, detailAddress],
  untested: [tooLargeAtFinalize, unsupportedAtFinalize, stateAfterFinalize],
};
