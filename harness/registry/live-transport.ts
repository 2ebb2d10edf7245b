/** The live twin of the transport: undici, with every limit that keeps a broken registry from hurting us. */
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import { rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { type AddressGuard, createAddressGuard } from "./address-guard.ts";
import type { HeaderField } from "../../schemas/report.ts";
import type { Transport, WireOutcome, WireRequest, WireResponse } from "./transport.ts";

export interface LiveTransportOptions {
  /** Milliseconds for one exchange from connecting to the last byte. */
  readonly timeoutMs: number;
  /** Further certificate authorities, as PEM text. */
  readonly ca?: string;
  /** Once aborted, exchanges not yet sent fail at once, save those of the clean-up. */
  readonly signal?: AbortSignal;
  /** URLs from the target file, the base URL first: others may not lead to private addresses unless the base does. */
  readonly trusted: readonly string[];
  readonly allowPrivate: boolean;
}

/** Lanes that go on after an interrupt. */
export const cleanUpActor = "clean-up";

/** So many failures in a row with nothing between them, and the registry is given a rest. */
const breakerFailures = 12;
const breakerRestMs = 2_000;

/** Idle connections are dropped before usual servers drop them, so that no request meets a closing one. */
const keepAliveMs = 1_500;
const maxHeaderBytes = 65_536;

export function createLiveTransport(options: LiveTransportOptions): Transport {
  const guard = createAddressGuard(options.trusted, options.allowPrivate);
  const dispatcher = createDispatcher(options, guard);
  const origin = performance.now();
  let failures = 0;
  let lastFailure = 0;

  async function attempt(
    request: WireRequest,
    lane: string,
  ): Promise<{ response: WireResponse } | { failure: string }> {
    if (options.signal?.aborted && !lane.startsWith(`${cleanUpActor}#`)) {
      return { failure: "the run was interrupted before this request was sent" };
    }
    if (failures >= breakerFailures && performance.now() - lastFailure < breakerRestMs) {
      return { failure: `not sent: nothing has answered the last ${failures} requests` };
    }
    const outcome = await exchange(dispatcher, guard, { request, options });
    failures = "failure" in outcome ? failures + 1 : 0;
    lastFailure = performance.now();
    return outcome;
  }

  return {
    live: true,
    async send(request, lane) {
      const started = performance.now();
      const outcome = await attempt(request, lane);
      return {
        ...outcome,
        startedAtMs: toMilliseconds(started - origin),
        durationMs: toMilliseconds(performance.now() - started),
      } satisfies WireOutcome;
    },
    async sleep(milliseconds) {
      await wait(milliseconds, undefined, options.signal ? { signal: options.signal } : {}).catch(() => {});
    },
    async close() {
      await dispatcher.destroy();
    },
  };
}

function createDispatcher(options: LiveTransportOptions, guard: AddressGuard): Dispatcher {
  const settings = {
    allowH2: true,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    connectTimeout: options.timeoutMs,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxHeaderSize: maxHeaderBytes,
    pipelining: 1,
    connect: {
      lookup: guard.lookup,
      ...(options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] }),
    },
  };
  const proxied = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].some(
    (name) => process.env[name],
  );
  return proxied ? new EnvHttpProxyAgent(settings) : new Agent(settings);
}

async function exchange(
  dispatcher: Dispatcher,
  guard: AddressGuard,
  { request, options }: { readonly request: WireRequest; readonly options: LiveTransportOptions },
): Promise<{ response: WireResponse } | { failure: string }> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  try {
    const [origin, path] = splitUrl(request.url);
    guard.assertAllowed(new URL(origin));
    const received = await dispatcher.request({
      origin,
      path,
      method: request.method,
      headers: request.headers.flat(),
      body: request.body ?? null,
      signal: deadline,
      responseHeaders: "raw",
    });
    const headers = toHeaderFields(received.headers);
    const raw = await readBody(received.body, request.maxBytes);
    const body = await decode(raw, headers, request.maxBytes);
    return { response: { status: received.statusCode, headers, body } };
  } catch (error) {
    if (deadline.aborted) return { failure: `no whole response within ${options.timeoutMs} ms` };
    return { failure: describeNetworkError(error) };
  }
}

/** Origin and path of an absolute URL, the path byte for byte as given. */
function splitUrl(url: string): [origin: string, path: string] {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)([^#]*)/i.exec(url);
  if (match === null) throw new TypeError(`Cannot send to "${url.slice(0, 200)}": not an absolute URL`);
  const path = match[2] ?? "";
  // what RFC 3986 does not allow is encoded, as every client would; the rest stays as it is
  const encoded = path.replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, percentEncode);
  const { protocol, host } = new URL(match[1] ?? "");
  if (protocol !== "http:" && protocol !== "https:") {
    throw new TypeError(`Cannot send to "${url.slice(0, 200)}": neither http nor https`);
  }
  return [`${protocol}//${host}`, encoded.startsWith("/") ? encoded : `/${encoded}`];
}

function percentEncode(character: string): string {
  return [...Buffer.from(character, "utf8")]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError(`the response body is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const decoders: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  "x-gzip": promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
};

/** Takes off the content codings (RFC 9110 section 8.4), last applied first. */
async function decode(bytes: Buffer, headers: readonly HeaderField[], maxBytes: number): Promise<Buffer> {
  const codings = headers
    .filter(([name]) => name.toLowerCase() === "content-encoding")
    .flatMap(([, value]) => value.toLowerCase().split(","))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const decoder = decoders[coding];
    if (decoder === undefined) throw new TypeError(`the response has the unknown content coding "${coding}"`);
    if (decoded.length > 0) decoded = await decoder(decoded, { maxOutputLength: maxBytes });
  }
  return decoded;
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

/** A network error in words: the code and message of the innermost cause, without a stack. */
export function describeNetworkError(error: unknown): string {
  let current: unknown = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  if (current instanceof AggregateError && current.errors[0] instanceof Error) current = current.errors[0];
  if (!(current instanceof Error)) return String(current);
  const code = "code" in current && typeof current.code === "string" ? current.code : current.name;
  return current.message.includes(code) ? current.message : `${current.message} (${code})`;
}

function toMilliseconds(value: number): number {
  return Math.round(value * 10) / 10;
}
