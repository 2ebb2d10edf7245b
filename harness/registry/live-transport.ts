/** The live twin of the transport: undici, with every limit that keeps a broken registry from hurting us. */
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { type AddressGuard, createAddressGuard, PrivateAddressError } from "./address-guard.ts";
import { type Circuit, createCircuit, type CircuitOutcome } from "./circuit.ts";
import { decodeContent } from "./content-coding.ts";
import { describeNetworkError, interruption, notSent } from "./network-error.ts";
import { readProxies } from "./proxies.ts";
import { splitUrl } from "./split-url.ts";
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
  /** In place of waiting by the clock; for tests. */
  readonly sleep?: Transport["sleep"];
}

/** The actor that goes on after an interrupt. */
export const cleanUpActor = "clean-up";

/** Idle connections are dropped before usual servers drop them, so that no request meets a closing one. */
const keepAliveMs = 1_500;

/** Header fields are recorded whole, a thousand times and more: what Node itself takes by default is enough. */
const maxHeaderBytes = 16_384;

/** One operation that fails so often in a row is given a backoff; the registry as a whole, when several kinds of request fail. */
const operationThreshold = 6;
const registryThreshold = 12;
const registryKinds = 3;

/** Errors of undici for requests that it cannot write, such as a line break in a header of an upload instruction. */
const unwritable: ReadonlySet<unknown> = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_NOT_SUPPORTED",
  "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
]);

/** The result of one try. `circuitOutcome` is what it says about the registry. */
type Tried =
  | { readonly response: WireResponse; readonly circuitOutcome: CircuitOutcome }
  | { readonly failure: string; readonly circuitOutcome: CircuitOutcome };

export function createLiveTransport(options: LiveTransportOptions): Transport {
  const guard = createAddressGuard(options.trusted, options.allowPrivate);
  const dispatcher = createDispatcher(options, guard);
  const origin = performance.now();
  const sleep = options.sleep ?? toSleep(options.signal);
  const throughCircuits = createCircuits(sleep);

  async function attempt(request: WireRequest, exchangeId: string): Promise<Tried> {
    if (options.signal?.aborted && !isCleanUp(exchangeId)) {
      return { failure: `${notSent}${interruption}`, circuitOutcome: "none" };
    }
    return await exchange(dispatcher, guard, { request, timeoutMs: options.timeoutMs });
  }

  return {
    live: true,
    async send(request, exchangeId) {
      const started = performance.now();
      const { circuitOutcome: _circuitOutcome, ...outcome } = await throughCircuits(
        request.kind ?? "other",
        () => attempt(request, exchangeId),
      );
      return {
        ...outcome,
        startedAtMs: toMilliseconds(started - origin),
        durationMs: toMilliseconds(performance.now() - started),
      } satisfies WireOutcome;
    },
    sleep,
    async close() {
      await dispatcher.destroy();
    },
  };
}

function isCleanUp(id: string): boolean {
  return id === cleanUpActor || id.startsWith(`${cleanUpActor}#`);
}

/** Waits; an interrupt ends the wait at once, except in the clean-up. */
function toSleep(signal: AbortSignal | undefined): Transport["sleep"] {
  // of everything that runs at once, each may wait: more than Node takes for a leak
  if (signal !== undefined) setMaxListeners(0, signal);
  return async (milliseconds, actorId = "") => {
    const settings = signal === undefined || isCleanUp(actorId) ? {} : { signal };
    await wait(milliseconds, undefined, settings).catch(() => {});
  };
}

/** A circuit for each kind of request, and one for the registry as a whole. */
function createCircuits(
  sleep: Transport["sleep"],
): (kind: string, send: () => Promise<Tried>) => Promise<Tried> {
  const now = (): number => performance.now();
  const whole = createCircuit({ threshold: registryThreshold, kinds: registryKinds, sleep, now });
  const byKind = new Map<string, Circuit>();
  const silent: Tried = { failure: `${notSent}nothing has answered for some time`, circuitOutcome: "none" };
  return async (kind, send) => {
    const own = byKind.get(kind) ?? createCircuit({ threshold: operationThreshold, kinds: 1, sleep, now });
    byKind.set(kind, own);
    const outcome = await own(kind, async () => (await whole(kind, send)) ?? silent);
    return (
      outcome ?? {
        failure: `${notSent}no request for ${kind} has got a whole response for some time`,
        circuitOutcome: "none",
      }
    );
  };
}

function createDispatcher(options: LiveTransportOptions, guard: AddressGuard): Dispatcher {
  const { timeoutMs, ca } = options;
  // whatever the environment says, certificates are verified
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) };
  const settings = {
    allowH2: true,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: maxHeaderBytes,
    pipelining: 1,
    connect: { lookup: guard.lookup, ...tls },
  };
  const proxies = readProxies(process.env);
  if (Object.keys(proxies).length === 0) return new Agent(settings);
  return new EnvHttpProxyAgent({
    ...settings,
    ...proxies,
    requestTls: { ...tls, allowH2: true },
    proxyTls: tls,
    noProxy: toExceptions(process.env["no_proxy"] ?? process.env["NO_PROXY"] ?? ""),
  });
}

/** No proxy leads to this machine; the bundled server is reached without one. `*` counts only where it stands alone. */
function toExceptions(named: string): string {
  const hosts = named.split(/[\s,]+/).filter(Boolean);
  return hosts.includes("*") ? "*" : [...hosts, "localhost", "127.0.0.1", "[::1]"].join(",");
}

async function exchange(
  dispatcher: Dispatcher,
  guard: AddressGuard,
  { request, timeoutMs }: { readonly request: WireRequest; readonly timeoutMs: number },
): Promise<Tried> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let where: readonly [origin: string, path: string];
  try {
    where = splitUrl(request.url);
    guard.assertAllowed(new URL(where[0]));
  } catch (error) {
    return { failure: `${notSent}${describeNetworkError(error)}`, circuitOutcome: "none" };
  }
  try {
    const received = await dispatcher.request({
      origin: where[0],
      path: where[1],
      method: request.method,
      headers: request.headers.flat(),
      body: request.body ?? null,
      signal: deadline,
      responseHeaders: "raw",
    });
    const headers = toHeaderFields(received.headers);
    const raw = await readBody(received.body, request.maxBytes);
    const body = await decodeContent(raw, headers, request.maxBytes);
    return { response: { status: received.statusCode, headers, body }, circuitOutcome: "answered" };
  } catch (error) {
    return toFailure(error, deadline.aborted ? timeoutMs : undefined);
  }
}

/** @param timeoutMs where the time was up */
function toFailure(error: unknown, timeoutMs: number | undefined): Tried {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (error instanceof PrivateAddressError || unwritable.has(code)) {
    return { failure: `${notSent}${describeNetworkError(error)}`, circuitOutcome: "none" };
  }
  if (timeoutMs !== undefined)
    return { failure: `no whole response within ${timeoutMs} ms`, circuitOutcome: "unanswered" };
  return { failure: describeNetworkError(error), circuitOutcome: "unanswered" };
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

function toMilliseconds(value: number): number {
  return Math.round(value * 10) / 10;
}
