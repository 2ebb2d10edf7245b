/**
 * Everything in the specification that this suite must cover, each with its place. `covers` refers to these anchors. The
 * catalogue test asserts that a requirement, an observation or an untested rule covers each of them.
 */
import type { Operation } from "../schemas/report.ts";
import { type Slug, statusOfSlug } from "../schemas/problems.ts";

/** One statement of the specification, or one gap that it lists. */
export interface Anchor {
  /** `kind:name`, as used in `covers`. */
  readonly id: string;
  /** Heading of the specification, and the rule's number or the table's row. */
  readonly place: string;
}

/** The number of rules in each numbered list. */
const numberedRules: Readonly<Record<string, readonly [count: number, place: string]>> = {
  service: [6, "What the service does"],
  authentication: [8, "Authentication"],
  errors: [4, "Errors, rules"],
  versioning: [5, "Versioning"],
};

/** The number of gaps in each list. The gaps of transitions and events are sentences, counted in order. */
const listedGaps: Readonly<Record<string, readonly [count: number, place: string]>> = {
  fields: [7, "Gaps in resource fields"],
  transitions: [3, "States and transitions, what is not shown"],
  endpoints: [11, "Gaps in endpoint coverage"],
  events: [1, "Events"],
  limits: [3, "Limits, gaps"],
};

/** The number of places where the text is ambiguous or silent. We collected and numbered them ourselves. */
const questionCount = 22;

const formats: readonly string[] = [
  "scope",
  "name-segment",
  "volume-name",
  "version",
  "release-purl",
  "digest",
  "timestamp",
  "declaration-key",
];

const subject: readonly string[] = ["subject", "subject.purl", "subject.integrity"];
const revision: readonly string[] = ["revision", "revision.revision", "revision.updatedAt"];
const status: readonly string[] = ["status", "status.state", "status.reason"];
const intent: readonly string[] = [
  "uploadId",
  "upload",
  "expiresAt",
  "state",
  "declaredDigest",
  "declaredSize",
  "idempotencyKey",
];

/** The members of each resource. A dot separates nested members; array items add no path segment. */
const members: Readonly<Record<string, readonly [place: string, names: readonly string[]]>> = {
  "release-metadata": [
    "Release metadata",
    ["name", "version", "purl", "integrity", "status", "externalDependencies", "dist"],
  ],
  "version-status": ["Release metadata, version status", ["state", "reason"]],
  "distribution-hosted": ["Release metadata, distribution, hosted archive", ["source", "mediaType", "url"]],
  "distribution-git": ["Release metadata, distribution, git", ["source", "repository", "ref"]],
  "external-dependency": [
    "Release metadata, external dependency declaration",
    ["declarationKey", "purl", "constraint", "purpose", "components"],
  ],
  "release-upload-intent": [
    "Release upload intent",
    [...intent, "target", "target.name", "target.version", "mediaType"],
  ],
  "trust-upload-intent": [
    "Trust attachment upload intent",
    [...intent, ...subject, "attachment", "attachment.category", "attachment.format"],
  ],
  "upload-instruction": ["Release upload intent, upload", ["instructionType", "url", "method", "headers"]],
  "trust-attachment": [
    "Trust attachment",
    [
      "id",
      "category",
      "format",
      "artifactDigest",
      "artifactSize",
      "locator",
      "locator.url",
      "locator.embedded",
      ...status,
      "verification",
      "verification.subjectDigest",
      "verification.signatureFormat",
      "verification.transparencyLog",
      "verification.verifiedAt",
    ],
  ],
  "format-object": [
    "Trust attachment upload intent, format object",
    ["family", "mediaType", "predicateType", "profile", "version"],
  ],
  "trust-summary": [
    "Trust summary and trust detail envelopes, trust summary",
    [
      ...subject,
      "artifacts",
      "artifacts.category",
      "artifacts.formatsPresent",
      "artifacts.present",
      "detailAvailable",
      "judgments",
      ...revision,
    ],
  ],
  "trust-detail": [
    "Trust summary and trust detail envelopes, trust detail",
    [...subject, ...revision, "attachments"],
  ],
  "version-index": ["Version index row", ["items"]],
  "version-index-row": [
    "Version index row",
    ["version", "status", "release", "release.url", "integrity", "dependencies"],
  ],
  "search-result": ["Search result, envelope", ["items", "total", "limit", "offset"]],
  "search-item": [
    "Search result, item",
    [
      "name",
      "latestVersion",
      "description",
      "role",
      "providers",
      "components",
      "components.type",
      "components.name",
    ],
  ],
  advisory: [
    "Advisory",
    [
      "id",
      "id.local",
      "id.preferredExternal",
      "id.aliases",
      "source",
      "source.ecosystem",
      "source.url",
      "severity",
      "published",
      "updated",
      "affected",
      "affected.volume",
      "affected.ranges",
      "affected.ranges.type",
      "affected.ranges.events",
      "affected.ranges.events.introduced",
      "affected.ranges.events.fixed",
      "affected.ranges.events.lastAffected",
      "affected.ranges.events.limit",
      "affected.purl",
      "affected.componentImpact",
      "affected.componentImpact.component",
      "affected.componentImpact.note",
      "withdrawn",
      "withdrawn.at",
      "withdrawn.reason",
      "relationships",
      "relationships.type",
      "relationships.target",
      "summary",
      "details",
    ],
  ],
  "advisory-list": ["Advisory, list response", ["items"]],
  "create-release-request": [
    "Create release upload intent, body",
    ["version", "mediaType", "declaredDigest", "declaredSize", "idempotencyKey"],
  ],
  "finalize-release-result": ["Finalize release upload, body", ["uploadId", "release", "detailUrl"]],
  "create-trust-request": [
    "Create trust attachment upload intent, body",
    [...subject, "attachment", "attachment.format", "declaredDigest", "declaredSize", "idempotencyKey"],
  ],
  "finalize-trust-request": ["Finalize trust attachment upload, body", ["idempotencyKey"]],
  "finalize-trust-result": [
    "Finalize trust attachment upload, response body",
    ["uploadId", "attachmentId", ...subject, "artifactDigest", ...status, "detailUrl", "artifactSize"],
  ],
  problem: ["Errors, table of members", ["type", "title", "status", "detail", "instance"]],
};

