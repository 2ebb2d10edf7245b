/** How finalize validates the manifest in the archive. */
import type { Check } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import { attempt, type Attempt, earlyRejection, expectRefused, manifestOf, type Tools } from "./attempt.ts";

const shared: Pick<Check, "operations" | "needs"> = {
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
};

export const absentManifestsAreRefused: Check = {
  ...shared,
  id: "finalize/archives-without-a-manifest-are-refused",
  level: "should",
  rule: "`POST` finalize of an archive without a manifest answers 400 `invalid-manifest` or `invalid-archive`.",
  source: "Errors, invalid-manifest, invalid-archive",
  reading: `The text mentions the submitted \`volume.toml\` but does not say that it is required. We read it as required, as a warning only. ${earlyRejection}`,
  covers: ["question:9", "question:7"],
  forms: "either",
  from: "standard",
  async run({ given, expect }) {
    const refused = await attempt(given, "no-manifest", () => ({ manifest: null }));

    expectRefused(expect, refused, "invalid-manifest", "invalid-archive");
  },
};

/** Finalizes an upload whose manifest has one line that makes it invalid TOML. */
export function malformedManifest({ given, target }: Tools, kind: "line" | "duplicate"): Promise<Attempt> {
  return attempt(given, `toml-${kind}`, (release) => {
    const valid = manifestOf(target, release);
    const firstLine = valid.split("\n").find((line) => /^\s*[\w-]+\s*=/.test(line));
    const invalidLine = kind === "line" || firstLine === undefined ? "broken = = \n" : `${firstLine}\n`;
    const at = firstLine === undefined ? 0 : valid.indexOf(firstLine);
    return { manifestText: valid.slice(0, at) + invalidLine + valid.slice(at) };
  });
}

export const malformedManifestsAreRefused: Check = {
  ...shared,
  id: "finalize/malformed-manifests-are-refused",
  level: "must",
  rule: "`POST` finalize of an archive whose manifest is not valid TOML answers 400 `invalid-manifest`, `validation-failed` or `invalid-archive`.",
  source: "Errors, invalid-manifest",
  reading: `The meanings overlap: \`validation-failed\` also mentions manifests, and Errors rule 3 groups it under finalize. We accept each of these problems. ${earlyRejection}`,
  covers: [
    "slug:invalid-manifest",
    "answers:finalizeReleaseUpload/invalid-manifest",
    "question:2",
    "question:7",
  ],
  async run(tools) {
    for (const kind of tools.depth === "deep" ? (["line", "duplicate"] as const) : (["line"] as const)) {
      const refused = await malformedManifest(tools, kind);

      expectRefused(tools.expect, refused, "invalid-manifest", "validation-failed", "invalid-archive");
    }
  },
};

export const malformedManifestsAreNamed: Check = {
  ...shared,
  id: "finalize/malformed-manifests-are-invalid-manifests",
  level: "should",
  rule: "`POST` finalize of an archive whose manifest is not valid TOML answers 400 `invalid-manifest`.",
  source: "Errors, invalid-manifest",
  reading: earlyRejection,
  covers: ["slug:invalid-manifest"],
  from: "standard",
  async run(tools) {
    const refused = await malformedManifest(tools, "line");

    expectRefused(tools.expect, refused, "invalid-manifest");
  },
};

function semanticallyInvalidManifest(given: Given): Promise<Attempt> {
  return attempt(given, "semantics", () => ({ manifest: "semanticallyInvalid" }));
}

export const invalidManifestsAreRefused: Check = {
  ...shared,
  id: "finalize/semantically-invalid-manifests-are-refused",
  level: "must",
  rule: "`POST` finalize of an archive whose manifest is valid TOML but semantically invalid answers 400 `invalid-manifest` or `validation-failed`.",
  source: "Errors, invalid-manifest",
  reading: `The text does not define the manifest format. The target file provides a manifest that the registry must reject. ${earlyRejection}`,
  needs: ["token:publisher", "manifest:semanticallyInvalid"],
  covers: ["slug:invalid-manifest", "answers:finalizeReleaseUpload/invalid-manifest", "question:9"],
  forms: "either",
  from: "standard",
  async run({ given, expect }) {
    const refused = await semanticallyInvalidManifest(given);

    expectRefused(expect, refused, "invalid-manifest", "validation-failed");
  },
};

export const invalidManifestsAreNamed: Check = {
  ...shared,
  id: "finalize/semantically-invalid-manifests-are-invalid-manifests",
  level: "should",
  rule: "`POST` finalize of an archive whose manifest is valid TOML but semantically invalid answers 400 `invalid-manifest`.",
  source: "Errors, invalid-manifest",
  reading: earlyRejection,
  needs: ["token:publisher", "manifest:semanticallyInvalid"],
  covers: ["slug:invalid-manifest"],
  forms: "either",
  from: "standard",
  async run({ given, expect }) {
    const refused = await semanticallyInvalidManifest(given);

    expectRefused(expect, refused, "invalid-manifest");
  },
};

export function escalatingManifest(given: Given): Promise<Attempt> {
  return attempt(given, "permissions", () => ({ manifest: "permissionEscalation" }));
}

export const permissionsStayWithinTheVolume: Check = {
  ...shared,
  id: "finalize/permissions-stay-within-the-volume",
  level: "must",
  rule: "`POST` finalize answers 400 `permission-escalation` if the manifest gives a component more permissions than its volume.",
  source: "Errors, permission-escalation; Finalize release upload",
  reading: `The text does not define how permissions are written. The target file provides a manifest with too many permissions. ${earlyRejection}`,
  needs: ["token:publisher", "manifest:permissionEscalation"],
  covers: ["slug:permission-escalation", "answers:finalizeReleaseUpload/permission-escalation"],
  from: "standard",
  async run({ given, expect }) {
    const refused = await escalatingManifest(given);

    expectRefused(expect, refused, "permission-escalation");
  },
};
