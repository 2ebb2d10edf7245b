/** A proxy in front of one registry: it forwards every request as it is, and shows each exchange to a judge. */
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import type { HeaderField } from "../../schemas/report.ts";
import { decodeContent } from "../transport/content-coding.ts";
import { maxJsonBytes } from "../exchange/json-body.ts";
import { type ObservedExchange, tooLong } from "./observed.ts";

export interface ForwardOptions {
  /** Base URL of the registry, without a slash at its end. */
  readonly to: string;
  readonly host: string;
  readonly port: number;
  /** Requests per second. */
  readonly rate?: number;
  /** Further certificate authorities, as PEM text. */
  readonly ca?: string;
  /** Receives each exchange after the client has its response. */
  readonly onExchange: (exchange: ObservedExchange) => void;
}

export interface Forwarder {
  /** The address to give to clients in place of the registry's base URL. */
  readonly url: string;
  /** Takes no further requests, and waits until those under way have ended. */
  readonly close: () => Promise<void>;
}

/** Fields that are about one connection only (RFC 9110 section 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** @throws if the address cannot be listened on */
export async function startForwarder(options: ForwardOptions): Promise<Forwarder> {
  const takeTurn = createTurns(options.rate);
  const underWay = new Set<Promise<void>>();
  const server = createServer((incoming, outgoing) => {
    const one = takeTurn()
      .then(async () => await forward(incoming, outgoing, options))
      // what nobody may send ends the connection of this client alone
      .catch(() => {
        outgoing.destroy();
      });
    underWay.add(one);
    void one.finally(() => underWay.delete(one));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { pathname } = new URL(options.to);
  return {
    url: `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}${pathname.replace(/\/$/, "")}`,
    async close() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeIdleConnections();
      await Promise.all(underWay);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Lets one request after the other pass, at most so many per second. */
function createTurns(rate: number | undefined): () => Promise<void> {
  let next = 0;
  return async () => {
    if (rate === undefined) return;
    const now = performance.now();
    next = Math.max(now, next + 1000 / rate);
    if (next > now) await sleep(next - now);
  };
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { to, ca, onExchange }: ForwardOptions,
): Promise<void> {
  const startedAtMs = Date.now();
  const started = performance.now();
  const path = toPath(incoming.url);
  if (path === undefined) {
    outgoing.writeHead(400, { "content-type": "text/plain" });
    outgoing.end("only requests for a path are forwarded\n");
    return;
  }
  const url = `${new URL(to).origin}${path}`;
  const headers = toFields(incoming.rawHeaders);
  const sent = collect(incoming);
  const answer = await exchange(incoming, outgoing, { to, path, headers, ca });
  const body = sent.bytes();
  onExchange({
    request: {
      method: incoming.method ?? "GET",
      url,
      headers,
      ...(body === undefined || body.length === 0 ? {} : { body }),
    },
    response: await answer.read(),
    startedAtMs,
    durationMs: Math.round(performance.now() - started),
  });
}

/** The path of a request target, as it came: also of the form that clients send to a proxy (RFC 9112 section 3.2). */
function toPath(target = "/"): string | undefined {
  const path = target.replace(/^https?:\/\/[^/?#]*/iu, "");
  if (path === "" || path.startsWith("?")) return `/${path}`;
  return path.startsWith("/") ? path : undefined;
}

interface Onward {
  readonly to: string;
  /** Byte for byte as the client sent it. */
  readonly path: string;
  readonly headers: readonly HeaderField[];
  readonly ca: string | undefined;
}

interface Forwarded {
  readonly read: () => Promise<ObservedExchange["response"]>;
}

/** Sends the request on, and its response back. Ends when either side has ended. */
async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { to, path, headers, ca }: Onward,
): Promise<Forwarded> {
  const { protocol, hostname, port, host } = new URL(to);
  return await new Promise((resolve) => {
    const send = protocol === "https:" ? requestHttps : requestHttp;
    const onward = send({
      protocol,
      hostname: hostname.replace(/^\[(.*)\]$/u, "$1"),
      port,
      path,
      method: incoming.method ?? "GET",
      headers: toRawHeaders(headers, host),
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    });
    function fail(unusable: string): void {
      onward.destroy();
      if (!outgoing.headersSent && !outgoing.destroyed) {
        outgoing.writeHead(502, { "content-type": "text/plain" });
        outgoing.end(`${unusable}\n`);
      } else outgoing.destroy();
      resolve({ read: () => Promise.resolve({ unusable }) });
    }
    onward.once("error", () => fail("the registry could not be reached"));
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) fail("the client closed the connection");
    });
    onward.once("response", (response) => {
      const received = collect(response);
      const fields = toFields(response.rawHeaders);
      response.once("error", () => fail("the registry closed the connection"));
      outgoing.once("finish", () => {
        resolve({ read: async () => await toResponse(response.statusCode ?? 0, fields, received.bytes()) });
      });
      try {
        outgoing.writeHead(response.statusCode ?? 502, fields.filter(isEndToEnd).flat());
      } catch {
        fail(
          `the registry answered with ${response.statusCode ?? "no status"}, or fields, that no server may send`,
        );
        return;
      }
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
}

async function toResponse(
  status: number,
  headers: readonly HeaderField[],
  bytes: Buffer | undefined,
): Promise<ObservedExchange["response"]> {
  if (bytes === undefined) return { unusable: tooLong };
  try {
    return { status, headers, body: decodeContent(bytes, headers, maxJsonBytes) };
  } catch (error) {
    return { unusable: error instanceof RangeError ? tooLong : "the response body could not be decoded" };
  }
}

/** Keeps what passes through a stream, up to the size of the longest JSON body that is judged. */
function collect(stream: IncomingMessage): { readonly bytes: () => Buffer | undefined } {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxJsonBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  return { bytes: () => (size > maxJsonBytes ? undefined : Buffer.concat(chunks)) };
}

function toFields(raw: readonly string[]): readonly HeaderField[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""] as const] : []));
}

function isEndToEnd([name]: HeaderField): boolean {
  return !hopByHop.has(name.toLowerCase());
}

function toRawHeaders(headers: readonly HeaderField[], host: string): string[] {
  const own = headers.filter((field) => isEndToEnd(field) && field[0].toLowerCase() !== "host");
  return [["host", host] as const, ...own].flat();
}
