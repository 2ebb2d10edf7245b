import * as wire from "../../schemas/compiled/wire.js";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Invariant } from "../../harness/check.ts";
import { describeErrors, memberOf } from "../../schemas/describe.ts";
import type { Validate } from "../../schemas/validate.ts";
import { memberAnchors } from "../specification.ts";
import { type ApiOperation, isApiSuccess } from "../responses.ts";

interface Document {
  readonly id: string;
  readonly operation: ApiOperation;
  readonly rule: string;
  readonly source: string;
  readonly reading?: string;
  /** Resources whose members the document contains. */
  readonly resources: readonly string[];
  readonly covers?: readonly string[];
  readonly validate: Validate;
}

const optionalMembers =
  "The table does not say which members are required. A present member has the listed type, format and bounds; `null` counts as a value, and unknown members pass.";

const intentMembers =
  "The table does not say which members are required. We require `uploadId` and `upload.url`, which the client needs to continue; a present member has the listed type, format and bounds.";

/** The rule that every success of an operation has a body as the specification describes it. */
function toInvariant({ resources, operation, validate, covers = [], ...about }: Document): Invariant {
  return {
    ...about,
    id: `every-response/${about.id}`,
    level: "must",
    operations: [operation],
    judgesForm: true,
    covers: [...resources.flatMap(memberAnchors), ...covers],
    judge(answer) {
      if (answer.exchange.operation !== operation || !isApiSuccess(answer)) return "not-applicable";
      if (validate(answer.body)) return "held";
      return {
        expected: about.rule,
        got: describeErrors(validate.errors, answer.body),
        member: memberOf(validate.errors),
      };
    },
  };
}

export const documents: CheckFile = {
  source: "Search result",
  operations: [
    "searchVolumes",
    "getVersionIndex",
    "getRelease",
    "createReleaseUpload",
    "finalizeReleaseUpload",
    "createTrustUpload",
    "finalizeTrustUpload",
    "getTrustSummary",
    "getTrustDetail",
    "searchAdvisories",
  ],
  invariants: [
    toInvariant({
      id: "search-results-are-well-formed",
      operation: "searchVolumes",
      rule: "`GET` search returns an object with an `items` array, and every present member has the listed type and bounds.",
      source: "Search result",
      reading: optionalMembers,
      resources: ["search-result", "search-item"],
      validate: wire.searchResult,
    }),
    toInvariant({
      id: "version-indexes-are-well-formed",
      operation: "getVersionIndex",
      rule: "`GET` index returns an object with an `items` array of rows, and every present member has the listed type and format.",
      source: "Version index row",
      reading: optionalMembers,
      resources: ["version-index", "version-index-row"],
      validate: wire.versionIndex,
    }),
    toInvariant({
      id: "release-metadata-is-well-formed",
      operation: "getRelease",
      rule: "`GET` metadata returns all required members, and every member has the listed type, format and bounds.",
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
    }),
    toInvariant({
      id: "release-upload-intents-are-well-formed",
      operation: "createReleaseUpload",
      rule: "`POST` create returns an `uploadId` and an `upload.url`, and every present member has the listed type, format and bounds.",
      source: "Release upload intent",
      reading: intentMembers,
      resources: ["release-upload-intent", "upload-instruction"],
      covers: ["format:timestamp"],
      validate: wire.releaseUploadIntent,
    }),
    toInvariant({
      id: "finalize-release-results-are-well-formed",
      operation: "finalizeReleaseUpload",
      rule: "`POST` finalize returns an `uploadId`, a `detailUrl` that is a URI reference, and valid release metadata that is `available` and has `dist`.",
      source: "Finalize release upload, body",
      reading:
        'The table has no "Required" column. The notes require `dist` and the state, the transitions require `detailUrl`, and a minimum length requires `uploadId`.',
      resources: ["finalize-release-result"],
      validate: wire.finalizeReleaseResult,
    }),
    toInvariant({
      id: "trust-upload-intents-are-well-formed",
      operation: "createTrustUpload",
      rule: "`POST` trust create returns an `uploadId` and an `upload.url`, and every present member has the listed type, format and bounds.",
      source: "Trust attachment upload intent",
      reading: intentMembers,
      resources: ["trust-upload-intent", "upload-instruction", "format-object"],
      validate: wire.trustUploadIntent,
    }),
    toInvariant({
      id: "finalize-trust-results-are-well-formed",
      operation: "finalizeTrustUpload",
      rule: "`POST` trust finalize returns an `uploadId` and an `attachmentId`, and every present member has the listed type, format and bounds.",
      source: "Finalize trust attachment upload, response body",
      reading: optionalMembers,
      resources: ["finalize-trust-result"],
      validate: wire.finalizeTrustResult,
    }),
    toInvariant({
      id: "trust-summaries-are-well-formed",
      operation: "getTrustSummary",
      rule: "`GET` trust summary returns an `artifacts` array, and every present member has the listed type and format.",
      source: "Trust summary and trust detail envelopes",
      reading: optionalMembers,
      resources: ["trust-summary"],
      validate: wire.trustSummary,
    }),
    toInvariant({
      id: "trust-details-are-well-formed",
      operation: "getTrustDetail",
      rule: "`GET` trust detail returns an `attachments` array, and every present member has the listed type, format and bounds.",
      source: "Trust summary and trust detail envelopes",
      reading: optionalMembers,
      resources: ["trust-detail", "trust-attachment", "format-object"],
      validate: wire.trustDetail,
    }),
    toInvariant({
      id: "advisory-lists-are-well-formed",
      operation: "searchAdvisories",
      rule: "`GET /advisories` returns an object with an `items` array, and every present member has the listed type and format.",
      source: "Advisory",
      reading: optionalMembers,
      resources: ["advisory-list", "advisory"],
      validate: wire.advisoryList,
    }),
  ],
};
