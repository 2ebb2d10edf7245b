import type { Operation } from "../call.ts";
import type { Json, JsonObject } from "../json.ts";
import { type Change, replaceRule, withBody, without } from "../rules/change.ts";
import type { Release } from "../store.ts";
import type { Fault } from "./fault.ts";

/** Sets a member of the answer to an operation. */
function setting(operation: Operation, member: string, value: Json): Change {
  return withBody(operation, (body) => ({ ...body, [member]: value }));
}

function lacking(operation: Operation, member: string): Change {
  return withBody(operation, (body) => without(body, member));
}

/** Changes what a rule of rendering gives. */
function rendering<
  Name extends
    "row" | "searchItem" | "advisory" | "status" | "dist" | "externalDependency" | "attachment" | "release",
>(name: Name, change: (body: JsonObject) => JsonObject): Change {
  return (rules) => {
    const before = rules.render[name] as (...parameters: readonly unknown[]) => JsonObject;
    const after = (...parameters: readonly unknown[]): JsonObject => change(before(...parameters));
    return { ...rules, render: { ...rules.render, [name]: after } };
  };
}

const flaws: readonly (readonly [name: string, breaks: string, summary: string, change: Change])[] = [
  [
    "search-items-are-keyed",
    "search-results-are-well-formed",
    "The items of a search are an object",
    setting("searchVolumes", "items", {}),
  ],
  [
    "search-lacks-items",
    "search-results-are-well-formed",
    "A search without hits has no items",
    withBody("searchVolumes", (body) =>
      Array.isArray(body["items"]) && body["items"].length === 0 ? without(body, "items") : body,
    ),
  ],
  [
    "search-total-is-text",
    "search-results-are-well-formed",
    "The total of a search is a text",
    withBody("searchVolumes", (body) => ({ ...body, total: String(body["total"]) })),
  ],
  [
    "search-limit-is-nought",
    "search-results-are-well-formed",
    "The limit of a search says 0",
    setting("searchVolumes", "limit", 0),
  ],
  [
    "search-offset-is-null",
    "search-results-are-well-formed",
    "The offset of a search is null",
    setting("searchVolumes", "offset", null),
  ],
  [
    "search-providers-are-text",
    "search-results-are-well-formed",
    "The providers of an item are one text",
    rendering("searchItem", (item) => ({ ...item, providers: "everyone" })),
  ],
  [
    "search-component-type-is-new",
    "search-results-are-well-formed",
    "An item has a component of the type plugin",
    rendering("searchItem", (item) => ({ ...item, components: [{ type: "plugin", name: "x" }] })),
  ],
  [
    "index-is-a-list",
    "version-indexes-are-well-formed",
    "Rows of the index are keyed by version",
    withBody("getVersionIndex", (body) => ({ ...body, items: { rows: body["items"] } })),
  ],
  [
    "row-status-is-text",
    "version-indexes-are-well-formed",
    "The status of a row is a text",
    rendering("row", (row) => ({ ...row, status: "available" })),
  ],
  [
    "row-integrity-is-bare",
    "version-indexes-are-well-formed",
    "The integrity of a row lacks its algorithm",
    rendering("row", (row) => ({ ...row, integrity: String(row["integrity"]).slice(7) })),
  ],
  [
    "row-release-is-text",
    "version-indexes-are-well-formed",
    "The release of a row is a text",
    rendering("row", (row) => ({ ...row, release: "/releases/1" })),
  ],
  [
    "row-dependencies-are-list",
    "version-indexes-are-well-formed",
    "The dependencies of a row are a list",
    rendering("row", (row) => ({ ...row, dependencies: [] })),
  ],
  ...["name", "version", "purl", "integrity", "status"].map(
    (member) =>
      [
        `release-lacks-${member}`,
        "release-metadata-is-well-formed",
        `Release metadata has no ${member}`,
        lacking("getRelease", member),
      ] as const,
  ),
  [
    "release-integrity-is-upper-case",
    "release-metadata-is-well-formed",
    "The integrity of a release is in upper case",
    withBody("getRelease", (body) => ({
      ...body,
      integrity: `sha256:${String(body["integrity"]).slice(7).toUpperCase()}`,
    })),
  ],
  [
    "release-purl-has-literal-at",
    "release-metadata-is-well-formed",
    "The purl of a release has a literal @ before the scope",
    withBody("getRelease", (body) => ({ ...body, purl: String(body["purl"]).replace("%40", "@") })),
  ],
  [
    "release-state-is-new",
    "release-metadata-is-well-formed",
    "An available release is in the state published",
    withBody("getRelease", (body) => ({ ...body, status: { state: "published" } })),
  ],
  [
    "release-reason-is-null",
    "release-metadata-is-well-formed",
    "The reason of a status is null",
    withBody("getRelease", (body) => ({
      ...body,
      status: { ...(body["status"] as JsonObject), reason: null },
    })),
  ],
  [
    "dist-url-is-relative",
    "release-metadata-is-well-formed",
    "The download URL is a path",
    withBody("getRelease", (body) => ({
      ...body,
      dist: { source: "cdn", mediaType: "application/gzip", url: "/downloads/x" },
    })),
  ],
  [
    "declaration-key-lacks-version",
    "release-metadata-is-well-formed",
    "Declaration keys lack their version",
    rendering("externalDependency", (one) => ({
      ...one,
      declarationKey: String(one["declarationKey"]).replace("-v1", ""),
    })),
  ],
  [
    "declaration-components-are-empty",
    "release-metadata-is-well-formed",
    "A declaration without components has an empty list",
    rendering("externalDependency", (one) => ({ ...one, components: [] })),
  ],
  [
    "declaration-purpose-is-new",
    "release-metadata-is-well-formed",
    "A declaration has a purpose without a namespace",
    rendering("externalDependency", (one) => ({ ...one, purpose: "fun" })),
  ],
  [
    "declarations-repeat",
    "release-metadata-is-well-formed",
    "A declaration is listed twice",
    replaceRule(
      "render",
      "externalDependencies",
      (before) => (release, call) => before(release, call)?.flatMap((one) => [one, one]),
    ),
  ],
  [
    "intent-target-is-null",
    "release-upload-intents-are-well-formed",
    "The target of an intent is null",
    setting("createReleaseUpload", "target", null),
  ],
  [
    "intent-state-is-new",
    "release-upload-intents-are-well-formed",
    "The state of an intent is open",
    setting("createReleaseUpload", "state", "open"),
  ],
  [
    "intent-expiry-is-number",
    "release-upload-intents-are-well-formed",
    "expiresAt is a number",
    setting("createReleaseUpload", "expiresAt", 1_800_000_000),
  ],
  [
    "intent-expiry-is-loose",
    "release-upload-intents-are-well-formed",
    "expiresAt is written as in HTTP headers",
    setting("createReleaseUpload", "expiresAt", "Sat, 21 Nov 2026 00:00:00 GMT"),
  ],
  [
    "intent-media-type-differs",
    "release-upload-intents-are-well-formed",
    "The media type of an intent is application/x-gzip",
    setting("createReleaseUpload", "mediaType", "application/x-gzip"),
  ],
  [
    "intent-headers-are-list",
    "release-upload-intents-are-well-formed",
    "The headers of an upload instruction are a list",
    withBody("createReleaseUpload", (body) => ({
      ...body,
      upload: { ...(body["upload"] as JsonObject), headers: [] },
    })),
  ],
  [
    "intent-size-is-text",
    "release-upload-intents-are-well-formed",
    "declaredSize is a text",
    withBody("createReleaseUpload", (body) => ({ ...body, declaredSize: String(body["declaredSize"]) })),
  ],
  [
    "finalize-lacks-detail-url",
    "finalize-release-results-are-well-formed",
    "The result of a finalize has no detailUrl",
    lacking("finalizeReleaseUpload", "detailUrl"),
  ],
  [
    "finalize-lacks-upload-id",
    "finalize-release-results-are-well-formed",
    "The result of a finalize has no uploadId",
    lacking("finalizeReleaseUpload", "uploadId"),
  ],
  [
    "finalize-lacks-dist",
    "finalize-release-results-are-well-formed",
    "The release in the result of a finalize has no dist",
    withBody("finalizeReleaseUpload", (body) => ({
      ...body,
      release: without(body["release"] as JsonObject, "dist"),
    })),
  ],
  [
    "finalize-detail-url-has-spaces",
    "finalize-release-results-are-well-formed",
    "detailUrl is no URI reference",
    setting("finalizeReleaseUpload", "detailUrl", "see the release page"),
  ],
  [
    "trust-intent-digest-is-bare",
    "trust-upload-intents-are-well-formed",
    "The digest of a trust intent lacks its algorithm",
    withBody("createTrustUpload", (body) => ({
      ...body,
      declaredDigest: String(body["declaredDigest"]).slice(7),
    })),
  ],
  [
    "trust-intent-format-is-text",
    "trust-upload-intents-are-well-formed",
    "The format of a trust intent is a text",
    setting("createTrustUpload", "attachment", { category: "bom", format: "cyclonedx" }),
  ],
  [
    "trust-finalize-lacks-attachment-id",
    "finalize-trust-results-are-well-formed",
    "The result of a trust finalize has no attachmentId",
    lacking("finalizeTrustUpload", "attachmentId"),
  ],
  [
    "trust-finalize-status-is-text",
    "finalize-trust-results-are-well-formed",
    "The status of a trust finalize is a text",
    setting("finalizeTrustUpload", "status", "active"),
  ],
  [
    "trust-finalize-size-is-negative",
    "finalize-trust-results-are-well-formed",
    "The artifact's size is -1",
    setting("finalizeTrustUpload", "artifactSize", -1),
  ],
  [
    "summary-lacks-artifacts",
    "trust-summaries-are-well-formed",
    "A summary without artifacts lacks the list",
    withBody("getTrustSummary", (body) =>
      Array.isArray(body["artifacts"]) && body["artifacts"].length === 0 ? without(body, "artifacts") : body,
    ),
  ],
  [
    "summary-revision-is-number",
    "trust-summaries-are-well-formed",
    "The revision of a summary is a number",
    setting("getTrustSummary", "revision", 7),
  ],
  [
    "summary-detail-available-is-text",
    "trust-summaries-are-well-formed",
    "detailAvailable is a text",
    setting("getTrustSummary", "detailAvailable", "yes"),
  ],
  [
    "summary-artifacts-are-null",
    "trust-summaries-are-well-formed",
    "The artifacts of a summary are null",
    setting("getTrustSummary", "artifacts", null),
  ],
  [
    "detail-lacks-attachments",
    "trust-details-are-well-formed",
    "A detail without attachments lacks the list",
    withBody("getTrustDetail", (body) =>
      Array.isArray(body["attachments"]) && body["attachments"].length === 0
        ? without(body, "attachments")
        : body,
    ),
  ],
  [
    "attachment-size-is-text",
    "trust-details-are-well-formed",
    "The size of an attachment is a text",
    rendering("attachment", (one) => ({ ...one, artifactSize: String(one["artifactSize"]) })),
  ],
  [
    "attachment-format-is-list",
    "trust-details-are-well-formed",
    "The format of an attachment is a list",
    rendering("attachment", (one) => ({ ...one, format: ["cyclonedx"] })),
  ],
  [
    "attachment-verified-at-is-date",
    "trust-details-are-well-formed",
    "verifiedAt has no time",
    rendering("attachment", (one) => ({ ...one, verification: { verifiedAt: "2026-11-21" } })),
  ],
  [
    "advisories-are-a-list",
    "advisory-lists-are-well-formed",
    "The list of advisories has no items",
    withBody("searchAdvisories", (body) => ({ advisories: body["items"] })),
  ],
  [
    "advisory-id-is-text",
    "advisory-lists-are-well-formed",
    "The id of an advisory is a text",
    rendering("advisory", (one) => ({ ...one, id: "VRA-1" })),
  ],
  [
    "advisory-published-is-number",
    "advisory-lists-are-well-formed",
    "published is a number",
    rendering("advisory", (one) => ({ ...one, published: 1_800_000_000 })),
  ],
  [
    "advisory-aliases-are-text",
    "advisory-lists-are-well-formed",
    "The aliases of an advisory are a text",
    rendering("advisory", (one) => ({ ...one, id: { local: "VRA-1", aliases: "CVE-2026-1" } })),
  ],
  [
    "release-has-more-members",
    "release-metadata-has-no-other-members",
    "Release metadata tells when it was published",
    rendering("release", (one) => ({ ...one, publishedAt: "2026-11-21T00:00:00Z" })),
  ],
  [
    "status-has-more-members",
    "version-status-has-no-other-members",
    "A version status tells since when",
    rendering("status", (one) => ({ ...one, since: "2026-11-21T00:00:00Z" })),
  ],
  [
    "row-status-has-more-members",
    "version-status-has-no-other-members",
    "The version status of a row has a code",
    rendering("row", (row) => ({ ...row, status: { ...(row["status"] as JsonObject), code: 1 } })),
  ],
  [
    "dist-has-more-members",
    "distribution-is-one-of-the-variants",
    "A distribution tells its size",
    rendering("dist", (one) => ({ ...one, size: 7 })),
  ],
  [
    "dist-lacks-media-type",
    "distribution-is-one-of-the-variants",
    "A hosted archive has no media type",
    rendering("dist", (one) => without(one, "mediaType")),
  ],
  [
    "dist-source-is-new",
    "distribution-is-one-of-the-variants",
    "A hosted archive comes from the source s3",
    rendering("dist", (one) => (one["source"] === "cdn" ? { ...one, source: "s3" } : one)),
  ],
  [
    "git-dist-has-url",
    "distribution-is-one-of-the-variants",
    "A git reference has the members of a hosted archive too",
    rendering("dist", (one) =>
      one["source"] === "git" ? { ...one, url: "https://cdn.example/x.tar.gz" } : one,
    ),
  ],
  [
    "declaration-has-more-members",
    "external-dependency-has-no-other-members",
    "A declaration tells whether it was found",
    rendering("externalDependency", (one) => ({ ...one, resolved: true })),
  ],
  [
    "withheld-release-has-dist",
    "dist-follows-the-state",
    "A release keeps its dist in every state",
    replaceRule("render", "hasDist", () => () => true),
  ],
  [
    "yanked-release-lacks-dist",
    "dist-follows-the-state",
    "A yanked release has no dist",
    replaceRule("render", "hasDist", () => (release: Release) => release.status.state === "available"),
  ],
];

/** Documents that are not as the tables have them. */
export const documentFaults: readonly Fault[] = flaws.map(([name, breaks, summary, change]) => ({
  name,
  breaks: `every-response/${breaks}`,
  summary,
  change,
}));
