import type { Fault, FaultFile } from "./fault.ts";
import { content } from "./advisories/content.ts";
import { twoFactors } from "./factors/two-factors.ts";
import { listing as advisoriesListing } from "./advisories/listing.ts";
import { advisories as auditAdvisories } from "./audit/advisories.ts";
import { addresses } from "./audit/addresses.ts";
import { attachments as auditAttachments } from "./audit/attachments.ts";
import { attachmentStates } from "./audit/attachment-states.ts";
import { callers } from "./audit/callers.ts";
import { conflicts } from "./audit/conflicts.ts";
import { declarations as auditDeclarations } from "./audit/declarations.ts";
import { downloads } from "./audit/downloads.ts";
import { finalOperations } from "./audit/final-operations.ts";
import { finalReads } from "./audit/final-reads.ts";
import { goneReleases } from "./audit/gone-releases.ts";
import { guardedReleases } from "./audit/guarded-releases.ts";
import { keyedWrites } from "./audit/keyed-writes.ts";
import { lastAttachments } from "./audit/last-attachments.ts";
import { latestVersions as auditLatestVersions } from "./audit/latest-versions.ts";
import { oddAddresses } from "./audit/odd-addresses.ts";
import { openUploads } from "./audit/open-uploads.ts";
import { finalizes } from "./audit/finalizes.ts";
import { refusals } from "./audit/refusals.ts";
import { ownReleases } from "./audit/own-releases.ts";
import { repeatedCreates } from "./audit/repeated-creates.ts";
import { repeatedRefusals } from "./audit/repeated-refusals.ts";
import { releases as auditReleases } from "./audit/releases.ts";
import { readsWithTokens as auditReadsWithTokens } from "./audit/reads-with-tokens.ts";
import { rows } from "./audit/rows.ts";
import { searches } from "./audit/searches.ts";
import { subjects } from "./audit/subjects.ts";
import { uploads as auditUploads } from "./audit/uploads.ts";
import { authority } from "./authentication/authority.ts";
import { credentials as authenticationCredentials } from "./authentication/credentials.ts";
import { foreignTokens } from "./authentication/foreign-tokens.ts";
import { authorizationHeader } from "./authentication/authorization-header.ts";
import { readsWithTokens } from "./authentication/reads-with-tokens.ts";
import { repeatedRequests } from "./authentication/repeated-requests.ts";
import { invalidRequests } from "./authentication/invalid-requests.ts";
import { limitedTokens } from "./authentication/limited-tokens.ts";
import { resources } from "./authentication/resources.ts";
import { refusedRequests } from "./authentication/refused-requests.ts";
import { metadata } from "./capabilities/metadata.ts";
import { agreement as consistencyAgreement } from "./consistency/agreement.ts";
import { declarations } from "./consistency/declarations.ts";
import { inconsistentState } from "./consistency/inconsistent-state.ts";
import { irrelevantTraits } from "./consistency/irrelevant-traits.ts";
import { access } from "./download/access.ts";
import { trees } from "./download/trees.ts";
import { closedObjects } from "./every-response/closed-objects.ts";
import { conditionalRequests } from "./every-response/conditional-requests.ts";
import { contentCodings } from "./every-response/content-codings.ts";
import { credentials as everyResponseCredentials } from "./every-response/credentials.ts";
import { documents } from "./every-response/documents.ts";
import { endpointProblems } from "./every-response/endpoint-problems.ts";
import { gateways } from "./every-response/gateways.ts";
import { headerFields } from "./every-response/header-fields.ts";
import { json } from "./every-response/json.ts";
import { members } from "./every-response/members.ts";
import { pathIdentity as everyResponsePathIdentity } from "./every-response/path-identity.ts";
import { problemDocuments } from "./every-response/problem-documents.ts";
import { repeatedItems } from "./every-response/repeated-items.ts";
import { successStatuses } from "./every-response/success-statuses.ts";
import { archives } from "./finalize/archives.ts";
import { bytes } from "./finalize/bytes.ts";
import { entries } from "./finalize/entries.ts";
import { freeVersions } from "./finalize/free-versions.ts";
import { locators } from "./finalize/locators.ts";
import { manifestIdentity } from "./finalize/manifest-identity.ts";
import { manifests } from "./finalize/manifests.ts";
import { repeats } from "./finalize/repeats.ts";
import { states as finalizeStates } from "./finalize/states.ts";
import { success } from "./finalize/success.ts";
import { uploads } from "./finalize/uploads.ts";
import { finalizeRaces } from "./histories/finalize-races.ts";
import { operationRaces } from "./histories/operation-races.ts";
import { races } from "./histories/races.ts";
import { scripted } from "./histories/scripted.ts";
import { stories } from "./histories/stories.ts";
import { createRelease } from "./idempotency/create-release.ts";
import { createTrust } from "./idempotency/create-trust.ts";
import { finalizeRelease } from "./idempotency/finalize-release.ts";
import { finalizeTrust } from "./idempotency/finalize-trust.ts";
import { reusedKeys } from "./idempotency/reused-keys.ts";
import { similarKeys } from "./idempotency/similar-keys.ts";
import { unequalKeys } from "./idempotency/unequal-keys.ts";
import { formats } from "./identity/formats.ts";
import { nameLookup } from "./identity/name-lookup.ts";
import { names } from "./identity/names.ts";
import { scopes } from "./identity/scopes.ts";
import { versionLookup } from "./identity/version-lookup.ts";
import { versions as identityVersions } from "./identity/versions.ts";
import { digests } from "./integrity/digests.ts";
import { reads } from "./integrity/reads.ts";
import { invalidCharacters } from "./problems/invalid-characters.ts";
import { unknownEndpoints } from "./problems/unknown-endpoints.ts";
import { rateLimits } from "./problems/rate-limits.ts";
import { slugs } from "./problems/slugs.ts";
import { unknownResources } from "./problems/unknown-resources.ts";
import { yankedVersions } from "./publish/yanked-versions.ts";
import { bodies } from "./publish/bodies.ts";
import { digest } from "./publish/digest.ts";
import { echo } from "./publish/echo.ts";
import { intents } from "./publish/intents.ts";
import { mediaType } from "./publish/media-type.ts";
import { validRequests } from "./publish/valid-requests.ts";
import { pathIdentity as publishPathIdentity } from "./publish/path-identity.ts";
import { size } from "./publish/size.ts";
import { transfer } from "./publish/transfer.ts";
import { versionMember } from "./publish/version-member.ts";
import { versions as publishVersions } from "./publish/versions.ts";
import { unknownReleases } from "./release-metadata/unknown-releases.ts";
import { externalDependencies } from "./release-metadata/external-dependencies.ts";
import { identity } from "./release-metadata/identity.ts";
import { states as releaseMetadataStates } from "./release-metadata/states.ts";
import { yankedVersion } from "./release-metadata/yanked-version.ts";
import { wholeCatalogue } from "./search/whole-catalogue.ts";
import { componentTypes } from "./search/component-types.ts";
import { latestVersion } from "./search/latest-version.ts";
import { paging } from "./search/paging.ts";
import { invalidPages } from "./search/invalid-pages.ts";
import { slices } from "./search/slices.ts";
import { artifactBinding } from "./trust/artifact-binding.ts";
import { create } from "./trust/create.ts";
import { declaredContent } from "./trust/declared-content.ts";
import { detail } from "./trust/detail.ts";
import { finalize } from "./trust/finalize.ts";
import { finalizeOnce } from "./trust/finalize-once.ts";
import { finalizePath } from "./trust/finalize-path.ts";
import { finalizeRefusals } from "./trust/finalize-refusals.ts";
import { isolation } from "./trust/isolation.ts";
import { requestBody } from "./trust/request-body.ts";
import { manyAttachments } from "./trust/many-attachments.ts";
import { multipleAttachments } from "./trust/multiple-attachments.ts";
import { states as trustStates } from "./trust/states.ts";
import { subjectBinding } from "./trust/subject-binding.ts";
import { summary } from "./trust/summary.ts";
import { unknownRelease } from "./trust/unknown-release.ts";
import { openVolume } from "./unpublish/open-volume.ts";
import { untouchedReleases } from "./unpublish/untouched-releases.ts";
import { outcome } from "./unpublish/outcome.ts";
import { agreement as versionIndexAgreement } from "./version-index/agreement.ts";
import { listing as versionIndexListing } from "./version-index/listing.ts";
import { states as versionIndexStates } from "./version-index/states.ts";

