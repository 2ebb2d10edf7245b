import { type JsonObject, textMember } from "../../json.ts";
import { replaceRule, withBody, without } from "../../rules/change.ts";
import { lacking, rendering, setting } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const documents: FaultFile = {
  "every-response/search-results-are-well-formed": {
    "search-items-are-keyed": {
      summary: "The items of a search are an object",
      change: setting("searchVolumes", "items", {}),
    },
    "search-lacks-items": {
      summary: "A search without hits has no items",
      change: withBody("searchVolumes", (body) =>
        Array.isArray(body["items"]) && body["items"].length === 0 ? without(body, "items") : body,
      ),
    },
    "search-total-is-text": {
      summary: "The total of a search is a text",
      change: withBody("searchVolumes", (body) => ({ ...body, total: textMember(body, "total") })),
    },
    "search-limit-is-nought": {
      summary: "The limit of a search says 0",
      change: setting("searchVolumes", "limit", 0),
    },
    "search-offset-is-null": {
      summary: "The offset of a search is null",
      change: setting("searchVolumes", "offset", null),
    },
    "search-providers-are-text": {
      summary: "The providers of an item are one text",
      change: rendering("searchItem", (item) => ({ ...item, providers: "everyone" })),
    },
    "search-component-type-is-new": {
      summary: "An item has a component of the type plugin",
      change: rendering("searchItem", (item) => ({ ...item, components: [{ type: "plugin", name: "x" }] })),
    },
  },
  "every-response/version-indexes-are-well-formed": {
    "index-is-a-list": {
      summary: "Rows of the index are keyed by version",
      change: withBody("getVersionIndex", (body) => ({ ...body, items: { rows: body["items"] } })),
    },
    "row-status-is-text": {
      summary: "The status of a row is a text",
      change: rendering("row", (row) => ({ ...row, status: "available" })),
    },
    "row-integrity-is-bare": {
      summary: "The integrity of a row lacks its algorithm",
      change: rendering("row", (row) => ({ ...row, integrity: textMember(row, "integrity").slice(7) })),
    },
    "row-release-is-text": {
      summary: "The release of a row is a text",
      change: rendering("row", (row) => ({ ...row, release: "/releases/1" })),
    },
    "row-dependencies-are-list": {
      summary: "The dependencies of a row are a list",
      change: rendering("row", (row) => ({ ...row, dependencies: [] })),
    },
  },
  "every-response/release-metadata-is-well-formed": {
    "release-lacks-name": { summary: "Release metadata has no name", change: lacking("getRelease", "name") },
    "release-lacks-version": {
      summary: "Release metadata has no version",
      change: lacking("getRelease", "version"),
    },
    "release-lacks-purl": { summary: "Release metadata has no purl", change: lacking("getRelease", "purl") },
    "release-lacks-integrity": {
      summary: "Release metadata has no integrity",
      change: lacking("getRelease", "integrity"),
    },
    "release-lacks-status": {
      summary: "Release metadata has no status",
      change: lacking("getRelease", "status"),
    },
    "release-integrity-is-upper-case": {
      summary: "The integrity of a release is in upper case",
      change: withBody("getRelease", (body) => ({
        ...body,
        integrity: `sha256:${textMember(body, "integrity").slice(7).toUpperCase()}`,
      })),
    },
    "release-purl-has-literal-at": {
      summary: "The purl of a release has a literal @ before the scope",
      change: withBody("getRelease", (body) => ({
        ...body,
        purl: textMember(body, "purl").replace("%40", "@"),
      })),
    },
    "release-state-is-new": {
      summary: "An available release is in the state published",
      change: setting("getRelease", "status", { state: "published" }),
    },
    "release-reason-is-null": {
      summary: "The reason of a status is null",
      change: withBody("getRelease", (body) => ({
        ...body,
        status: { ...(body["status"] as JsonObject), reason: null },
      })),
    },
    "dist-url-is-relative": {
      summary: "The download URL is a path",
      change: withBody("getRelease", (body) => ({
        ...body,
        dist: { source: "cdn", mediaType: "application/gzip", url: "/downloads/x" },
      })),
    },
    "declaration-key-lacks-version": {
      summary: "Declaration keys lack their version",
      change: rendering("externalDependency", (one) => ({
        ...one,
        declarationKey: textMember(one, "declarationKey").replace("-v1", ""),
      })),
    },
    "declaration-components-are-empty": {
      summary: "A declaration without components has an empty list",
      change: rendering("externalDependency", (one) => ({ ...one, components: [] })),
    },
    "declaration-purpose-is-new": {
      summary: "A declaration has a purpose without a namespace",
      change: rendering("externalDependency", (one) => ({ ...one, purpose: "fun" })),
    },
    "declarations-repeat": {
      summary: "A declaration is listed twice",
      change: replaceRule(
        "render",
        "externalDependencies",
        (before) => (release, call) => before(release, call)?.flatMap((one) => [one, one]),
      ),
    },
  },
  "every-response/release-upload-intents-are-well-formed": {
    "intent-target-is-null": {
      summary: "The target of an intent is null",
      change: setting("createReleaseUpload", "target", null),
    },
    "intent-state-is-new": {
      summary: "The state of an intent is open",
      change: setting("createReleaseUpload", "state", "open"),
    },
    "intent-expiry-is-number": {
      summary: "expiresAt is a number",
      change: setting("createReleaseUpload", "expiresAt", 1_800_000_000),
    },
    "intent-expiry-is-loose": {
      summary: "expiresAt is written as in HTTP headers",
      change: setting("createReleaseUpload", "expiresAt", "Sat, 21 Nov 2026 00:00:00 GMT"),
    },
    "intent-media-type-differs": {
      summary: "The media type of an intent is application/x-gzip",
      change: setting("createReleaseUpload", "mediaType", "application/x-gzip"),
    },
    "intent-headers-are-list": {
      summary: "The headers of an upload instruction are a list",
      change: withBody("createReleaseUpload", (body) => ({
        ...body,
        upload: { ...(body["upload"] as JsonObject), headers: [] },
      })),
    },
    "intent-size-is-text": {
      summary: "declaredSize is a text",
      change: withBody("createReleaseUpload", (body) => ({
        ...body,
        declaredSize: textMember(body, "declaredSize"),
      })),
    },
  },
  "every-response/finalize-release-results-are-well-formed": {
    "finalize-lacks-detail-url": {
      summary: "The result of a finalize has no detailUrl",
      change: lacking("finalizeReleaseUpload", "detailUrl"),
    },
    "finalize-lacks-upload-id": {
      summary: "The result of a finalize has no uploadId",
      change: lacking("finalizeReleaseUpload", "uploadId"),
    },
    "finalize-lacks-dist": {
      summary: "The release in the result of a finalize has no dist",
      change: withBody("finalizeReleaseUpload", (body) => ({
        ...body,
        release: without(body["release"] as JsonObject, "dist"),
      })),
    },
    "finalize-detail-url-has-spaces": {
      summary: "detailUrl is no URI reference",
      change: setting("finalizeReleaseUpload", "detailUrl", "see the release page"),
    },
  },
  "every-response/trust-upload-intents-are-well-formed": {
    "trust-intent-digest-is-bare": {
      summary: "The digest of a trust intent lacks its algorithm",
      change: withBody("createTrustUpload", (body) => ({
        ...body,
        declaredDigest: textMember(body, "declaredDigest").slice(7),
      })),
    },
    "trust-intent-format-is-text": {
      summary: "The format of a trust intent is a text",
      change: setting("createTrustUpload", "attachment", { category: "bom", format: "cyclonedx" }),
    },
  },
  "every-response/finalize-trust-results-are-well-formed": {
    "trust-finalize-lacks-attachment-id": {
      summary: "The result of a trust finalize has no attachmentId",
      change: lacking("finalizeTrustUpload", "attachmentId"),
    },
    "trust-finalize-status-is-text": {
      summary: "The status of a trust finalize is a text",
      change: setting("finalizeTrustUpload", "status", "active"),
    },
    "trust-finalize-size-is-negative": {
      summary: "The artifact's size is -1",
      change: setting("finalizeTrustUpload", "artifactSize", -1),
    },
  },
  "every-response/trust-summaries-are-well-formed": {
    "summary-lacks-artifacts": {
      summary: "A summary without artifacts lacks the list",
      change: withBody("getTrustSummary", (body) =>
        Array.isArray(body["artifacts"]) && body["artifacts"].length === 0
          ? without(body, "artifacts")
          : body,
      ),
    },
    "summary-revision-is-number": {
      summary: "The revision of a summary is a number",
      change: setting("getTrustSummary", "revision", 7),
    },
    "summary-detail-available-is-text": {
      summary: "detailAvailable is a text",
      change: setting("getTrustSummary", "detailAvailable", "yes"),
    },
    "summary-artifacts-are-null": {
      summary: "The artifacts of a summary are null",
      change: setting("getTrustSummary", "artifacts", null),
    },
  },
  "every-response/trust-details-are-well-formed": {
    "detail-lacks-attachments": {
      summary: "A detail without attachments lacks the list",
      change: withBody("getTrustDetail", (body) =>
        Array.isArray(body["attachments"]) && body["attachments"].length === 0
          ? without(body, "attachments")
          : body,
      ),
    },
    "attachment-size-is-text": {
      summary: "The size of an attachment is a text",
      change: rendering("attachment", (one) => ({ ...one, artifactSize: textMember(one, "artifactSize") })),
    },
    "attachment-format-is-list": {
      summary: "The format of an attachment is a list",
      change: rendering("attachment", (one) => ({ ...one, format: ["cyclonedx"] })),
    },
    "attachment-verified-at-is-date": {
      summary: "verifiedAt has no time",
      change: rendering("attachment", (one) => ({ ...one, verification: { verifiedAt: "2026-11-21" } })),
    },
  },
  "every-response/advisory-lists-are-well-formed": {
    "advisories-are-a-list": {
      summary: "The list of advisories has no items",
      change: withBody("searchAdvisories", (body) => ({ advisories: body["items"] })),
    },
    "advisory-id-is-text": {
      summary: "The id of an advisory is a text",
      change: rendering("advisory", (one) => ({ ...one, id: "VRA-1" })),
    },
    "advisory-published-is-number": {
      summary: "published is a number",
      change: rendering("advisory", (one) => ({ ...one, published: 1_800_000_000 })),
    },
    "advisory-aliases-are-text": {
      summary: "The aliases of an advisory are a text",
      change: rendering("advisory", (one) => ({ ...one, id: { local: "VRA-1", aliases: "CVE-2026-1" } })),
    },
  },
};
