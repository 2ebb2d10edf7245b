/** What finalize says of the manifest in the archive. */
import type { Check } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
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
  forms: "either",
  from: "standard",
  async run({ given, expect }) {
    const refused = await attempt(given, "no-manifest", () => ({ manifest: null }));

    expectRefused(expect, refused, "invalid-manifest", "invalid-archive");
  },
};

/** A manifest that is good but for one line that no TOML reader takes. */
export function malformed({ given, target }: Tools, kind: "line" | "duplicate"): Promise<Attempt> {
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

function semanticallyInvalid(given: Given): Promise<Attempt> {
  return attempt(given, "semantics", () => ({ manifest: "semanticallyInvalid" }));
}

export const invalidManifestsAreRefused: Check = {
  ...shared,
  id: "finalize/semantically-invalid-manifests-are-refused",
  level: "must",
  rule: "A manifest that is TOML but not valid is refused with 400 invalid-manifest or 400 validation-failed.",
  source: "Errors, invalid-manifest",
  reading: "The manifest format is not given, so that the target file says what the registry has to refuse.",
  needs: ["token:publisher", "manifest:semanticallyInvalid"],
  covers: ["slug:invalid-manifest", "answers:finalizeReleaseUpload/invalid-manifest", "question:9"],
  forms: "either",
  from: "standard",
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
  forms: "either",
  from: "standard",
  async run({ given, expect }) {
    const refused = await semanticallyInvalid(given);

    expectRefused(expect, refused, "invalid-manifest");
  },
};

export function escalating(given: Given): Promise<Attempt> {
  return attempt(given, "permissions", () => ({ manifest: "permissionEscalation" }));
}

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
    const refused = await escalating(given);

    expectRefused(expect, refused, "permission-escalation");
  },
};
