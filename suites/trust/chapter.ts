/** Trust: attaching artifacts to a release, and reading what is attached. */
import type { Chapter } from "../../harness/check.ts";
import * as create from "./create.ts";
import * as declared from "./declared-content.ts";
import * as body from "./request-body.ts";
import * as binding from "./subject-binding.ts";
import * as unknown from "./unknown-release.ts";
import * as finalize from "./finalize.ts";
import * as refusals from "./finalize-refusals.ts";
import * as once from "./finalize-once.ts";
import * as path from "./finalize-path.ts";
import * as detail from "./detail.ts";
import * as summary from "./summary.ts";
import * as several from "./several.ts";
import * as isolation from "./isolation.ts";
import * as observed from "./observations.ts";
import * as open from "./open-requests.ts";
import * as untested from "./untested.ts";

export const trust: Chapter = {
  id: "trust",
  title: "Trust attachments, summary and detail",
  checks: [
    create.uploadsAreCreated,
    create.intentsNameTheirSubject,
    create.intentsEchoTheFormat,
    create.intentsEchoTheDeclaredDigest,
    create.intentsEchoTheDeclaredSize,
    create.newIntentsAreOpen,
    create.intentsExpireLater,
    create.formatMembersAreEchoed,
    create.instructionsTakeTheBytes,
    declared.negativeSizesAreRefused,
    declared.fractionalSizesAreRefused,
    declared.sizesAsTextAreRefused,
    declared.sizesOfZeroAreTaken,
    declared.absurdSizesAreTooLarge,
    declared.malformedDigestsAreRefused,
    declared.digestsInOtherWritingAreRefused,
    body.bodiesAreJson,
    body.bodiesAreObjects,
    body.formatsAreObjectsOfStrings,
    binding.otherVersionsDoNotBind,
    binding.otherVolumesDoNotBind,
    binding.otherIntegritiesDoNotBind,
    binding.otherReleasesDoNotBind,
    binding.malformedSubjectsAreRefused,
    unknown.unknownReleasesHaveNoTrust,
    unknown.unknownReleasesTakeNoAttachments,
    finalize.uploadsAreFinalized,
    finalize.resultsRepeatTheUploadId,
    finalize.resultsNameTheirSubject,
    finalize.resultsRepeatTheArtifactDigest,
    finalize.resultsRepeatTheArtifactSize,
    finalize.resultsAreActive,
    finalize.resultsLeadToTheDetail,
    refusals.bytesHaveArrived,
    refusals.bytesHaveTheDeclaredDigest,
    refusals.mismatchedBytesAreNotAttached,
    refusals.expiredUploadsAreRefused,
    refusals.failedUploadsAreRefused,
    refusals.unknownUploadsAreNotFound,
    once.finalizingTwiceAttachesOnce,
    once.racingFinalizesAttachOnce,
    path.uploadsBelongToTheirVolume,
    path.uploadsBelongToTheirVersion,
    path.releaseUploadsAreNoTrustUploads,
    path.trustUploadsAreNoReleaseUploads,
    detail.attachmentsAreListed,
    detail.detailNamesItsSubject,
    detail.listedDigestIsOfTheArtifact,
    detail.listedSizeIsOfTheArtifact,
    detail.listedFormatWasSent,
    detail.listedAttachmentsAreActive,
    detail.locatorsLeadToTheArtifact,
    detail.detailsWithoutAttachmentsAreEmpty,
    detail.attachingKeepsTheRelease,
    summary.summariesShowAttachments,
    summary.summariesNameTheirSubject,
    summary.summariesWithoutAttachmentsAreEmpty,
    summary.summariesAndDetailsAgree,
    summary.attachmentsArePresent,
    summary.formatsAreNamed,
    summary.categoriesAgree,
    summary.detailIsSaidToBeAvailable,
    several.attachmentsAddUp,
    several.attachmentsHaveTheirOwnIds,
    several.racingAttachmentsAreAllKept,
    several.furtherFormatsShowUp,
    isolation.attachmentsStayWithTheirVolume,
    isolation.attachmentsStayWithTheirVersion,
    isolation.attachmentsStayWithTheirForm,
    isolation.versionsOfEveryKindTakeAttachments,
  ],
  observations: [
    observed.chosenCategory,
    observed.attachmentStates,
    observed.summaryEntries,
    observed.judgments,
    observed.artifactLocation,
    observed.verification,
    observed.leftOutMembers,
    observed.newIntentState,
    observed.successStatuses,
    observed.revisions,
    observed.detailUrlForm,
    open.requiredMembers,
    open.unknownFormats,
    open.otherContentTypes,
    open.finalizeWithoutBody,
    open.sizesThatDiffer,
    open.refusedFinalizes,
    open.sameArtifactTwice,
    open.timeUntilVisible,
    ...open.releasesInOtherStates,
  ],
  untested: [
    untested.emptyTrustProvesNothing,
    untested.judgmentsAreDerived,
    untested.contentsOfArtifacts,
    untested.mediaTypesOfArtifacts,
    untested.laterStates,
  ],
};
