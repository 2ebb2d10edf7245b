import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";
import { publishedDespite, refusedAs } from "./finalize-archives.ts";

/** Compares a manifest with its upload by parts of their names and versions. */
function identityComparedBy(
  toName: (name: string) => string,
  toVersion: (version: string) => string,
): Change {
  return replaceRule("manifest", "judgeIdentity", (before) => (manifest, intent, call) => {
    const isSame =
      toName(manifest.name) === toName(intent.name) &&
      toVersion(manifest.version) === toVersion(intent.version);
    if (!isSame) before(manifest, intent, call);
  });
}

/** Bad manifests that are published, or refused with the wrong problem. */
export const finalizeManifestFaults: readonly Fault[] = [
  {
    name: "archive-without-a-manifest-published",
    breaks: "finalize/archives-without-a-manifest-are-refused",
    summary: "An archive without a manifest is published",
    change: publishedDespite(/no manifest/),
  },
  {
    name: "archive-without-a-manifest-is-an-identity-mismatch",
    breaks: "finalize/archives-without-a-manifest-are-refused",
    summary: "An archive without a manifest is refused as identity-mismatch",
    change: refusedAs("identity-mismatch", /no manifest/),
  },
  {
    name: "malformed-manifest-published",
    breaks: "finalize/malformed-manifests-are-refused",
    summary: "A manifest that is no TOML is published",
    change: publishedDespite(/not TOML/),
  },
  {
    name: "malformed-manifest-is-an-identity-mismatch",
    breaks: "finalize/malformed-manifests-are-refused",
    summary: "A manifest that is no TOML is refused as identity-mismatch",
    change: refusedAs("identity-mismatch", /not TOML/),
  },
  {
    name: "malformed-manifest-is-validation-failed",
    breaks: "finalize/malformed-manifests-are-invalid-manifests",
    summary: "A manifest that is no TOML is refused as validation-failed",
    change: refusedAs("validation-failed", /not TOML/),
  },
  {
    name: "semantically-invalid-manifest-published",
    breaks: "finalize/semantically-invalid-manifests-are-refused",
    summary: "A manifest with a component of an unknown type is published",
    change: replaceRule("manifest", "componentTypes", (before) => [...before, "starship"]),
  },
  {
    name: "semantically-invalid-manifest-is-an-invalid-archive",
    breaks: "finalize/semantically-invalid-manifests-are-refused",
    summary: "A manifest with a component of an unknown type is refused as invalid-archive",
    change: refusedAs("invalid-archive", /component type/),
  },
  {
    name: "semantically-invalid-manifest-is-validation-failed",
    breaks: "finalize/semantically-invalid-manifests-are-invalid-manifests",
    summary: "A manifest with a component of an unknown type is refused as validation-failed",
    change: refusedAs("validation-failed", /component type/),
  },
  {
    name: "permissions-never-compared",
    breaks: "finalize/permissions-stay-within-the-volume",
    summary: "A component may have more permissions than its volume",
    change: replaceRule("manifest", "isWithin", () => () => true),
  },
  {
    name: "permissions-compared-by-kind",
    breaks: "finalize/permissions-stay-within-the-volume",
    summary: "A component may have any permission of a kind that its volume has",
    change: replaceRule(
      "manifest",
      "isWithin",
      () => (permissions, boundary) =>
        Object.keys(permissions).every((kind) => Object.hasOwn(boundary, kind)),
    ),
  },
  {
    name: "permission-escalation-is-an-invalid-manifest",
    breaks: "finalize/permissions-stay-within-the-volume",
    summary: "Too many permissions are refused as invalid-manifest",
    change: refusedAs("invalid-manifest", /asks for more/),
  },
  {
    name: "manifest-name-never-compared",
    breaks: "finalize/manifests-name-the-volume",
    summary: "The name in the manifest is never compared",
    change: identityComparedBy(
      (name) => name.slice(0, 0),
      (version) => version,
    ),
  },
  {
    name: "manifest-name-compared-by-its-start",
    breaks: "finalize/manifests-name-the-volume",
    summary: "The name in the manifest may go on after the volume's",
    change: replaceRule("manifest", "judgeIdentity", (before) => (manifest, intent, call) => {
      const name = manifest.name.startsWith(intent.name) ? intent.name : manifest.name;
      before({ ...manifest, name }, intent, call);
    }),
  },
  {
    name: "manifest-name-compared-without-case",
    breaks: "finalize/manifests-name-the-volume",
    summary: "The name in the manifest may be in capitals",
    change: identityComparedBy(
      (name) => name.toLowerCase(),
      (version) => version,
    ),
  },
  {
    name: "identity-mismatch-is-an-invalid-manifest",
    breaks: "finalize/manifests-name-the-volume",
    summary: "A manifest that names another release is refused as invalid-manifest",
    change: refusedAs("invalid-manifest", /names another release/),
  },
  {
    name: "manifest-scope-never-compared",
    breaks: "finalize/manifests-name-the-scope",
    summary: "The scope in the manifest is never compared",
    change: identityComparedBy(
      (name) => name.replace(/^@[^/]*\//, ""),
      (version) => version,
    ),
  },
  {
    name: "manifest-version-never-compared",
    breaks: "finalize/manifests-name-the-version",
    summary: "The version in the manifest is never compared",
    change: identityComparedBy(
      (name) => name,
      () => "",
    ),
  },
  {
    name: "manifest-version-compared-without-prerelease",
    breaks: "finalize/manifests-name-the-version",
    summary: "The version in the manifest is compared without its prerelease",
    change: identityComparedBy(
      (name) => name,
      (version) => version.replace(/-.*$/, ""),
    ),
  },
];
