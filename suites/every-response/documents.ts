import type { Invariant } from "../../harness/check.ts";
import * as wire from "../../schemas/compiled/wire.js";
import { describeErrors } from "../../schemas/describe.ts";
import type { Validate } from "../../schemas/validate.ts";
import { memberAnchors } from "../specification.ts";
import { type ApiOperation, isApiSuccess } from "./subject.ts";

interface Document {
  readonly id: string;
  readonly operation: ApiOperation;
  readonly rule: string;
  readonly source: string;
  readonly reading?: string;
  /** Resources whose members the document holds. */
  readonly resources: readonly string[];
  readonly covers?: readonly string[];
  readonly validate: Validate;
}

const optionalMembers =
  "The table has no column that says which members are required. What is there has the listed type, format and bounds; null is a value and no absence. Other members are not refused.";

/** The rule that each success of an operation is the document that the specification describes. */
function toInvariant({ resources, operation, validate, covers = [], ...about }: Document): Invariant {
  return {
    ...about,
    id: `every-response/${about.id}`,
    level: "must",
    operations: [operation],
    covers: [...resources.flatMap(memberAnchors), ...covers],
    judge(answer) {
      if (answer.exchange.operation !== operation || !isApiSuccess(answer)) return "not-applicable";
      if (validate(answer.body)) return "held";
      return { expected: about.rule, got: describeErrors(validate.errors, answer.body) };
    },
  };
}

export const searchResultsAreWellFormed: Invariant = toInvariant({
  id: "search-results-are-well-formed",
  operation: "searchVolumes",
  rule: "A search result is an object with an array of items, whose members have the listed types and bounds.",
  source: "Search result",
  reading: optionalMembers,
  resources: ["search-result", "search-item"],
  validate: wire.searchResult,
});

export const versionIndexesAreWellFormed: Invariant = toInvariant({
  id: "version-indexes-are-well-formed",
  operation: "getVersionIndex",
  rule: "A version index is an object with an array of rows, whose members have the listed types and formats.",
  source: "Version index row",
  reading: optionalMembers,
  resources: ["version-index", "version-index-row"],
  validate: wire.versionIndex,
});

export const releaseMetadataIsWellFormed: Invariant = toInvariant({
  id: "release-metadata-is-well-formed",
  operation: "getRelease",
  rule: "Release metadata has its required members, and each member has the listed type, format and bounds.",
  source: "Release metadata",
  resources: [
    "release-metadata",
    "version-status",
    "distribution-hosted",
    "distribution-git",
    "external-dependency",
  ],
  covers: ["format:declaration-key", "format:digest", "format:release-purl"],
  validate: wire.releaseMetadata,
});

export const releaseUploadIntentsAreWellFormed: Invariant = toInvariant({
  id: "release-upload-intents-are-well-formed",
  operation: "createReleaseUpload",
  rule: "A release upload intent has an uploadId and an upload.url, and each member has the listed type, format and bounds.",
  source: "Release upload intent",
  reading: `${optionalMembers} Without the id nothing could be finalized, and without the address no byte could be sent.`,
  resources: ["release-upload-intent", "upload-instruction"],
  covers: ["format:timestamp"],
  validate: wire.releaseUploadIntent,
});

export const finalizeReleaseResultsAreWellFormed: Invariant = toInvariant({
  id: "finalize-release-results-are-well-formed",
  operation: "finalizeReleaseUpload",
  rule: "The result of finalizing a release upload has an uploadId, a detailUrl that is a URI reference, and release metadata that is available and has dist.",
  source: "Finalize release upload, body",
  reading:
    "The notes state dist and the state; the table of transitions states detailUrl; an uploadId of at least one character cannot be absent.",
  resources: ["finalize-release-result"],
  validate: wire.finalizeReleaseResult,
});

export const trustUploadIntentsAreWellFormed: Invariant = toInvariant({
  id: "trust-upload-intents-are-well-formed",
  operation: "createTrustUpload",
  rule: "A trust upload intent has an uploadId and an upload.url, and each member has the listed type, format and bounds.",
  source: "Trust attachment upload intent",
  reading: `${optionalMembers} Without the id nothing could be finalized, and without the address no byte could be sent.`,
  resources: ["trust-upload-intent", "upload-instruction", "format-object"],
  validate: wire.trustUploadIntent,
});

export const finalizeTrustResultsAreWellFormed: Invariant = toInvariant({
  id: "finalize-trust-results-are-well-formed",
  operation: "finalizeTrustUpload",
  rule: "The result of finalizing a trust upload has an uploadId and an attachmentId, and each member has the listed type, format and bounds.",
  source: "Finalize trust attachment upload, response body",
  reading: optionalMembers,
  resources: ["finalize-trust-result"],
  validate: wire.finalizeTrustResult,
});

export const trustSummariesAreWellFormed: Invariant = toInvariant({
  id: "trust-summaries-are-well-formed",
  operation: "getTrustSummary",
  rule: "A trust summary has an array of artifacts, and each member has the listed type and format.",
  source: "Trust summary and trust detail envelopes",
  reading: optionalMembers,
  resources: ["trust-summary"],
  validate: wire.trustSummary,
});

export const trustDetailsAreWellFormed: Invariant = toInvariant({
  id: "trust-details-are-well-formed",
  operation: "getTrustDetail",
  rule: "A trust detail has an array of attachments, and each member has the listed type, format and bounds.",
  source: "Trust summary and trust detail envelopes",
  reading: optionalMembers,
  resources: ["trust-detail", "trust-attachment", "format-object"],
  validate: wire.trustDetail,
});

export const advisoryListsAreWellFormed: Invariant = toInvariant({
  id: "advisory-lists-are-well-formed",
  operation: "searchAdvisories",
  rule: "The list of advisories is an object with an array of items, whose members have the listed types and formats.",
  source: "Advisory",
  reading: optionalMembers,
  resources: ["advisory-list", "advisory"],
  validate: wire.advisoryList,
});
