/** A conforming registry whose bytes are in an S3 object store: uploads and downloads go by presigned URLs. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buildReferenceServer, type ReferenceServer } from "../../../reference-server/server.ts";
import { presign } from "./presigned-url.ts";

/** How the bytes are stored. */
export interface ObjectStoreOptions {
  /** Origin of the object store. */
  readonly store: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Whether the headers that an upload has to carry are signed too. */
  readonly signsHeaders?: boolean;
}

export interface StoredRegistry {
  readonly target: Readonly<Record<string, unknown>>;
  readonly tokens: readonly string[];
  readonly close: () => Promise<void>;
}

interface Instruction {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the front has to remember: where the registry itself wants the bytes of an upload. */
interface Bridge extends ObjectStoreOptions {
  readonly registry: ReferenceServer;
  readonly uploads: Map<string, Instruction>;
  readonly copied: Set<string>;
}

/** Starts it on a free port of loopback. */
export async function startStoredRegistry(options: ObjectStoreOptions): Promise<StoredRegistry> {
  const registry = buildReferenceServer({ states: true });
  const bridge: Bridge = { ...options, registry, uploads: new Map(), copied: new Set() };
  const server = createServer((request, response) => {
    void answer(bridge, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  registry.registry.addresses.base = origin;
  return {
    target: { ...registry.targetAt(origin), allowPrivateUploads: true },
    tokens: Object.values(registry.tokens),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function answer(bridge: Bridge, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const { method = "GET", url = "/", headers } = request;
  const asked = new Request(`http://${headers.host ?? ""}${url}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && !["host", "connection", "transfer-encoding"].includes(name)
        ? [[name, value] as [string, string]]
        : [],
    ),
    ...(method === "GET" || method === "HEAD" ? {} : { body: Buffer.concat(chunks) }),
  });
  const finalized = /\/uploads\/([^/]+)\/finalize$/.exec(url)?.[1];
  if (finalized !== undefined) await bringBytes(bridge, decodeURIComponent(finalized));
  const given = await bridge.registry.fetch(asked);
  const bytes = Buffer.from(await given.arrayBuffer());
  const body = await withStoredAddresses(bridge, given, bytes);
  for (const [name, value] of given.headers)
    if (name !== "content-length") response.appendHeader(name, value);
  response.writeHead(given.status).end(body);
}

function address({ store, bucket }: Bridge, key: string): Parameters<typeof presign>[1] {
  return { origin: store, bucket, key };
}

function signed(bridge: Bridge, method: "GET" | "PUT", key: string, headers = {}): string {
  return presign(method, address(bridge, key), { ...bridge, headers, expiresIn: 900, now: new Date() });
}

/** Gives the registry the bytes that have arrived in the store. */
async function bringBytes(bridge: Bridge, uploadId: string): Promise<void> {
  const where = bridge.uploads.get(uploadId);
  if (where === undefined) return;
  const stored = await fetch(signed(bridge, "GET", `uploads/${uploadId}`));
  const body = await stored.arrayBuffer();
  const { url, headers } = where;
  if (stored.ok) await bridge.registry.fetch(new Request(url, { method: "PUT", headers, body }));
}

/** The document, with URLs of the object store in place of the registry's own. */
async function withStoredAddresses(bridge: Bridge, given: Response, bytes: Buffer): Promise<Buffer> {
  if (!given.ok || !(given.headers.get("content-type") ?? "").includes("json")) return bytes;
  const document = JSON.parse(bytes.toString("utf8")) as Readonly<Record<string, unknown>>;
  const { upload, uploadId, dist } = document as {
    readonly upload?: Instruction;
    readonly uploadId?: string;
    readonly dist?: { readonly url?: string };
  };
  if (upload !== undefined && uploadId !== undefined) {
    bridge.uploads.set(uploadId, upload);
    const headers = bridge.signsHeaders === true ? upload.headers : {};
    const url = signed(bridge, "PUT", `uploads/${uploadId}`, headers);
    return Buffer.from(JSON.stringify({ ...document, upload: { ...upload, url, headers } }));
  }
  if (dist?.url === undefined) return bytes;
  const key = `archives${new URL(dist.url).pathname}`;
  await copyArchive(bridge, key, dist.url);
  return Buffer.from(JSON.stringify({ ...document, dist: { ...dist, url: signed(bridge, "GET", key) } }));
}

async function copyArchive(bridge: Bridge, key: string, from: string): Promise<void> {
  if (bridge.copied.has(key)) return;
  const archive = await bridge.registry.fetch(new Request(from));
  if (!archive.ok) return;
  await fetch(signed(bridge, "PUT", key), { method: "PUT", body: await archive.arrayBuffer() });
  bridge.copied.add(key);
}
