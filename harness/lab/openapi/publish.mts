/** Publishes one release with a client that is generated from `schemas/openapi.json`. */
import createClient from "openapi-fetch";
import type { paths } from "./generated/client.d.ts";

export interface Publication {
  readonly baseUrl: string;
  readonly token: string;
  readonly scope: string;
  readonly name: string;
  readonly version: string;
  readonly archive: Uint8Array<ArrayBuffer>;
  /** `sha256:` and the hex digits of the archive. */
  readonly digest: string;
}

/** @returns the purl of the release, as its metadata has it */
export async function publish(given: Publication): Promise<string> {
  const { scope, name, version, archive, digest } = given;
  const client = createClient<paths>({
    baseUrl: given.baseUrl,
    headers: { authorization: `Bearer ${given.token}` },
  });
  const path = { scope, name };
  const created = await client.POST("/api/v1/volumes/@{scope}/{name}", {
    params: { path },
    body: {
      version,
      mediaType: "application/gzip",
      declaredDigest: digest,
      declaredSize: archive.length,
    },
  });
  if (created.data === undefined) throw new Error(`create: ${created.error.title}`);
  const { uploadId, upload } = created.data;
  const headers = new Headers(
    Object.entries(upload.headers ?? {}).map(([key, value]) => [key, String(value)]),
  );
  const sent = await fetch(new URL(upload.url, given.baseUrl), {
    method: upload.method ?? "PUT",
    headers,
    body: archive,
  });
  if (!sent.ok) throw new Error(`transfer: ${sent.status}`);
  const finalized = await client.POST("/api/v1/volumes/@{scope}/{name}/uploads/{uploadId}/finalize", {
    params: { path: { ...path, uploadId } },
  });
  if (finalized.data === undefined) throw new Error(`finalize: ${finalized.error.title}`);
  const read = await client.GET("/api/v1/volumes/@{scope}/{name}/{version}", {
    params: { path: { ...path, version } },
  });
  if (read.data === undefined) throw new Error(`read: ${read.error.title}`);
  return read.data.purl;
}
