/** The HTTP/1.1 connections to one origin, on sockets that we open ourselves. */
import type { Socket } from "node:net";
import type { Pool } from "undici";
import type { HeaderField } from "../../schemas/report.ts";
import {
  type OriginOptions,
  keepAliveMs,
  maxHeaderBytes,
  type ReceivedResponse,
  type SentRequest,
} from "./connection.ts";
import { beforeDeadline } from "./deadline.ts";
import { readOverInterimResponses } from "./interim-responses.ts";
import { describeChallenge, ProxyFailure, toProxyAuthorization } from "./tunnel.ts";
import { readBody } from "./response-body.ts";
import { createPool, requestOn } from "./undici-pool.ts";

export interface Http1Origin {
  readonly send: (request: SentRequest, signal: AbortSignal) => Promise<ReceivedResponse>;
  readonly destroy: () => Promise<void>;
}

/** Over an HTTP proxy, requests to plain http origins are sent to the proxy, with the whole URL (RFC 9112 section 3.2.2). */
export function createHttp1(options: OriginOptions): Http1Origin {
  const { origin, spare, openSocket, timeoutMs, closed } = options;
  const proxy = origin.protocol === "http:" ? options.proxyFor(origin) : undefined;
  const forwarder = proxy?.protocol.startsWith("http") === true ? proxy : undefined;

  /** Takes the connection over which HTTP/1.1 was chosen, or opens one. */
  async function openOrTake(): Promise<Socket> {
    const kept = spare.pop();
    if (kept?.destroyed === false) return kept;
    return await beforeDeadline({ timeoutMs, hurry: { signal: closed, graceMs: 0 } }, (signal) =>
      openSocket({ origin, protocols: ["http/1.1"], signal }),
    );
  }

  async function openForPool(): Promise<Socket> {
    return readOverInterimResponses(await openOrTake());
  }

  const pool = createPool(origin.origin, {
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // the deadline of the exchange is the only one: it counts only while the process is awake
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxHeaderBytes,
    connect: (_about, callback) => {
      handOver(openForPool(), callback);
    },
  });
  return {
    send: async (request, signal) => await sendHttp1(pool, forwarder, { origin, request, signal }),
    destroy: () => pool.destroy(),
  };
}

/** Hands a result over to what takes a callback. */
function handOver(
  opening: Promise<Socket>,
  callback: (...result: [null, Socket] | [Error, null]) => void,
): void {
  const settled = opening.then(
    (socket): [null, Socket] => [null, socket],
    (error: unknown): [Error, null] => [error instanceof Error ? error : new Error(String(error)), null],
  );
  void settled.then((result) => setImmediate(callback, ...result));
}

async function sendHttp1(
  pool: Pool,
  forwarder: URL | undefined,
  about: { readonly origin: URL; readonly request: SentRequest; readonly signal: AbortSignal },
): Promise<ReceivedResponse> {
  const { origin, request, signal } = about;
  const authorization = forwarder === undefined ? undefined : toProxyAuthorization(forwarder);
  const received = await requestOn(pool, {
    path: forwarder === undefined ? request.path : `${origin.origin}${request.path}`,
    method: request.method,
    headers: [
      ...request.headers,
      ...(authorization === undefined ? [] : [["proxy-authorization", authorization] as const]),
    ].flat(),
    body: request.body ?? null,
    signal,
    responseHeaders: "raw",
  });
  const headers = toHeaderFields(received.headers);
  if (forwarder !== undefined && received.statusCode === 407) {
    const challenge = headers.filter(([name]) => name.toLowerCase() === "proxy-authenticate");
    const words = describeChallenge(forwarder, challenge.map(([, value]) => value).join(", "));
    throw new ProxyFailure(`the proxy ${forwarder.host} answered 407: ${words}`);
  }
  const body = await readBody(received.body, { maxBytes: request.maxBytes, headers, signal });
  return { status: received.statusCode, headers, body };
}

function toHeaderFields(raw: unknown): readonly HeaderField[] {
  const fields: [string, string][] = [];
  if (!Array.isArray(raw)) {
    for (const [name, value] of Object.entries(raw as Record<string, string | string[] | undefined>)) {
      for (const one of [value].flat()) if (one !== undefined) fields.push([name, one]);
    }
    return fields;
  }
  for (let index = 0; index + 1 < raw.length; index += 2) {
    fields.push([toHeaderText(raw[index]), toHeaderText(raw[index + 1])]);
  }
  return fields;
}

function toHeaderText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}
