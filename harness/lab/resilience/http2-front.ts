/** A conforming registry that is spoken to in HTTP/2, with something that strikes in one place. */
import {
  createSecureServer,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type Http2Session,
  type ServerHttp2Stream,
} from "node:http2";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { certificate, privateKey } from "../../transport/certificates.test.fixture.ts";
import type { Place } from "./behaviour.ts";
import { type Reached, type Stage, trusted } from "./connection-behaviour.ts";
import { toPlace } from "./hostile-server.ts";

/** One request over HTTP/2, and what the conforming registry says. */
export interface StreamOccasion {
  readonly stream: ServerHttp2Stream;
  readonly session: Http2Session;
  readonly path: string;
  /** 1 for the first request that met this behaviour, 2 for the next, and so on. */
  readonly ordinal: number;
  /** Answers as the conforming registry does. */
  readonly conform: (more?: Readonly<Record<string, string | readonly string[]>>) => Promise<void>;
}

export interface Http2Front {
  readonly place: Place;
  readonly answer: (occasion: StreamOccasion) => Promise<void> | void;
  readonly options?: SecureServerOptions;
}

const keys = { cert: certificate, key: privateKey };

export async function startHttp2(stage: Stage, { place, answer, options }: Http2Front): Promise<Reached> {
  const server = createSecureServer({ ...keys, ...options });
  let ordinal = 0;
  let requests = 0;
  server.on("stream", (stream, headers) => {
    stream.on("error", () => {});
    requests += 1;
    const { session } = stream;
    const path = String(headers[":path"]);
    const met = place === "anywhere" ? requests > 4 : toPlace(String(headers[":method"]), path) === place;
    if (session === undefined) return;
    const conform: StreamOccasion["conform"] = (more) => respond(stage, stream, { headers, more });
    if (met) ordinal += 1;
    const done = met ? answer({ stream, session, path, ordinal, conform }) : conform();
    Promise.resolve(done).catch(() => stream.destroy());
  });
  server.on("sessionError", () => {});
  const port = await stage.listen(server);
  const reached = trusted(port);
  stage.registry.registry.addresses.base = reached.baseUrl;
  return reached;
}

async function respond(
  { registry }: Stage,
  stream: ServerHttp2Stream,
  about: {
    readonly headers: IncomingHttpHeaders;
    readonly more: Readonly<Record<string, string | readonly string[]>> | undefined;
  },
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  const { headers } = about;
  const method = String(headers[":method"]);
  const sent = Object.entries(headers).flatMap(([name, value]): readonly [string, string][] =>
    name.startsWith(":") || value === undefined ? [] : [[name, String(value)]],
  );
  const url = `https://${String(headers[":authority"])}${String(headers[":path"])}`;
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? { body: Buffer.concat(chunks) } : {};
  const answer = await registry.fetch(new Request(url, { method, headers: [...sent], ...body }));
  if (stream.destroyed) return;
  stream.respond({ ":status": answer.status, ...Object.fromEntries(answer.headers), ...about.more });
  stream.end(Buffer.from(await answer.arrayBuffer()));
}

/** A server that speaks HTTP/2 by hand: it writes these bytes when the client has begun. */
export async function startFrames(
  stage: Stage,
  pieces: readonly Buffer[],
  ends: boolean = false,
): Promise<Reached> {
  const server = createTlsServer({ ...keys, ALPNProtocols: ["h2"] });
  server.on("secureConnection", (socket: TLSSocket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      for (const piece of pieces) socket.write(piece);
      if (ends) socket.end();
    });
  });
  return trusted(await stage.listen(server));
}

/** One frame (RFC 9113 section 4.1). */
export function frame(
  type: number,
  payload: Buffer,
  { stream = 0, flags = 0 }: { readonly stream?: number; readonly flags?: number } = {},
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}