const createProblems: readonly Slug[] = [
  "authentication-required",
  "authorization-failed",
  "idempotency-conflict",
  "payload-too-large",
  "unsupported-media-type",
  "rate-limited",
];
const finalizeProblems: readonly Slug[] = [
  ...createProblems,
  "not-found",
  "digest-mismatch",
  "missing-uploaded-bytes",
  "invalid-upload-state",
  "upload-expired",
];
const releaseDataProblems: readonly Slug[] = ["not-found", "inconsistent-registry-state", "rate-limited"];

/** An endpoint: its heading and the problems that the specification lists for it. */
export interface Endpoint {
  readonly place: string;
  readonly problems: readonly Slug[];
}

/** The endpoints by operation. `transferBytes` is opaque and has no endpoint; unpublish lists no problems. */
export const endpoints: Readonly<Record<Exclude<Operation, "transferBytes">, Endpoint>> = {
  searchVolumes: { place: "Search", problems: ["validation-failed", "rate-limited"] },
  getVersionIndex: { place: "Version index", problems: releaseDataProblems },
  getRelease: { place: "Fetch release metadata", problems: ["authorization-failed", ...releaseDataProblems] },
  createReleaseUpload: {
    place: "Create release upload intent",
    problems: [...createProblems, "validation-failed", "version-conflict"],
  },
  finalizeReleaseUpload: {
    place: "Finalize release upload",
    problems: [
      ...finalizeProblems,
      "invalid-manifest",
      "invalid-archive",
      "identity-mismatch",
      "permission-escalation",
    ],
  },
  createTrustUpload: {
    place: "Create trust attachment upload intent",
    problems: [...createProblems, "not-found", "subject-binding-mismatch"],
  },
  finalizeTrustUpload: {
    place: "Finalize trust attachment upload",
    problems: [...finalizeProblems, "subject-binding-mismatch"],
  },
  getTrustSummary: { place: "Trust summary", problems: releaseDataProblems },
  getTrustDetail: { place: "Trust detail", problems: releaseDataProblems },
  searchAdvisories: { place: "Search advisories", problems: ["validation-failed", "rate-limited"] },
  getAdvisory: { place: "Get advisory", problems: ["not-found", "rate-limited"] },
  getCapabilities: { place: "Capability metadata", problems: ["rate-limited"] },
  unpublishVersion: { place: "Unpublish a version", problems: [] },
};

const limits: readonly string[] = [
  "scope-length",
  "name-segment-length",
  "volume-name-length",
  "search-limit",
  "search-offset",
  "declared-size",
  "upload-media-type",
  "rejected-names",
  "payload-too-large",
];

const transitions: readonly string[] = ["release-finalize", "trust-finalize", "finalize-failures"];
const conventions: readonly string[] = ["at-sign", "unscoped-form", "idempotency-key", "bearer"];

/** What the text says of all problems, before and after the table of their members. */
const problemConventions: readonly string[] = ["problem-media-type", "problem-types"];

function toNumbered(
  kind: string,
  lists: Readonly<Record<string, readonly [number, string]>>,
): readonly Anchor[] {
  return Object.entries(lists).flatMap(([list, [count, place]]) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${kind}:${list}/${index + 1}`,
      place: `${place}, ${index + 1}`,
    })),
  );
}

function toNamed(kind: string, names: readonly string[], place: string): readonly Anchor[] {
  return names.map((name) => ({ id: `${kind}:${name}`, place: `${place}, ${name}` }));
}

/** All anchors, ordered by kind. */
export const anchors: readonly Anchor[] = [
  ...toNumbered("rule", numberedRules),
  ...toNumbered("gap", listedGaps),
  ...Array.from({ length: questionCount }, (_, index) => ({
    id: `question:${index + 1}`,
    place: `Ambiguities and omissions, ${index + 1}`,
  })),
  ...toNamed("format", formats, "Shared formats"),
  ...Object.entries(members).flatMap(([resource, [place, names]]) =>
    names.map((name) => ({ id: `member:${resource}.${name}`, place: `${place}, ${name}` })),
  ),
  ...Object.entries(endpoints).flatMap(([operation, { place, problems }]) => [
    { id: `operation:${operation}`, place },
    ...problems.map((slug) => ({ id: `answers:${operation}/${slug}`, place: `${place}, possible problems` })),
  ]),
  { id: "operation:transferBytes", place: "What the service does, 6" },
  ...toNamed("slug", Object.keys(statusOfSlug), "Errors, table of slugs"),
  ...toNamed("limit", limits, "Limits"),
  ...toNamed("transition", transitions, "States and transitions"),
  ...toNamed("convention", conventions, "Endpoints, conventions"),
  ...toNamed("convention", problemConventions, "Errors"),
];

/** The anchor ids of all members of a resource, for requirements about the whole resource. */
export function memberAnchors(resource: string): readonly string[] {
  return (members[resource]?.[1] ?? []).map((name) => `member:${resource}.${name}`);
}
