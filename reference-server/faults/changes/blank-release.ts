/** Releases that a broken registry publishes although it has read no archive. */
import type { Call } from "../../call.ts";
import { saveRelease } from "../../lookup.ts";
import type { Manifest } from "../../rules/manifest.ts";
import type { Intent, Release, ReleaseIntent } from "../../store.ts";

/** A manifest with no content, for `intent`. */
export function blankManifest({ name, version }: Pick<ReleaseIntent, "name" | "version">): Manifest {
  return {
    name,
    version,
    description: "",
    role: "component",
    providers: [],
    components: [],
    dependencies: {},
    externalDependencies: [],
    permissions: {},
    componentPermissions: [],
  };
}

/** The release of an upload, without files. */
export function toBlankRelease(intent: ReleaseIntent, call: Call): Release {
  const content = { tree: [], manifest: blankManifest(intent) };
  return call.rules.finalize.toRelease(intent, content, call);
}

/** Publishes the upload of a release without files; `description` lets a change recognize the release. */
export function saveBlankRelease(intent: Intent, description: string, call: Call): void {
  if (intent.kind !== "release") return;
  saveRelease({ ...toBlankRelease(intent, call), description }, call);
}
