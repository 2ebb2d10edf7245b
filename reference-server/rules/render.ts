import type { Call } from "../call.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Advisory, ExternalDependency, Intent, Release, ReleaseIntent, Status } from "../store.ts";
import { trustRendering, type TrustRendering } from "./render-trust.ts";
import type { Page } from "./search.ts";

/** The representation of resources (section "Resources and their fields"). */
export interface RenderRules extends TrustRendering {
  /** A timestamp from milliseconds since 1970. */
  readonly timestamp: (milliseconds: number, call: Call) => string;
  readonly status: (status: Status<string>, call: Call) => JsonObject;
  /** Whether release metadata has a `dist`. */
  readonly hasDist: (release: Release, call: Call) => boolean;
  readonly dist: (release: Release, call: Call) => JsonObject;
  readonly externalDependency: (dependency: ExternalDependency, call: Call) => JsonObject;
  readonly externalDependencies: (release: Release, call: Call) => readonly JsonObject[] | undefined;
  readonly release: (release: Release, call: Call) => JsonObject;
  readonly releaseUrl: (release: Release, call: Call) => string;
  readonly intentState: (intent: Intent, call: Call) => string;
  readonly intent: (intent: ReleaseIntent, call: Call) => JsonObject;
  /** The body of a successful finalize. */
  readonly finalized: (intent: ReleaseIntent, release: Release, call: Call) => JsonObject;
  readonly row: (release: Release, call: Call) => JsonObject;
  readonly index: (releases: readonly Release[], call: Call) => JsonObject;
  readonly searchItem: (release: Release, call: Call) => JsonObject;
  readonly searchPage: (page: Page, call: Call) => JsonObject;
  readonly advisory: (advisory: Advisory, call: Call) => JsonObject;
  readonly advisoryList: (advisories: readonly Advisory[], call: Call) => JsonObject;
  /** The body of get-advisory, whose form the specification does not state: by default the advisory itself. */
  readonly singleAdvisory: (advisory: Advisory, call: Call) => JsonObject;
  readonly capabilities: (call: Call) => Json;
  readonly unpublished: (release: Release, call: Call) => Json | undefined;
}

/** The resources as the reference registry shows them. */
export const renderRules: RenderRules = {
  ...trustRendering,
  timestamp: (milliseconds) => new Date(milliseconds).toISOString(),
  status: ({ state, reason }) => ({ state, reason }),
  hasDist: (release) => release.status.state === "available" || release.status.state === "yanked",
  dist: ({ source }, call) =>
    source.kind === "git"
      ? { source: "git", repository: source.repository, ref: source.ref }
      : {
          source: "cdn",
          mediaType: "application/gzip",
          url: call.rules.transfer.downloadUrl(source.downloadId, call),
        },
  externalDependency: (dependency, call) => ({
    declarationKey: call.rules.manifest.declarationKey(dependency, call),
    purl: dependency.purl,
    constraint: dependency.constraint,
    purpose: dependency.purpose,
    components: dependency.components.length > 0 ? dependency.components : undefined,
  }),
  externalDependencies: (release, call) =>
    release.externalDependencies.length === 0
      ? undefined
      : release.externalDependencies.map((dependency) =>
          call.rules.render.externalDependency(dependency, call),
        ),
  release: (release, call) => {
    const { render, identity } = call.rules;
    return {
      name: release.name,
      version: release.version,
      purl: identity.purl(release.name, release.version, call),
      integrity: release.integrity,
      status: render.status(release.status, call),
      externalDependencies: render.externalDependencies(release, call),
      dist: render.hasDist(release, call) ? render.dist(release, call) : undefined,
    };
  },
  releaseUrl: (release, call) => `${call.base}/api/v1/volumes/${release.name}/${release.version}`,
  intentState: (intent, call) => (call.rules.finalize.isExpired(intent, call) ? "expired" : intent.state),
  intent: (intent, call) => {
    const { render, transfer } = call.rules;
    return {
      uploadId: intent.uploadId,
      target: { name: intent.name, version: intent.version },
      mediaType: intent.mediaType,
      upload: transfer.instructions(intent, call),
      expiresAt: render.timestamp(intent.expiresAt, call),
      state: render.intentState(intent, call),
      declaredDigest: intent.declaredDigest,
      declaredSize: intent.declaredSize,
      idempotencyKey: intent.idempotencyKey,
    };
  },
  finalized: (intent, release, call) => ({
    uploadId: intent.uploadId,
    release: call.rules.render.release(release, call),
    detailUrl: call.rules.render.releaseUrl(release, call),
  }),
  row: (release, call) => ({
    version: release.version,
    status: call.rules.render.status(release.status, call),
    release: { url: call.rules.render.releaseUrl(release, call) },
    integrity: release.integrity,
    dependencies: release.dependencies,
  }),
  index: (releases, call) => ({ items: releases.map((release) => call.rules.render.row(release, call)) }),
  searchItem: (release) => ({
    name: release.name,
    latestVersion: release.version,
    description: release.description,
    role: release.role,
    providers: release.providers,
    components: release.components.map(({ type, name }) => ({ type, name })),
  }),
  searchPage: ({ hits, total, limit, offset }, call) => ({
    items: hits.map((hit) => call.rules.render.searchItem(hit, call)),
    total,
    limit,
    offset,
  }),
  advisory: (advisory) => advisory.document,
  advisoryList: (advisories, call) => ({
    items: advisories.map((advisory) => call.rules.render.advisory(advisory, call)),
  }),
  singleAdvisory: (advisory, call) => call.rules.render.advisory(advisory, call),
  capabilities: (call) => ({
    interfaceVersion: "0.1.0-rc.1",
    implementation: "reference",
    uploads: {
      mediaTypes: ["application/gzip"],
      largestArchive: call.rules.publish.largestArchive,
      largestArtifact: call.rules.publish.largestArtifact,
    },
    search: {
      componentTypes: call.rules.manifest.componentTypes,
      largestLimit: call.rules.search.largestLimit,
    },
  }),
  unpublished: (release, call) => ({
    name: release.name,
    version: release.version,
    status: call.rules.render.status(release.status, call),
  }),
};
