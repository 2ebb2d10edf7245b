import { createHash } from "node:crypto";
import { packTree } from "../archive/pack.ts";
import { toTree } from "../archive/tree.ts";
import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { ReferenceServerOptions } from "../options.ts";
import { seededRandom } from "../random.ts";
import { buildReferenceServer, type ReferenceServer } from "../server.ts";

/** An answer with its JSON body already read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: JsonObject;
  readonly bytes: Uint8Array;
}

/** What a test sends besides method and path. */
export interface Parcel {
  readonly token?: string | undefined;
  readonly body?: Json;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server under test, and the few requests that tests repeat. */
export interface TestClient {
  readonly server: ReferenceServer;
  readonly send: (method: string, path: string, parcel?: Parcel) => Promise<Reply>;
  /** Opens an intent for `bytes` as the publisher. */
  readonly open: (name: string, version: string, bytes: Uint8Array) => Promise<Reply>;
  /** Follows the upload instruction of an intent. */
  readonly put: (intent: JsonObject, bytes: Uint8Array) => Promise<Reply>;
  readonly finalize: (name: string, intent: JsonObject, parcel?: Parcel) => Promise<Reply>;
  /** Opens, uploads and finalizes; `files` are added to a minimal manifest. */
  readonly publish: (
    name: string,
    version: string,
    files?: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
  readonly attach: (name: string, version: string, text: string) => Promise<Reply>;
}

/** The address under which a server without a socket is asked. */
export const testOrigin = "http://registry.test";

/** A digest as the API writes it. */
export function digestOf(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** The smallest manifest of a release. */
export function minimalManifest(name: string, version: string): string {
  return `[volume]\nname = "${name}"\nversion = "${version}"\n\n[[components]]\ntype = "skill"\nname = "greeter"\n`;
}

/** An archive of a minimal manifest and `files`. */
export async function archiveOf(
  name: string,
  version: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  return await packTree(toTree({ "volume.toml": minimalManifest(name, version), ...files }));
}

/** The object under a member of a JSON object; throws when there is none. */
export function member(body: JsonObject, name: string): JsonObject {
  const value = body[name];
  if (isJsonObject(value)) return value;
  throw new Error(`Cannot read member "${name}": expected an object`);
}

/** The last part of a problem's type. */
export function slugOf(reply: Reply): string {
  const type = reply.body["type"] as string | undefined;
  return type?.split("/").at(-1) ?? "none";
}

async function toReply(response: Response): Promise<Reply> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isJson = /json/i.test(response.headers.get("content-type") ?? "");
  const body: unknown = isJson && bytes.byteLength > 0 ? JSON.parse(new TextDecoder().decode(bytes)) : {};
  return { status: response.status, headers: response.headers, body: body as JsonObject, bytes };
}

/** A client of a fresh server without a socket. */
export function createTestClient(options: ReferenceServerOptions = {}): TestClient {
  const server = buildReferenceServer({
    random: seededRandom("test"),
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  const send: TestClient["send"] = async (method, path, parcel = {}) => {
    const headers = new Headers(parcel.headers);
    if (parcel.token !== undefined) headers.set("authorization", `Bearer ${parcel.token}`);
    if (parcel.key !== undefined) headers.set("idempotency-key", parcel.key);
    const text = parcel.body === undefined ? null : JSON.stringify(parcel.body);
    if (text !== null && !headers.has("content-type")) headers.set("content-type", "application/json");
    const url = new URL(path, testOrigin);
    const request: RequestInit = { method, headers, ...(text === null ? {} : { body: text }) };
    return await toReply(await server.fetch(new Request(url, request)));
  };
  const token = server.tokens.publisher;
  const open: TestClient["open"] = async (name, version, bytes) => {
    const body = {
      version,
      mediaType: "application/gzip",
      declaredDigest: digestOf(bytes),
      declaredSize: bytes.byteLength,
    };
    return await send("POST", `/api/v1/volumes/${name}`, { token, body });
  };
  const put: TestClient["put"] = async (intent, bytes) => {
    const { url, method, headers } = member(intent, "upload");
    const request = new Request(url as string, {
      method: method as string,
      headers: headers as Record<string, string>,
      body: new Uint8Array(bytes),
    });
    return await toReply(await server.fetch(request));
  };
  const finalize: TestClient["finalize"] = async (name, intent, parcel = {}) =>
    await send(
      "POST",
      `/api/v1/volumes/${name}/uploads/${encodeURIComponent(intent["uploadId"] as string)}/finalize`,
      {
        token,
        ...parcel,
      },
    );
  const publish: TestClient["publish"] = async (name, version, files = {}) => {
    const bytes = await archiveOf(name, version, files);
    const intent = await open(name, version, bytes);
    await put(intent.body, bytes);
    return await finalize(name, intent.body);
  };
  const attach: TestClient["attach"] = async (name, version, text) => {
    const path = `/api/v1/volumes/${name}/${version}`;
    const { purl, integrity } = (await send("GET", path)).body;
    const body: JsonObject = {
      subject: { purl, integrity },
      attachment: {
        format: { family: "cyclonedx", mediaType: "application/vnd.cyclonedx+json", version: "1.6" },
      },
      declaredDigest: digestOf(text),
      declaredSize: Buffer.byteLength(text),
    };
    const intent = await send("POST", `${path}/trust/uploads`, { token, body });
    await put(intent.body, new TextEncoder().encode(text));
    const uploadId = encodeURIComponent(intent.body["uploadId"] as string);
    return await send("POST", `${path}/trust/uploads/${uploadId}/finalize`, { token, body: {} });
  };
  return { server, send, open, put, finalize, publish, attach };
}
