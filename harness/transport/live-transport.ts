/** The live twin of the transport: undici, with every limit that keeps a broken registry from hurting us. */
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { type AddressGuard, createAddressGuard, PrivateAddressError } from "./address-guard.ts";
import { type Circuit, createCircuit, type CircuitOutcome } from "./circuit.ts";
import { BrokenOff, StreamReset, Unwritable } from "./connection-errors.ts";
import { type Connections, createConnections } from "./connections.ts";
import { decodeContent, WrongCoding } from "./content-coding.ts";
import { beforeDeadline, DeadlineExceeded, type DeadlineOptions } from "./deadline.ts";
import { describeNetworkError, interruption, notSent } from "./network-error.ts";
import { createSockets } from "./open-socket.ts";
import { createProxyChoice } from "./proxies.ts";
import { splitUrl } from "./split-url.ts";
import type { Transport, WireOutcome, WireRequest, WireResponse } from "./transport.ts";

export interface LiveTransportOptions {
  /** Milliseconds for one exchange from connecting to the last byte. */
  readonly timeoutMs: number;
  /** Further certificate authorities, as PEM text. */
  readonly ca?: string;
  /** Once aborted, exchanges not yet sent fail at once, save those of the clean-up. */
  readonly signal?: AbortSignal;
  /**
   * URLs from the target file: the base URL, and that of the states hook if there is one. Others may not lead to private addresses
   * unless the base does.
   */
  readonly trusted: readonly string[];
  readonly allowPrivate: boolean;
  /** Speaks HTTP/1.1 alone, also where HTTP/2 is offered. */
  readonly http1?: boolean;
  /** The variables that name proxies; those of the process by default. */
  readonly environment?: NodeJS.ProcessEnv;
  /** In place of waiting by the clock; for tests. */
  readonly sleep?: Transport["sleep"];
  /** Changes the connections to the network; the self-test answers some requests without one. */
  readonly around?: (network: Connections) => Connections;
  /** Milliseconds after an interrupt in which the clean-up may send and wait; 30,000 by default. */
  readonly cleanUpMs?: number;
}

/** The actor that goes on after an interrupt. */
export const cleanUpActor = "clean-up";

/** Milliseconds that an exchange may still take after an interrupt, and that the clean-up may take in all. */
const interruptGraceMs = 5_000;
const cleanUpGraceMs = 30_000;

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
  const network = openNetwork(options);
  const origin = performance.now();
  const ending = createEnding(options);
  const sleep = options.sleep ?? toSleep(ending);
  const throughCircuits = createCircuits(sleep);

  async function attempt(request: WireRequest, exchangeId: string): Promise<Tried> {
    if (ending.signalFor(exchangeId)?.aborted === true) {
      return { failure: `${notSent}${interruption}`, circuitOutcome: "none" };
    }
    return await exchange(network, request);
  }

  return {
    live: true,
    async send(request, exchangeId) {
      const started = performance.now();
      const { circuitOutcome: _circuitOutcome, ...outcome } = await throughCircuits(request, () =>
        attempt(request, exchangeId),
      );
      return {
        ...outcome,
        startedAtMs: toMilliseconds(started - origin),
        durationMs: toMilliseconds(performance.now() - started),
      } satisfies WireOutcome;
    },
    sleep,
    now: () => performance.now(),
    async close() {
      ending.close();
      await network.connections.destroy();
    },
  };
}

function isCleanUp(id: string): boolean {
  return id === cleanUpActor || id.startsWith(`${cleanUpActor}#`);
}

/** When whom an interrupt stops: the clean-up some time after all others. */
interface Ending {
  readonly signalFor: (id: string) => AbortSignal | undefined;
  readonly close: () => void;
}

function createEnding({ signal, cleanUpMs = cleanUpGraceMs }: LiveTransportOptions): Ending {
  if (signal === undefined) return { signalFor: () => undefined, close: () => {} };
  const last = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => last.abort(), cleanUpMs).unref();
  };
  // of everything that runs at once, each may wait: more than Node takes for a leak
  for (const one of [signal, last.signal]) setMaxListeners(0, one);
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return {
    signalFor: (id) => (isCleanUp(id) ? last.signal : signal),
    close() {
      clearTimeout(timer);
      signal.removeEventListener("abort", begin);
    },
  };
}

/** Waits; an interrupt ends the wait at once, in the clean-up after its time. */
function toSleep(ending: Ending): Transport["sleep"] {
  return async (milliseconds, actorId = "") => {
    const signal = ending.signalFor(actorId);
    const settings = signal === undefined ? {} : { signal };
    await wait(milliseconds, undefined, settings).catch(() => {});
  };
}

/** The circuits of one origin. */
interface Circuits {
  readonly whole: Circuit;
  readonly byKind: Map<string, Circuit>;
  /** How the last request that failed ended, by kind. */
  readonly lastFailures: Map<string, string>;
  /** How the last request failed, of any kind. */
  last: string | undefined;
  /** The same when nothing was answered any more: one reason for all that are not sent since. */
  silence: string | undefined;
}

