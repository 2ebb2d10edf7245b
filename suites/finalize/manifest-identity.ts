/** The manifest names the release that the path and the create request name. */
import type { Check } from "../../harness/check.ts";
import type { Volume } from "../../harness/registry/volume.ts";
import { attempt, type Attempt, expectRefused, manifestOf, type Tools } from "./attempt.ts";

const shared: Pick<Check, "operations" | "needs"> = {
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
};

/** The minimal manifest in the name of another release. */
async function namingAnother(
  { given, target }: Tools,
  key: string,
  other: {
    readonly segment?: (segment: string) => string;
    readonly scope?: boolean;
    readonly version?: string;
  },
): Promise<Attempt> {
  const template = target.archive.manifests.minimal?.template ?? "";
  const wanted = other.version === undefined ? /\{\{(?:name|segment)\}\}/ : /\{\{version\}\}/;
  if (!wanted.test(template)) {
    throw given.skipped(
      'needs a minimal manifest ("archive.manifests.minimal") that names the volume and its version',
    );
  }
  return await attempt(given, `names-${key}`, ({ volume, version }) => {
    const segment = other.segment?.(volume.segment) ?? volume.segment;
    const named: Volume = other.scope === true ? withOtherScope(volume) : { ...volume, segment };
    return { manifestText: manifestOf(target, { volume: named, version: other.version ?? version }) };
  });
}

function withOtherScope({ scope, segment }: Volume): Volume {
  return scope === undefined ? { scope: "elsewhere", segment } : { segment };
}

const identity: Pick<Check, "level" | "source" | "covers"> = {
  level: "must",
  source: "Errors, identity-mismatch; Finalize release upload",
  covers: ["slug:identity-mismatch", "answers:finalizeReleaseUpload/identity-mismatch"],
};

export const manifestsNameTheVolume: Check = {
  ...shared,
  ...identity,
  id: "finalize/manifests-name-the-volume",
  rule: "A manifest that names another volume than the path is refused with 409 identity-mismatch.",
  reading:
    "A name in capitals is another name, but one that no volume can have: there invalid-manifest and validation-failed are right as well.",
  from: "standard",
  async run(tools) {
    // each form tries one of the two ways, since how names are compared does not hang on the form
    const isLonger = tools.form === "scoped" || tools.target.namespace?.scope === undefined;

    const refused = await namingAnother(tools, "volume", {
      segment: (segment) => (isLonger ? `${segment}x` : segment.toUpperCase()),
    });

    if (isLonger) expectRefused(tools.expect, refused, "identity-mismatch");
    else expectRefused(tools.expect, refused, "identity-mismatch", "invalid-manifest", "validation-failed");
  },
};

export const manifestsNameTheScope: Check = {
  ...shared,
  ...identity,
  id: "finalize/manifests-name-the-scope",
  rule: "A manifest that names a volume with a scope where the path has none, or without where it has one, is refused with 409 identity-mismatch.",
  from: "standard",
  async run(tools) {
    const template = tools.target.archive.manifests.minimal?.template ?? "";
    if (!/\{\{(?:name|scope)\}\}/.test(template)) {
      throw tools.given.skipped(
        'needs a minimal manifest ("archive.manifests.minimal") that has the full name',
      );
    }

    const refused = await namingAnother(tools, "scope", { scope: true });

    expectRefused(tools.expect, refused, "identity-mismatch");
  },
};

export function namingAnotherVersion(tools: Tools): Promise<Attempt> {
  return namingAnother(tools, "version", { version: "1.0.0-rc.1" });
}

export const manifestsNameTheVersion: Check = {
  ...shared,
  ...identity,
  id: "finalize/manifests-name-the-version",
  rule: "A manifest that names another version than the create request is refused with 409 identity-mismatch.",
  async run(tools) {
    const refused = await namingAnotherVersion(tools);

    expectRefused(tools.expect, refused, "identity-mismatch");
  },
};
