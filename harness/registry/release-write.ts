/** What a request does to the releases of a registry, as the registry client knows it. */
import { textAt } from "./answer.ts";
import { percentDecode } from "./volume.ts";

/** A request that opens, publishes or removes a release. `path` is the volume as it is in paths: `@scope/name` or `name`. */
export type ReleaseWrite =
  | { readonly kind: "create"; readonly path: string; readonly version: string | undefined }
  | { readonly kind: "finalize"; readonly path: string; readonly uploadId: string }
  | { readonly kind: "unpublish"; readonly path: string; readonly version: string };

const volume = String.raw`^/api/v1/volumes/(@[^/]+/[^/]+|[^/]+)`;
const createPath = new RegExp(`${volume}$`);
const finalizePath = new RegExp(`${volume}/uploads/([^/]+)/finalize$`);
const releasePath = new RegExp(`${volume}/([^/]+)$`);

/** The create request for a volume, with the version that its body names, if any. */
export function toCreate(path: string, body: unknown): ReleaseWrite {
  return { kind: "create", path, version: textAt(body, "version") };
}

/**
 * The write in a request that a check makes by hand. Every other request is made from what this would be read from.
 * @param path below the base URL
 */
export function readReleaseWrite(method: string, path: string, body: unknown): ReleaseWrite | undefined {
  const [plain = ""] = path.split("?");
  if (method === "DELETE") {
    const [, name, version] = releasePath.exec(plain) ?? [];
    if (name === undefined || version === undefined) return undefined;
    return { kind: "unpublish", path: name, version: percentDecode(version) };
  }
  if (method !== "POST") return undefined;
  const [, finalized, uploadId] = finalizePath.exec(plain) ?? [];
  if (finalized !== undefined && uploadId !== undefined)
    return { kind: "finalize", path: finalized, uploadId: percentDecode(uploadId) };
  const [, created] = createPath.exec(plain) ?? [];
  return created === undefined ? undefined : toCreate(created, body);
}