/**
 * A circuit for each kind of request, and one for all of them, at each origin: a URL in a response may lead to a host that never answers,
 * which says nothing about the registry. The first origin is the registry's.
 */
function createCircuits(
  sleep: Transport["sleep"],
): (request: WireRequest, send: () => Promise<Tried>) => Promise<Tried> {
  const now = (): number => performance.now();
  const byOrigin = new Map<string, Circuits>();
  return async ({ url, kind = "other" }, send) => {
    const origin = URL.canParse(url) ? new URL(url).origin : "";
    const circuits: Circuits = byOrigin.get(origin) ?? {
      whole: createCircuit({ threshold: registryThreshold, kinds: registryKinds, sleep, now }),
      byKind: new Map<string, Circuit>(),
      lastFailures: new Map<string, string>(),
      last: undefined,
      silence: undefined,
    };
    byOrigin.set(origin, circuits);
    const { whole, byKind, lastFailures } = circuits;
    const own = byKind.get(kind) ?? createCircuit({ threshold: operationThreshold, kinds: 1, sleep, now });
    byKind.set(kind, own);
    const place = byOrigin.keys().next().value === origin ? "" : ` to ${origin}`;
    const toSilent = (what: string, why = ""): Tried => ({
      failure: `${notSent}${what} for some time${why}`,
      circuitOutcome: "none",
    });
    const sendAndKeep = async (): Promise<Tried> => {
      const tried = await send();
      if ("failure" in tried) {
        lastFailures.set(kind, tried.failure);
        circuits.last = tried.failure;
      } else circuits.silence = undefined;
      return tried;
    };
    const outcome = await own(kind, async () => {
      const sent = await whole(kind, sendAndKeep);
      if (sent !== undefined) return sent;
      circuits.silence ??= circuits.last;
      const why = circuits.silence === undefined ? "" : `: ${circuits.silence}`;
      return toSilent(`nothing${place === "" ? "" : ` at ${origin}`} has answered`, why);
    });
    if (outcome !== undefined) return outcome;
    const last = lastFailures.get(kind);
    return toSilent(
      `no request for ${kind}${place} has got a whole response`,
      last === undefined ? "" : `: ${last}`,
    );
  };
}

/** What exchanges of one run share. */
interface Network {
  readonly connections: Connections;
  readonly guard: AddressGuard;
  readonly deadline: DeadlineOptions;
}

function openNetwork(options: LiveTransportOptions): Network {
  const { timeoutMs, ca, signal, http1 = false, around = (network: Connections) => network } = options;
  const guard = createAddressGuard(options.trusted, options.allowPrivate);
  const proxyFor = createProxyChoice(options.environment ?? process.env);
  const openSocket = createSockets({
    lookupFor: guard.lookupFor,
    proxyFor,
    ...(ca === undefined ? {} : { ca }),
  });
  return {
    guard,
    connections: around(createConnections({ openSocket, proxyFor, timeoutMs, http1 })),
    deadline: {
      timeoutMs,
      ...(signal === undefined ? {} : { hurry: { signal, graceMs: interruptGraceMs } }),
    },
  };
}

async function exchange({ connections, guard, deadline }: Network, request: WireRequest): Promise<Tried> {
  let where: readonly [origin: string, path: string];
  try {
    where = splitUrl(request.url);
  } catch (error) {
    return { failure: `${notSent}${describeNetworkError(error)}`, circuitOutcome: "none" };
  }
  const origin = new URL(where[0]);
  try {
    return await beforeDeadline(deadline, async (signal) => {
      await guard.assertAllowed(origin, request.kind);
      const { status, headers, body } = await connections.send(
        origin,
        { ...request, path: where[1] },
        signal,
      );
      const decoded = decodeContent(body, headers, request.maxBytes);
      return { response: { status, headers, body: decoded }, circuitOutcome: "answered" };
    });
  } catch (error) {
    // whatever held it up may hold up the next request on the same connection
    if (error instanceof DeadlineExceeded) connections.retire(origin);
    return toFailure(error, request);
  }
}

function toFailure(error: unknown, { mayBeReset }: WireRequest): Tried {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (error instanceof PrivateAddressError || error instanceof Unwritable || unwritable.has(code))
    return { failure: `${notSent}${describeNetworkError(error)}`, circuitOutcome: "none" };
  // a reset that is a refusal says nothing about other requests
  const isRefusal = error instanceof StreamReset && mayBeReset === true;
  // a response came, and the next one can be right
  const isAnswered = error instanceof WrongCoding || error instanceof BrokenOff;
  const circuitOutcome = isRefusal ? "none" : isAnswered ? "answered" : "unanswered";
  return { failure: describeNetworkError(error), circuitOutcome };
}

function toMilliseconds(value: number): number {
  return Math.round(value * 10) / 10;
}
