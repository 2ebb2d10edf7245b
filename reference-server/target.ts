import { type ManifestTemplates, toManifestTemplates } from "./manifest-templates.ts";
import type { Rules } from "./call.ts";
import { type Fixtures, fixtures } from "./seed.ts";
import { namespace, type TokenTexts } from "./tokens.ts";

/** A target file for a running reference server. */
export interface ReferenceTarget {
  readonly baseUrl: string;
  readonly implementation: { readonly name: string; readonly version: string };
  readonly namespace: { readonly scope: string; readonly prefix: string };
  readonly tokens: TokenTexts & { readonly foreign: string };
  readonly fixtures: Fixtures;
  readonly states?: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly search: { readonly componentTypeParam: string };
  readonly archive: { readonly manifestPath: string; readonly manifests: ManifestTemplates };
  readonly trust: {
    readonly category: string;
    readonly format: { readonly family: string; readonly mediaType: string; readonly version: string };
    readonly sendCategory: boolean;
    readonly mismatchedArtifact: string;
  };
  readonly limits: {
    readonly settleMs: number;
    readonly maxExpiryWaitMs: number;
    readonly largestArchive?: number;
  };
  readonly exclusive: boolean;
}

/** The target file for a server with these rules, addresses and tokens. */
export function toTarget(baseUrl: string, tokens: TokenTexts, rules: Rules): ReferenceTarget {
  const { largestArchive } = rules.publish;
  return {
    baseUrl,
    implementation: { name: "reference-server", version: "0.1.0" },
    namespace,
    tokens: { ...tokens, foreign: "vrt_TokenOfAnotherRegistry00" },
    fixtures,
    search: { componentTypeParam: rules.search.typeParameter },
    archive: {
      manifestPath: rules.manifest.dialect.path,
      manifests: toManifestTemplates(rules.manifest.dialect),
    },
    trust: {
      category: "bom",
      format: { family: "cyclonedx", mediaType: "application/vnd.cyclonedx+json", version: "1.6" },
      sendCategory: false,
      mismatchedArtifact: '{"bomFormat":"CycloneDX","metadata":{"component":{"purl":"{{purl}}-other"}}}',
    },
    limits: {
      settleMs: 500,
      maxExpiryWaitMs: 10_000,
      ...(Number.isSafeInteger(largestArchive) ? { largestArchive } : {}),
    },
    exclusive: true,
  };
}
