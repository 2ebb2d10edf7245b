/** The manifest has the same identity as the path and the create request. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Volume } from "../../harness/registry/volume.ts";
import { attempt, type Attempt, earlyRejection, expectRefused, manifestOf } from "./attempt.ts";

/** Finalizes an upload whose minimal manifest names a different release. */
async function withDifferentIdentity(
  { given, target }: Tools,
  key: string,
  other: {
    readonly segment?: (segment: string) => string;
    readonly scope?: boolean;
    readonly version?: string;
  },
): Promise<Attempt> {
  const template = target.archive.manifests.minimal?.template ?? "";
  const placeholder = other.version === undefined ? /\{\{(?:name|segment)\}\}/ : /\{\{version\}\}/;
  if (!placeholder.test(template)) {
    throw given.skipped(
      'needs a minimal manifest ("archive.manifests.minimal") with placeholders for the volume and its version',
    );
  }
  return await attempt(given, `names-${key}`, ({ volume, version }) => {
    const segment = other.segment?.(volume.segment) ?? volume.segment;
    const manifestVolume: Volume = other.scope === true ? withDifferentScope(volume) : { ...volume, segment };
    return {
      manifestText: manifestOf(target, { volume: manifestVolume, version: other.version ?? version }),
    };
  });
}

function withDifferentScope({ scope, segment }: Volume): Volume {
  return scope === undefined ? { scope: "elsewhere", segment } : { segment };
}

export function manifestNamingAnotherVersion(tools: Tools): Promise<Attempt> {
  return withDifferentIdentity(tools, "version", { version: "1.0.0-rc.1" });
}

export const manifestIdentity: CheckFile = {
  source: "Errors, identity-mismatch; Finalize release upload",
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["slug:identity-mismatch", "answers:finalizeReleaseUpload/identity-mismatch"],
  from: "standard",
  checks: [
    {
      id: "finalize/manifests-name-the-volume",
      rule: "`POST` finalize answers 409 `identity-mismatch` if the manifest names a different volume than the path.",
      reading: `The text does not say whether an invalid name is an identity mismatch. For a name in upper case we also accept \`invalid-manifest\` and \`validation-failed\`. ${earlyRejection}`,
      async run(tools) {
        // each form tries one of the two names, because name comparison does not depend on the form
        const isLonger = tools.form === "scoped" || tools.target.namespace?.scope === undefined;

        const refused = await withDifferentIdentity(tools, "volume", {
          segment: (segment) => (isLonger ? `${segment}x` : segment.toUpperCase()),
        });

        if (isLonger) expectRefused(tools.expect, refused, "identity-mismatch");
        else
          expectRefused(tools.expect, refused, "identity-mismatch", "invalid-manifest", "validation-failed");
      },
    },
    {
      id: "finalize/manifests-name-the-scope",
      rule: "`POST` finalize answers 409 `identity-mismatch` if the manifest adds a scope to an unscoped name or omits the scope of the path.",
      reading: earlyRejection,
      async run(tools) {
        const template = tools.target.archive.manifests.minimal?.template ?? "";
        if (!/\{\{(?:name|scope)\}\}/.test(template)) {
          throw tools.given.nothingToJudge(
            'the minimal manifest ("archive.manifests.minimal") has no placeholder for a scope or the full name',
          );
        }

        const refused = await withDifferentIdentity(tools, "scope", { scope: true });

        expectRefused(tools.expect, refused, "identity-mismatch");
      },
    },
    {
      id: "finalize/manifests-name-the-version",
      rule: "`POST` finalize answers 409 `identity-mismatch` if the manifest names a different version than the create request.",
      reading: earlyRejection,
      from: "quick",
      async run(tools) {
        const refused = await manifestNamingAnotherVersion(tools);

        expectRefused(tools.expect, refused, "identity-mismatch");
      },
    },
  ],
};
