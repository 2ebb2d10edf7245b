import { releasesOf } from "../../lookup.ts";
import { type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import type { Permissions } from "../../rules/manifest.ts";
import { meets } from "../changes/circumstances.ts";
import { archiveRefusedAs, publishedDespite } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

/** Compares the permissions of some components with those of the volume. */
function checkingOnly(some: (permissions: readonly Permissions[]) => readonly Permissions[]): Change {
  return replaceRule("manifest", "assertPermissions", (before) => (manifest, call) => {
    before({ ...manifest, componentPermissions: some(manifest.componentPermissions) }, call);
  });
}

/** Reads a manifest that is not TOML without some of its lines. */
function readingWithout(
  isLeftOut: (line: string, place: number, lines: readonly string[]) => boolean,
): Change {
  return replaceRule("manifest", "parse", (before) => (bytes, call) => {
    try {
      return before(bytes, call);
    } catch {
      const lines = Buffer.from(bytes).toString("utf8").trimEnd().split("\n");
      const kept = lines.filter((line, place) => !isLeftOut(line, place, lines));
      return before(Buffer.from(kept.join("\n")), call);
    }
  });
}

/** Takes another file for the manifest of an archive that has none. */
function findingManifest(isTaken: (path: string, wanted: string) => boolean): Change {
  return replaceRule("manifest", "find", (before) => (tree, call) => {
    const wanted = call.rules.manifest.dialect.path;
    const isThere = tree.some(({ path }) => path === wanted);
    return (isThere ? undefined : tree.find(({ path }) => isTaken(path, wanted))) ?? before(tree, call);
  });
}

/** Faults in which manifests finalize accepts. */
export const manifests: FaultFile = {
  "finalize/archives-without-a-manifest-are-refused": {
    "archive-without-a-manifest-published": publishedDespite(/no manifest/),
    "manifest-is-found-in-any-folder": findingManifest((path, wanted) => path.endsWith(`/${wanted}`)),
    "manifest-is-found-in-any-case": findingManifest((path, wanted) => path.toLowerCase() === wanted),
    "manifest-is-found-by-the-start-of-its-name": findingManifest((path, wanted) => path.startsWith(wanted)),
    "archive-without-a-manifest-answers-identity-mismatch": archiveRefusedAs(
      "identity-mismatch",
      /no manifest/,
    ),
  },
  "finalize/empty-manifests-are-refused": {
    "empty-manifest-published": publishedDespite(/"name" is not a string/),
  },
  "finalize/malformed-manifests-are-refused": {
    "malformed-manifest-published": publishedDespite(/not TOML/),
    "manifest-with-a-malformed-last-line-published": readingWithout(
      (_line, place, lines) => place === lines.length - 1,
    ),
    "manifest-with-a-repeated-key-published": readingWithout(
      (line, place, lines) => lines[place - 1] === line,
    ),
    "malformed-manifest-of-a-later-version-published": onlyWhen(
      (call) => releasesOf(call.name, call).length > 0,
      publishedDespite(/not TOML/),
    ),
    "malformed-manifest-answers-identity-mismatch": archiveRefusedAs("identity-mismatch", /not TOML/),
  },
  "finalize/malformed-manifests-answer-invalid-manifest": {
    "malformed-manifest-answers-validation-failed": archiveRefusedAs("validation-failed", /not TOML/),
  },
  "finalize/semantically-invalid-manifests-are-refused": {
    "semantically-invalid-manifest-published": {
      summary: "A manifest with an unknown component type is published",
      change: replaceRule("manifest", "componentTypes", (before) => [...before, "starship"]),
    },
    "semantically-invalid-manifest-of-a-further-version-published": onlyWhen(
      meets("volume-with-releases"),
      replaceRule("manifest", "componentTypes", (before) => [...before, "starship"]),
    ),
    "semantically-invalid-manifest-with-build-metadata-published": onlyWhen(
      meets("build-metadata"),
      replaceRule("manifest", "componentTypes", (before) => [...before, "starship"]),
    ),
    "semantically-invalid-manifest-answers-invalid-archive": archiveRefusedAs(
      "invalid-archive",
      /component type/,
    ),
  },
  "finalize/semantically-invalid-manifests-answer-invalid-manifest": {
    "semantically-invalid-manifest-answers-validation-failed": archiveRefusedAs(
      "validation-failed",
      /component type/,
    ),
  },
  "finalize/permissions-stay-within-the-volume": {
    "permissions-never-compared": replaceRule("manifest", "isWithin", () => () => true),
    "permissions-compared-by-kind": {
      summary: "A component may have every permission of a kind that its volume has",
      change: replaceRule(
        "manifest",
        "isWithin",
        () => (permissions, boundary) =>
          Object.keys(permissions).every((kind) => Object.hasOwn(boundary, kind)),
      ),
    },
    "permissions-of-the-last-component-only": checkingOnly((permissions) => permissions.slice(-1)),
    "permissions-of-the-first-component-only": checkingOnly((permissions) => permissions.slice(0, 1)),
    "permission-escalation-answers-invalid-manifest": archiveRefusedAs("invalid-manifest", /asks for more/),
    "permission-escalation-of-prereleases-answers-invalid-manifest": onlyWhen(
      meets("prerelease"),
      archiveRefusedAs("invalid-manifest", /asks for more/),
    ),
  },
};
