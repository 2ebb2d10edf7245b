import { type Change, replaceRule } from "../../rules/change.ts";
import { archiveRefusedAs } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

/** Compares only parts of the names and versions of manifest and upload. */
function identityComparedBy(
  toName: (name: string) => string,
  toVersion: (version: string) => string,
): Change {
  return replaceRule("manifest", "assertIdentity", (before) => (manifest, intent, call) => {
    const isSame =
      toName(manifest.name) === toName(intent.name) &&
      toVersion(manifest.version) === toVersion(intent.version);
    if (!isSame) before(manifest, intent, call);
  });
}

/** Faults in which release a manifest may name. */
export const manifestIdentity: FaultFile = {
  "finalize/manifests-name-the-volume": {
    "manifest-name-never-compared": identityComparedBy(
      (name) => name.slice(0, 0),
      (version) => version,
    ),
    "manifest-name-of-prereleases-never-compared": replaceRule(
      "manifest",
      "assertIdentity",
      (before) => (manifest, intent, call) => {
        const name = intent.version.includes("-") ? intent.name : manifest.name;
        before({ ...manifest, name }, intent, call);
      },
    ),
    "manifest-name-compared-in-any-case": identityComparedBy(
      (name) => name.toLowerCase(),
      (version) => version,
    ),
    "manifest-name-compared-by-its-start": {
      summary: "The name in the manifest may continue after the volume's name",
      change: replaceRule("manifest", "assertIdentity", (before) => (manifest, intent, call) => {
        const name = manifest.name.startsWith(intent.name) ? intent.name : manifest.name;
        before({ ...manifest, name }, intent, call);
      }),
    },
    "manifest-name-may-be-the-start-of-the-name": replaceRule(
      "manifest",
      "assertIdentity",
      (before) => (manifest, intent, call) => {
        const name = intent.name.startsWith(manifest.name) ? intent.name : manifest.name;
        before({ ...manifest, name }, intent, call);
      },
    ),
    "manifest-name-compared-without-case": identityComparedBy(
      (name) => name.toLowerCase(),
      (version) => version,
    ),
    "identity-mismatch-answers-invalid-manifest": archiveRefusedAs(
      "invalid-manifest",
      /names another release/,
    ),
  },
  "finalize/manifests-name-the-scope": {
    "manifest-scope-never-compared": identityComparedBy(
      (name) => name.replace(/^@[^/]*\//, ""),
      (version) => version,
    ),
  },
  "finalize/manifests-name-the-version": {
    "manifest-version-never-compared": identityComparedBy(
      (name) => name,
      () => "",
    ),
    "manifest-version-may-be-the-start-of-the-version": replaceRule(
      "manifest",
      "assertIdentity",
      (before) => (manifest, intent, call) => {
        const version = intent.version.startsWith(manifest.version) ? intent.version : manifest.version;
        before({ ...manifest, version }, intent, call);
      },
    ),
    "manifest-found-in-any-folder": {
      summary: "The first manifest in any folder of the archive counts",
      change: replaceRule("manifest", "find", (before) => (tree, call) => {
        const { path } = call.rules.manifest.dialect;
        return tree.find((file) => `/${file.path}`.endsWith(`/${path}`)) ?? before(tree, call);
      }),
    },
    "manifest-version-compared-without-build-metadata": identityComparedBy(
      (name) => name,
      (version) => version.replace(/\+.*$/, ""),
    ),
    "manifest-version-compared-without-prerelease": identityComparedBy(
      (name) => name,
      (version) => version.replace(/-.*$/, ""),
    ),
  },
};
