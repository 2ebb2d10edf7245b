import type { Level, Operation, Profile } from "../../../schemas/report.ts";

/** A requirement of the example reports. Only tests of the renderers use it; the real catalogue is `suites/`. */
export interface ExampleRequirement {
  readonly id: string;
  /** The id of the requirement that it is one of several cases of. */
  readonly requirement?: string;
  readonly level: Level;
  readonly title: string;
  readonly section: string;
  readonly operations: readonly Operation[];
  readonly profiles: readonly Profile[];
  readonly reading?: string;
}

type Row = readonly [
  id: string,
  level: Level,
  section: string,
  operations: readonly Operation[],
  title: string,
  reading?: string,
];

const profilesByChapter: Readonly<Record<string, readonly Profile[]>> = {
  identity: ["read", "publish"],
  search: ["search"],
  "version-index": ["read"],
  "release-metadata": ["read"],
  publish: ["publish"],
  finalize: ["publish"],
  trust: ["trust"],
  advisories: ["advisories"],
  unpublish: ["unpublish"],
  authentication: ["publish", "unpublish", "trust"],
  problems: ["read", "publish"],
  idempotency: ["publish"],
  histories: ["publish"],
  "every-response": ["read", "publish", "trust"],
};

const rows: readonly Row[] = [
  [
    "identity/scope-of-64-characters-is-accepted",
    "must",
    "Limits, scope length",
    ["createReleaseUpload"],
    "A scope of 64 characters, the longest allowed, is accepted",
  ],
  [
    "identity/scope-of-65-characters-is-refused",
    "must",
    "Limits, scope length",
    ["createReleaseUpload"],
    "A scope of 65 characters is refused with validation-failed",
  ],
  [
    "identity/double-hyphen-is-refused",
    "must",
    "Limits, rejected names",
    ["createReleaseUpload"],
    "A name with two consecutive hyphens is refused",
  ],
  [
    "identity/version-follows-semver",
    "must",
    "Shared formats, version",
    ["createReleaseUpload", "getRelease"],
    "A version that SemVer 2.0.0 does not allow is refused",
    "Versions stay below 64 characters; longer ones are tried by deep runs only, as the grammar sets no bound.",
  ],
  [
    "identity/malformed-name-is-not-found",
    "must",
    "Endpoints, Fetch release metadata",
    ["getRelease", "getVersionIndex"],
    "A read of a malformed name answers not-found",
    "The read endpoints list no validation-failed, so a malformed name can only be a name that does not exist.",
  ],
  [
    "search/limit-bounds-the-page",
    "must",
    "Limits, search limit",
    ["searchVolumes"],
    "No page of a search is longer than its limit",
  ],
  [
    "search/limit-outside-the-bounds-is-refused",
    "must",
    "Limits, search limit",
    ["searchVolumes"],
    "A limit of 0 or 101 is refused with validation-failed",
  ],
  [
    "search/offset-is-echoed",
    "must",
    "Resources, Search result",
    ["searchVolumes"],
    "The answer repeats the offset that was asked for",
  ],
  [
    "search/component-types-are-known",
    "must",
    "Resources, Search result",
    ["searchVolumes"],
    "Every component has one of the seven listed types",
  ],
  [
    "version-index/rows-agree-with-metadata",
    "must",
    "Resources, Version index row",
    ["getVersionIndex", "getRelease"],
    "Each row has the integrity and the state of the exact metadata of its version",
  ],
  [
    "version-index/release-url-leads-to-metadata",
    "must",
    "Resources, Version index row",
    ["getVersionIndex", "getRelease"],
    "A row's release.url leads to the metadata of its version",
  ],
  [
    "version-index/row-has-a-version",
    "should",
    "Resources, Version index row",
    ["getVersionIndex"],
    "Each row names its version",
  ],
  [
    "release-metadata/blocked-release-has-no-dist",
    "must",
    "Resources, Release metadata",
    ["getRelease"],
    "A blocked release is shown without dist",
  ],
  [
    "release-metadata/purl-is-the-template",
    "must",
    "Shared formats, release purl",
    ["getRelease"],
    "The purl is pkg:volume/ with the scope, the name and the version",
  ],
  [
    "release-metadata/no-additional-properties",
    "must",
    "Resources, Release metadata",
    ["getRelease"],
    "Release metadata has no members beyond the listed ones",
  ],
  [
    "publish/intent-echoes-the-request",
    "must",
    "Resources, Release upload intent",
    ["createReleaseUpload"],
    "The intent repeats the declared digest, size and idempotency key",
  ],
  [
    "publish/body-never-overrides-the-path",
    "must",
    "Resources, Release upload intent",
    ["createReleaseUpload"],
    "A name in the body does not change the volume that the path names",
  ],
  [
    "publish/negative-size-is-refused",
    "must",
    "Limits, declaredSize",
    ["createReleaseUpload"],
    "A negative declaredSize is refused with validation-failed",
  ],
  [
    "publish/media-type-other-than-gzip-is-refused",
    "must",
    "Limits, upload media type",
    ["createReleaseUpload"],
    "A media type other than application/gzip is refused",
  ],
  [
    "publish/intent-expires-in-the-future",
    "should",
    "Resources, Release upload intent",
    ["createReleaseUpload"],
    "expiresAt lies after the Date of the answer",
  ],
  [
    "finalize/bytes-have-arrived",
    "must",
    "Errors, rule 2",
    ["finalizeReleaseUpload"],
    "Finalizing an upload whose bytes have not arrived answers 400 missing-uploaded-bytes",
  ],
  [
    "finalize/success-is-201",
    "must",
    "Endpoints, Finalize release upload",
    ["finalizeReleaseUpload"],
    "A finalize that succeeds answers 201 with the release, available and with dist",
  ],
  [
    "finalize/expired-intent-is-410",
    "must",
    "Errors, rule 2",
    ["finalizeReleaseUpload"],
    "Finalizing an expired intent answers 410 upload-expired",
  ],
  [
    "finalize/digest-mismatch-is-refused",
    "must",
    "Errors, digest-mismatch",
    ["finalizeReleaseUpload", "transferBytes"],
    "Bytes that contradict the declared digest are refused with digest-mismatch",
  ],
  [
    "finalize/archive-is-gzip",
    "must",
    "Errors, invalid-archive",
    ["finalizeReleaseUpload"],
    "Bytes that are not a gzip archive are refused with invalid-archive",
  ],
  [
    "trust/detail-shows-the-attachment",
    "must",
    "Endpoints, Trust detail",
    ["getTrustDetail", "finalizeTrustUpload"],
    "A finalized attachment is in the detail by its id, with the digest and size that were sent",
  ],
  [
    "trust/summary-is-empty-without-attachments",
    "must",
    "Endpoints, Trust summary",
    ["getTrustSummary"],
    "A release without attachments has an empty list of artifacts",
  ],
  [
    "trust/wrong-integrity-is-refused",
    "must",
    "Errors, subject-binding-mismatch",
    ["createTrustUpload"],
    "An attachment for another integrity is refused with subject-binding-mismatch",
  ],
  [
    "trust/attachment-stays-with-its-version",
    "must",
    "Resources, Trust attachment",
    ["getTrustDetail"],
    "An attachment of one version is never shown on another",
  ],
  [
    "advisories/list-has-items",
    "must",
    "Resources, Advisory",
    ["searchAdvisories"],
    "The list of advisories is an object with items",
  ],
  [
    "advisories/listed-advisory-can-be-read",
    "should",
    "Endpoints, Get advisory",
    ["searchAdvisories", "getAdvisory"],
    "An advisory that is listed can be read by its local id",
  ],
  [
    "unpublish/release-stops-being-available",
    "should",
    "Endpoints, Unpublish a version",
    ["unpublishVersion", "getRelease"],
    "An unpublished release stops being available",
  ],
  [
    "unpublish/other-versions-stay",
    "must",
    "Endpoints, Unpublish a version",
    ["unpublishVersion", "getRelease"],
    "Unpublishing one version leaves the others as they were",
  ],
  [
    "authentication/missing-token-is-401",
    "must",
    "Authentication, rule 7",
    ["createReleaseUpload", "finalizeReleaseUpload", "createTrustUpload", "unpublishVersion"],
    "A protected operation without a token answers 401 authentication-required",
  ],
  [
    "authentication/expired-token-is-401",
    "must",
    "Authentication, rule 7",
    ["createReleaseUpload"],
    "A token that has expired answers 401 authentication-required",
  ],
  [
    "authentication/outsider-is-403",
    "must",
    "Authentication, rule 8",
    ["createReleaseUpload", "unpublishVersion"],
    "A valid token without authority answers 403 authorization-failed",
  ],
  [
    "authentication/challenge-comes-with-401",
    "should",
    "Authentication, rule 7; RFC 9110, 15.5.2",
    ["createReleaseUpload"],
    "A 401 comes with a WWW-Authenticate header",
  ],
  [
    "problems/media-type-is-problem-json",
    "must",
    "Errors",
    ["getRelease", "createReleaseUpload"],
    "An error body is labelled application/problem+json",
  ],
  [
    "problems/type-is-in-the-closed-set",
    "must",
    "Errors",
    ["getRelease", "createReleaseUpload"],
    "Every problem type is the base followed by a listed slug",
  ],
  [
    "problems/status-repeats-the-http-status",
    "must",
    "Errors",
    ["getRelease", "createReleaseUpload"],
    "The status member repeats the HTTP status",
  ],
  [
    "idempotency/keys-that-differ-are-refused",
    "must",
    "Errors, rule 1",
    ["createReleaseUpload"],
    "A header key and a body key that differ answer 409 idempotency-conflict",
  ],
  [
    "idempotency/replay-names-the-same-upload",
    "should",
    "Endpoints, Idempotency",
    ["createReleaseUpload"],
    "The same key with the same request names the same upload",
  ],
  [
    "histories/concurrent-finalizes-make-one-release",
    "must",
    "Errors, version-conflict",
    ["finalizeReleaseUpload"],
    "Of two intents for one version exactly one becomes the release",
  ],
  [
    "histories/registry-follows-the-model",
    "must",
    "States and transitions",
    ["createReleaseUpload", "finalizeReleaseUpload", "unpublishVersion"],
    "After any history of publishes and reads the registry shows what the model shows",
  ],
  [
    "every-response/body-is-json",
    "must",
    "What the service does, rule 2",
    ["searchVolumes", "getVersionIndex", "getRelease", "createReleaseUpload", "finalizeReleaseUpload"],
    "A body that is there is JSON",
  ],
  [
    "every-response/no-server-error",
    "must",
    "Errors",
    ["searchVolumes", "getVersionIndex", "getRelease", "createReleaseUpload", "finalizeReleaseUpload"],
    "No request is answered with a 5xx status",
  ],
];

function toRequirement([id, level, section, operations, title, reading]: Row): ExampleRequirement {
  const profiles = profilesByChapter[id.split("/")[0] ?? ""] ?? ["read"];
  const requirement = { id, level, title, section, operations, profiles };
  return reading === undefined ? requirement : { ...requirement, reading };
}

/** The requirements of the example reports, in the order of their chapters. */
export const exampleCatalogue: readonly ExampleRequirement[] = rows.map(toRequirement);