/** The files of faults by chapter, in the order of the suite's chapters and of the checks in them. */
const files: readonly FaultFile[] = [
  names,
  nameLookup,
  scopes,
  identityVersions,
  versionLookup,
  formats,
  paging,
  invalidPages,
  componentTypes,
  slices,
  wholeCatalogue,
  latestVersion,
  versionIndexListing,
  versionIndexAgreement,
  versionIndexStates,
  identity,
  unknownReleases,
  releaseMetadataStates,
  yankedVersion,
  externalDependencies,
  access,
  trees,
  validRequests,
  echo,
  intents,
  transfer,
  publishPathIdentity,
  versionMember,
  mediaType,
  digest,
  size,
  bodies,
  publishVersions,
  yankedVersions,
  success,
  locators,
  bytes,
  uploads,
  finalizeStates,
  freeVersions,
  repeats,
  archives,
  manifests,
  manifestIdentity,
  entries,
  digests,
  reads,
  create,
  declaredContent,
  requestBody,
  subjectBinding,
  unknownRelease,
  finalize,
  finalizeRefusals,
  finalizeOnce,
  artifactBinding,
  finalizePath,
  detail,
  summary,
  multipleAttachments,
  manyAttachments,
  isolation,
  trustStates,
  advisoriesListing,
  content,
  metadata,
  outcome,
  untouchedReleases,
  openVolume,
  consistencyAgreement,
  declarations,
  inconsistentState,
  irrelevantTraits,
  authenticationCredentials,
  foreignTokens,
  authorizationHeader,
  invalidRequests,
  repeatedRequests,
  authority,
  resources,
  limitedTokens,
  refusedRequests,
  readsWithTokens,
  createRelease,
  reusedKeys,
  unequalKeys,
  similarKeys,
  finalizeRelease,
  createTrust,
  finalizeTrust,
  unknownResources,
  invalidCharacters,
  unknownEndpoints,
  rateLimits,
  slugs,
  scripted,
  stories,
  finalizeRaces,
  races,
  operationRaces,
  refusals,
  finalOperations,
  finalReads,
  goneReleases,
  guardedReleases,
  openUploads,
  auditUploads,
  ownReleases,
  repeatedCreates,
  repeatedRefusals,
  finalizes,
  auditReleases,
  auditReadsWithTokens,
  keyedWrites,
  lastAttachments,
  downloads,
  auditDeclarations,
  rows,
  auditAttachments,
  attachmentStates,
  subjects,
  searches,
  auditLatestVersions,
  auditAdvisories,
  addresses,
  oddAddresses,
  callers,
  conflicts,
  successStatuses,
  conditionalRequests,
  contentCodings,
  json,
  problemDocuments,
  endpointProblems,
  gateways,
  everyResponseCredentials,
  headerFields,
  documents,
  closedObjects,
  repeatedItems,
  everyResponsePathIdentity,
  members,
  twoFactors,
];

/** The words of a fault's name as a sentence. */
function toSentence(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;
}

function toFaults(file: FaultFile): readonly Fault[] {
  return Object.entries(file).flatMap(([breaks, entries]) =>
    Object.entries(entries).map(([name, entry]) =>
      typeof entry === "function"
        ? { name, breaks, summary: toSentence(name), change: entry }
        : { name, breaks, summary: toSentence(name), ...entry },
    ),
  );
}

/** Every fault, in the order in which they are listed. */
export const faults: readonly Fault[] = files.flatMap(toFaults);
