import type { Manifest } from "../rules/manifest.ts";
import type { ReleaseIntent } from "../store.ts";

/** The manifest that a broken registry makes up where it has read none. */
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
