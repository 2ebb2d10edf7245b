/** What finalize says of the manifest in the archive. */
import type { Check } from "../../harness/check.ts";
import type { Volume } from "../../harness/registry/volume.ts";
import { attempt, type Attempt, expectRefused, manifestOf, type Tools } from "./attempt.ts";

const shared: Pick<Check, "operations" | "needs"> = {
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
};

export const absentManifestsAreRefused: Check = {
  ...shared,
  id: "finalize/archives-without-a-manifest-are-refused",
  level: "should",
  rule: "An archive without a manifest is refused with 400 invalid-manifest or 400 invalid-archive.",
  source: "Errors, invalid-manifest, invalid-archive",
  reading: "The text speaks of the submitted volume.toml and does not say that there has to be one.",
  covers: ["question:9", "question:7"],
  from: "standard",
  async run({ given, expect }) {
    const refused = await attempt(given, "no-manifest", () => ({ manifest: null }));

    expectRefused(expect, refused, "invalid-manifest", "invalid-archive");
  },
};

/** A manifest that is good but for one line that no TOML reader takes. */
function malformed({ given, target }: Tools, kind: "line" | "duplicate"): Promise<Attempt> {
  return attempt(given, `toml-${kind}`, (release) => {
    const good = manifestOf(target, release);
    const firstLine = good.split("\n").find((line) => /^\s*[\w-]+\s*=/.test(line));
    const bad = kind === "line" || firstLine === undefined ? "broken = = \n" : `${firstLine}\n`;
    const at = firstLine === undefined ? 0 : good.indexOf(firstLine);
    return { manifestText: good.slice(0, at) + bad + good.slice(at) };
  });
}

export const malformedManifestsAreRefused: Check = {
  ...shared,
  id: "finalize/malformed-manifests-are-refused",
  level: "must",
  rule: "A manifest that is no TOML is refused with 400 invalid-manifest, validation-failed or invalid-archive.",
  source: "Errors, invalid-manifest",
  reading:
    "The meanings overlap: validation-failed names manifests too, and the grouping of statuses puts it under finalize.",
  covers: [
    "slug:invalid-manifest",
    "answers:finalizeReleaseUpload/invalid-manifest",
    "question:2",
    "question:7",
  ],
  async run(tools) {
    for (const kind of tools.depth === "deep" ? (["line", "duplicate"] as const) : (["line"] as const)) {
      const refused = await malformed(tools, kind);

      expectRefused(tools.expect, refused, "invalid-manifest", "validation-failed", "invalid-archive");
    }
  },
};

export const malformedManifestsAreNamed: Check = {
  ...shared,
  id: "finalize/malformed-manifests-are-invalid-manifests",
  level: "should",
  rule: "A manifest that is no TOML is refused with 400 invalid-manifest.",
  source: "Errors, invalid-manifest",
  covers: ["slug:invalid-manifest"],
  from: "standard",
  async run(tools) {
    const refused = await malformed(tools, "line");

    expectRefused(tools.expect, refused, "invalid-manifest");
  },
};

const semanticallyInvalid = (given: Tools["given"]): Promise<Attempt> =>
  attempt(given, "semantics", () => ({ manifest: "semanticallyInvalid" }));

export const invalidManifestsAreRefused: Check = {
  ...shared,
  id: "finalize/semantically-invalid-manifests-are-refused",
  level: "must",
  rule: "A manifest that is TOML but not valid is refused with 400 invalid-manifest or 400 validation-failed.",
  source: "Errors, invalid-manifest",
  reading: "The manifest format is not given, so that the target file says what the registry has to refuse.",
  needs: ["token:publisher", "manifest:semanticallyInvalid"],
  covers: ["slug:invalid-manifest", "answers:finalizeReleaseUpload/invalid-manifest", "question:9"],
  async run({ given, expect }) {
    const refused = await semanticallyInvalid(given);

    expectRefused(expect, refused, "invalid-manifest", "validation-failed");
  },
};

export const invalidManifestsAreNamed: Check = {
  ...shared,
  id: "finalize/semantically-invalid-manifests-are-invalid-manifests",
  level: "should",
  rule: "A manifest that is TOML but not valid is refused with 400 invalid-manifest.",
  source: "Errors, invalid-manifest",
  needs: ["token:publisher", "manifest:semanticallyInvalid"],
  covers: ["slug:invalid-manifest"],
  from: "standard",
  async run({ given, expect }) {
    const refused = await semanticallyInvalid(given);

    expectRefused(expect, refused, "invalid-manifest");
  },
};

export const permissionsStayWithinTheVolume: Check = {
  ...shared,
  id: "finalize/permissions-stay-within-the-volume",
  level: "must",
  rule: "A manifest with a component that has more permissions than its volume is refused with 400 permission-escalation.",
  source: "Errors, permission-escalation; Finalize release upload",
  reading:
    "How permissions are written is not given, so that the target file has the manifest that goes too far.",
  needs: ["token:publisher", "manifest:permissionEscalation"],
  covers: ["slug:permission-escalation", "answers:finalizeReleaseUpload/permission-escalation"],
  from: "standard",
  async run({ given, expect }) {
    const refused = await attempt(given, "permissions", () => ({ manifest: "permissionEscalation" }));

    expectRefused(expect, refused, "permission-escalation");
  },
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
  from: "standard",
  async run(tools) {
    const refused = await namingAnother(tools, "volume", { segment: (segment) => `${segment}x` });

    expectRefused(tools.expect, refused, "identity-mismatch");
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

export const manifestsNameTheVersion: Check = {
  ...shared,
  ...identity,
  id: "finalize/manifests-name-the-version",
  rule: "A manifest that names another version than the create request is refused with 409 identity-mismatch.",
  async run(tools) {
    const refused = await namingAnother(tools, "version", { version: "1.0.0-rc.1" });

    expectRefused(tools.expect, refused, "identity-mismatch");
  },
};
