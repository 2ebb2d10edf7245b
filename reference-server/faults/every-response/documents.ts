import { objectAt, textAt, textMember } from "../../json.ts";
import { replaceRule, withBody, without } from "../../rules/change.ts";
import { lacking, rendering, setting, withMember, withObject, withText } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in the form of documents. */
export const documents: FaultFile = {
  "every-response/search-results-are-well-formed": {
    "search-items-are-an-object": setting("searchVolumes", "items", {}),
    "search-lacks-items": withBody("searchVolumes", (body) =>
      Array.isArray(body["items"]) && body["items"].length === 0 ? without(body, "items") : body,
    ),
    "search-total-is-a-string": withMember("searchVolumes", "total", String),
    "search-limit-is-0": setting("searchVolumes", "limit", 0),
    "search-offset-is-null": setting("searchVolumes", "offset", null),
    "search-providers-are-a-string": rendering("searchItem", (item) => ({ ...item, providers: "everyone" })),
    "search-component-type-is-unknown": rendering("searchItem", (item) => ({
      ...item,
      components: [{ type: "plugin", name: "x" }],
    })),
  },
  "every-response/version-indexes-are-well-formed": {
    "index-items-are-an-object": withBody("getVersionIndex", (body) => ({
      ...body,
      items: { rows: body["items"] },
    })),
    "index-items-are-named-versions": withBody("getVersionIndex", ({ items, ...body }) => ({
      ...body,
      versions: items,
    })),
    "row-status-is-a-string": rendering("row", (row) => ({ ...row, status: "available" })),
    "row-integrity-lacks-its-algorithm": rendering("row", (row) => ({
      ...row,
      integrity: textMember(row, "integrity").slice(7),
    })),
    "row-release-is-a-string": rendering("row", (row) => ({ ...row, release: "/releases/1" })),
    "row-dependencies-are-a-list": rendering("row", (row) => ({ ...row, dependencies: [] })),
  },
  "every-response/release-metadata-is-well-formed": {
    "release-lacks-name": lacking("getRelease", "name"),
    "release-lacks-version": lacking("getRelease", "version"),
    "release-lacks-purl": lacking("getRelease", "purl"),
    "release-lacks-integrity": lacking("getRelease", "integrity"),
    "release-lacks-status": lacking("getRelease", "status"),
    "release-integrity-is-upper-case": withText(
      "getRelease",
      "integrity",
      (text) => `sha256:${text.slice(7).toUpperCase()}`,
    ),
    "release-purl-has-literal-at": {
      summary: "The purl in release metadata has a literal @ before the scope",
      change: withText("getRelease", "purl", (text) => text.replace("%40", "@")),
    },
    "release-state-is-published": setting("getRelease", "status", { state: "published" }),
    "release-reason-is-null": withObject("getRelease", "status", (status) => ({ ...status, reason: null })),
    "dist-url-is-relative": setting("getRelease", "dist", {
      source: "cdn",
      mediaType: "application/gzip",
      url: "/downloads/x",
    }),
    "declaration-key-lacks-version": rendering("externalDependency", (one) => ({
      ...one,
      declarationKey: textMember(one, "declarationKey").replace("-v1", ""),
    })),
    "declaration-components-are-empty": rendering("externalDependency", (one) => ({
      ...one,
      components: [],
    })),
    "declaration-purpose-has-no-namespace": rendering("externalDependency", (one) => ({
      ...one,
      purpose: "fun",
    })),
    "declarations-are-listed-twice": replaceRule(
      "render",
      "externalDependencies",
      (before) => (release, call) => before(release, call)?.flatMap((one) => [one, one]),
    ),
  },
  "every-response/release-upload-intents-are-well-formed": {
    "intent-target-is-null": setting("createReleaseUpload", "target", null),
    "intent-state-is-open": setting("createReleaseUpload", "state", "open"),
    "intent-expires-at-is-a-number": setting("createReleaseUpload", "expiresAt", 1_800_000_000),
    "intent-expires-at-is-an-http-date": setting(
      "createReleaseUpload",
      "expiresAt",
      "Sat, 21 Nov 2026 00:00:00 GMT",
    ),
    "intent-media-type-is-x-gzip": setting("createReleaseUpload", "mediaType", "application/x-gzip"),
    "intent-headers-are-a-list": withObject("createReleaseUpload", "upload", (upload) => ({
      ...upload,
      headers: [],
    })),
    "intent-size-is-a-string": withMember("createReleaseUpload", "declaredSize", String),
  },
  "every-response/finalize-release-results-are-well-formed": {
    "finalize-lacks-detail-url": lacking("finalizeReleaseUpload", "detailUrl"),
    "finalize-lacks-upload-id": lacking("finalizeReleaseUpload", "uploadId"),
    "finalize-lacks-dist": withObject("finalizeReleaseUpload", "release", (release) =>
      without(release, "dist"),
    ),
    "finalize-detail-url-has-spaces": setting("finalizeReleaseUpload", "detailUrl", "see the release page"),
  },
  "every-response/trust-upload-intents-are-well-formed": {
    "trust-intent-shows-versions-of-digits-as-numbers": withObject(
      "createTrustUpload",
      "attachment",
      (attachment) => {
        const format = objectAt(attachment, "format");
        const version = textAt(format, "version");
        return /^\d+$/.test(version)
          ? { ...attachment, format: { ...format, version: Number(version) } }
          : attachment;
      },
    ),
    "trust-intent-digest-lacks-its-algorithm": withText("createTrustUpload", "declaredDigest", (text) =>
      text.slice(7),
    ),
    "trust-intent-format-is-a-string": setting("createTrustUpload", "attachment", {
      category: "bom",
      format: "cyclonedx",
    }),
  },
  "every-response/finalize-trust-results-are-well-formed": {
    "trust-finalize-lacks-attachment-id": lacking("finalizeTrustUpload", "attachmentId"),
    "trust-finalize-status-is-a-string": setting("finalizeTrustUpload", "status", "active"),
    "trust-finalize-size-is-negative": setting("finalizeTrustUpload", "artifactSize", -1),
  },
  "every-response/trust-summaries-are-well-formed": {
    "empty-summary-lacks-artifacts": withBody("getTrustSummary", (body) =>
      Array.isArray(body["artifacts"]) && body["artifacts"].length === 0 ? without(body, "artifacts") : body,
    ),
    "summary-revision-is-a-number": setting("getTrustSummary", "revision", 7),
    "summary-detail-available-is-a-string": setting("getTrustSummary", "detailAvailable", "yes"),
    "summary-artifacts-are-null": setting("getTrustSummary", "artifacts", null),
  },
  "every-response/trust-details-are-well-formed": {
    "empty-detail-lacks-attachments": withBody("getTrustDetail", (body) =>
      Array.isArray(body["attachments"]) && body["attachments"].length === 0
        ? without(body, "attachments")
        : body,
    ),
    "attachment-size-is-a-string": rendering("attachment", (one) => ({
      ...one,
      artifactSize: textMember(one, "artifactSize"),
    })),
    "attachment-format-is-a-list": rendering("attachment", (one) => ({ ...one, format: ["cyclonedx"] })),
    "attachment-verified-at-has-no-time": rendering("attachment", (one) => ({
      ...one,
      verification: { verifiedAt: "2026-11-21" },
    })),
  },
  "every-response/advisory-lists-are-well-formed": {
    "advisory-list-lacks-items": withBody("searchAdvisories", (body) => ({ advisories: body["items"] })),
    "advisory-id-is-a-string": rendering("advisory", (one) => ({ ...one, id: "VRA-1" })),
    "advisory-published-is-a-number": rendering("advisory", (one) => ({ ...one, published: 1_800_000_000 })),
    "advisory-aliases-are-a-string": rendering("advisory", (one) => ({
      ...one,
      id: { local: "VRA-1", aliases: "CVE-2026-1" },
    })),
  },
};
