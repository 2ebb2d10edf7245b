import { type Change, replaceRule } from "../../rules/change.ts";
import { archiveRefusedAs } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

/** Compares a manifest with its upload by parts of their names and versions. */
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
    "manifest-name-compared-by-its-start": {
      summary: "The name in the manifest may continue after the volume's name",
      change: replaceRule("manifest", "assertIdentity", (before) => (manifest, intent, call) => {
        const name = manifest.name.startsWith(intent.name) ? intent.name : manifest.name;
        before({ ...manifest, name }, intent, call);
      }),
    },
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
    "manifest-version-compared-without-prerelease": identityComparedBy(
      (name) => name,
      (version) => version.replace(/-.*$/, ""),
    ),
  },
};
