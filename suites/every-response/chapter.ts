import type { Chapter } from "../../harness/check.ts";
import * as closed from "./closed-objects.ts";
import * as credentials from "./credentials.ts";
import * as documents from "./documents.ts";
import * as endpoints from "./endpoint-problems.ts";
import * as json from "./json.ts";
import * as members from "./members.ts";
import * as paths from "./path-identity.ts";
import * as problems from "./problem-documents.ts";
import * as statuses from "./success-statuses.ts";

export const everyResponse: Chapter = {
  id: "every-response",
  title: "Rules for every response",
  checks: [],
  invariants: [
    statuses.successesHaveTheirStatus,
    json.successBodiesAreJson,
    json.successBodiesAreLabelledJson,
    problems.errorsAreProblemJson,
    problems.errorBodiesAreJsonObjects,
    problems.problemTypesAreUris,
    problems.problemTitlesAreNotEmpty,
    problems.problemStatusesAreNumbers,
    problems.problemDetailsAreText,
    problems.problemInstancesAreReferences,
    problems.problemStatusRepeatsTheHttpStatus,
    problems.problemTypesAreOfTheClosedSet,
    problems.problemTypesShareOneNamespace,
    endpoints.endpointsAnswerTheirOwnProblems,
    endpoints.endpointsNeverAnswerServerErrors,
    credentials.readsNeedNoToken,
    credentials.unauthorizedAnswersCarryAChallenge,
    credentials.retryAfterIsWellFormed,
    credentials.answersContainNoToken,
    documents.searchResultsAreWellFormed,
    documents.versionIndexesAreWellFormed,
    documents.releaseMetadataIsWellFormed,
    documents.releaseUploadIntentsAreWellFormed,
    documents.finalizeReleaseResultsAreWellFormed,
    documents.trustUploadIntentsAreWellFormed,
    documents.finalizeTrustResultsAreWellFormed,
    documents.trustSummariesAreWellFormed,
    documents.trustDetailsAreWellFormed,
    documents.advisoryListsAreWellFormed,
    closed.releaseMetadataHasNoOtherMembers,
    closed.versionStatusHasNoOtherMembers,
    closed.distributionIsOneOfTheVariants,
    closed.externalDependencyHasNoOtherMembers,
    closed.distFollowsTheState,
    paths.documentsNameTheReleaseOfTheirPath,
    paths.resultsNameTheUploadOfTheirPath,
    members.releaseUploadIntentsAreComplete,
    members.trustUploadIntentsAreComplete,
    members.finalizeTrustResultsAreComplete,
    members.trustSummariesAreComplete,
    members.trustDetailsAreComplete,
    members.versionIndexRowsAreComplete,
  ],
  untested: [
    {
      id: "every-response/interface-version",
      rule: "The interface version is 0.1.0-rc.1.",
      source: "Versioning, rule 2",
      reason:
        "No resource has a member for the interface version. A report states the version that the suite implements.",
      covers: ["rule:versioning/2"],
    },
    {
      id: "every-response/deprecation-policy",
      rule: "Interface versions are deprecated, and stay compatible, according to a policy.",
      source: "Versioning, rule 5",
      reason: "The text states that the policy is not shown.",
      covers: ["rule:versioning/5"],
    },
    {
      id: "every-response/events",
      rule: "The registry may emit events, webhooks or notifications.",
      source: "Events",
      reason: "The text states that no events are described.",
      covers: ["gap:events/1"],
    },
  ],
};
