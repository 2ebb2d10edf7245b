/** The target file as the rest of the suite sees it: validated, with its defaults. */
import type { FixtureState, TokenRole } from "../vocabulary.ts";

export interface ManifestTemplate {
  readonly template: string;
  /** What a release made from it declares, for `externalDependencies`. */
  readonly expect: readonly ExpectedDependency[];
  /** The others of the list that the target file has. */
  readonly further?: readonly ManifestTemplate[];
}

export interface ExpectedDependency {
  readonly purl: string;
  readonly constraint: string;
  readonly purpose: string;
  /** The names of the components that it is for. */
  readonly components?: readonly string[];
}

export type ManifestKind =
  "minimal" | "externalDependencies" | "permissionEscalation" | "semanticallyInvalid";

export interface NamedRelease {
  readonly name: string;
  readonly version: string;
}

export interface TrustFormat {
  readonly family?: string;
  readonly mediaType?: string;
  readonly predicateType?: string;
  readonly profile?: string;
  readonly version?: string;
}

export type Feature = "unpublish" | "trust" | "advisories" | "search";

export interface Target {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Further base addresses of the same registry, without a slash at their ends. */
  readonly replicas?: readonly string[];
  readonly problemBase?: string;
  readonly implementation?: { readonly name: string; readonly version?: string; readonly commit?: string };
  /** Where the publisher may create volumes. A part that is absent makes that form of name unavailable. */
  readonly namespace?: { readonly scope?: string; readonly prefix?: string };
  readonly tokens: Readonly<Partial<Record<TokenRole, string>>>;
  readonly fixtures: Readonly<
    Partial<Record<FixtureState | "git" | "externalDependencies", NamedRelease>>
  > & {
    readonly advisory?: { readonly id: string };
  };
  readonly states?: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly search: {
    readonly componentTypeParam?: string;
    readonly advisoryParams: Readonly<Record<string, string>>;
  };
  readonly archive: {
    readonly manifestPath: string;
    readonly manifests: Readonly<Partial<Record<ManifestKind, ManifestTemplate>>>;
    /** True if the target file gives no minimal manifest, so that the built-in one is used. */
    readonly isBuiltIn: boolean;
  };
  readonly trust: {
    readonly category?: string;
    readonly format: TrustFormat;
    readonly sendCategory: boolean;
    /** A template of an artifact that the registry must refuse, because it does not bind to its release. */
    readonly mismatchedArtifact?: string;
    /** True if the target file gives no format, so that the built-in one is used. */
    readonly isBuiltIn: boolean;
  };
  readonly limits: {
    /** Milliseconds to poll for visibility. */
    readonly settleMs: number;
    /** Maximum milliseconds to wait for an upload intent to expire by itself. */
    readonly maxExpiryWaitMs: number;
    /** The largest archive in bytes that the registry accepts, if the target file states it. */
    readonly largestArchive?: number;
    /** Maximum milliseconds for one check. */
    readonly checkDeadlineMs: number;
    /** Maximum total milliseconds that a rate limiter may delay one request. */
    readonly limiterPatienceMs: number;
  };
  readonly exclusive: boolean;
  readonly features: Readonly<Record<Feature, boolean>>;
  /** True if uploads and redirects may lead to private addresses although the base URL is public. */
  readonly allowPrivateUploads: boolean;
  readonly tls: { readonly ca?: string };
}

/** The manifest where the target file gives none: the minimum that names a volume. */
export const builtInManifest: ManifestTemplate = {
  template: 'name = "{{name}}"\nversion = "{{version}}"\ndescription = "Made by a conformance run"\n',
  expect: [],
};

/** The format of a trust artifact where the target file gives none. */
export const builtInFormat: TrustFormat = {
  family: "cyclonedx",
  mediaType: "application/vnd.cyclonedx+json",
  version: "1.6",
};

/** The namespace that the suite uses where the target file gives a states hook and no namespace. */
export const hookNamespace: { readonly scope: string; readonly prefix: string } = {
  scope: "conformance",
  prefix: "conf",
};
