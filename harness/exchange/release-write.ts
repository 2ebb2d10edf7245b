/** What a request does to the releases of a registry. */
import type { About } from "../../schemas/report.ts";
import { toVolumePath } from "./volume.ts";

/** A request that opens, publishes or removes a release. `path` is the volume as it is in paths: `@scope/name` or `name`. */
export type ReleaseWrite =
  | { readonly kind: "create"; readonly path: string; readonly version: string | undefined }
  | { readonly kind: "finalize"; readonly path: string; readonly uploadId: string }
  | { readonly kind: "unpublish"; readonly path: string; readonly version: string };

/** The write that a request is; undefined for any other request. */
export function toReleaseWrite({ operation, volume, version, uploadId }: About): ReleaseWrite | undefined {
  if (volume === undefined) return undefined;
  const path = toVolumePath(volume);
  if (operation === "createReleaseUpload") return { kind: "create", path, version };
  if (operation === "finalizeReleaseUpload" && uploadId !== undefined)
    return { kind: "finalize", path, uploadId };
  if (operation === "unpublishVersion" && version !== undefined) return { kind: "unpublish", path, version };
  return undefined;
}
