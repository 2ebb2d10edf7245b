import { type JsonObject, textMember } from "../json.ts";
import { replaceRule, withBody, without } from "../rules/change.ts";
import type { Release } from "../store.ts";
import { type Flaw, lacking, rendering, setting, toFaults } from "./document-flaw.ts";
import type { Fault } from "./fault.ts";

const flaws: readonly Flaw[] = [
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
      integrity: `sha256:${textMember(body, "integrity").slice(7).toUpperCase()}`,
    })),
  ],
  [
    "release-purl-has-literal-at",
    "release-metadata-is-well-formed",
    "The purl of a release has a literal @ before the scope",
    withBody("getRelease", (body) => ({ ...body, purl: textMember(body, "purl").replace("%40", "@") })),
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
      declarationKey: textMember(one, "declarationKey").replace("-v1", ""),
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
    withBody("createReleaseUpload", (body) => ({ ...body, declaredSize: textMember(body, "declaredSize") })),
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

/** Release metadata, release intents and results of finalize that are not as the tables have them. */
export const documentsOfReleases: readonly Fault[] = toFaults(flaws);
