import type { Chapter } from "../../harness/check.ts";
import * as absence from "./absence.ts";
import * as dependencies from "./external-dependencies.ts";
import * as identity from "./identity.ts";
import * as observations from "./observations.ts";
import * as states from "./states.ts";
import * as yanked from "./yanked-version.ts";

export const releaseMetadata: Chapter = {
  id: "release-metadata",
  title: "Release metadata",
  checks: [
    identity.answersAnonymousCallers,
    identity.nameIsTheOneAskedFor,
    identity.versionIsTheOneAskedFor,
    identity.finalizedReleaseIsAvailable,
    identity.uploadedReleaseIsHosted,
    identity.versionsOfOneVolumeAreTheirOwn,
    absence.unknownVersionIsNotFound,
    absence.unknownVolumeIsNotFound,
    states.yankedReleaseKeepsItsDist,
    states.blockedReleaseHasNoDist,
    states.tombstonedReleaseHasNoDist,
    states.unavailableReleaseHasNoDist,
    states.gitReleaseTellsItsRepository,
    yanked.yankingLeavesOtherVersions,
    dependencies.declaredDependenciesAreListed,
    dependencies.everyDeclarationHasItsMembers,
    dependencies.declarationKeysDiffer,
    dependencies.declarationsStayTheSame,
  ],
  observations: [
    observations.shownStates,
    observations.statusReason,
    observations.successStatus,
    dependencies.declarationKeyPrefix,
  ],
};
