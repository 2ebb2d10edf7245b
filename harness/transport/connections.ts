/** The connections of a run: one set for each origin, in HTTP/2 where the origin offers it, else in HTTP/1.1. */
import { setMaxListeners } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ConnectionOptions, OriginOptions, ReceivedResponse, SentRequest } from "./connection.ts";
import { NetworkFailure, Unapplied } from "./connection-errors.ts";
import { beforeDeadline, unlessAborted } from "./deadline.ts";
import { createHttp1 } from "./http1-connection.ts";
import { type Http2Connection, openHttp2 } from "./http2-connection.ts";

export interface Connections {
  /**
   * Sends a request and waits for the whole response. A request that the other side has not processed is sent again.
   * @param signal aborted at the deadline
   */
  readonly send: (origin: URL, request: SentRequest, signal: AbortSignal) => Promise<ReceivedResponse>;
  /** Sends no new request to this origin on a connection that is open now. */
  readonly retire: (origin: URL) => void;
  /** Closes everything. */
  readonly destroy: () => Promise<void>;
}

/** How often a request is sent again that the other side has not processed, and the milliseconds before the first time. */
const maxRepeats = 4;
const repeatAfterMs = 20;

/** The connections to one origin. `inUse` counts the requests under way, so that what is retired ends after them. */
interface OriginConnections {
  readonly send: (request: SentRequest, signal: AbortSignal) => Promise<ReceivedResponse>;
  readonly destroy: () => Promise<void>;
  inUse: number;
  isRetired: boolean;
}

export function createConnections(options: ConnectionOptions): Connections {
  const byOrigin = new Map<string, OriginConnections>();
  const all = new Set<OriginConnections>();

  function connectionsTo(origin: URL): OriginConnections {
    const known = byOrigin.get(origin.origin);
    if (known !== undefined) return known;
    const made = openOrigin(origin, options);
    byOrigin.set(origin.origin, made);
    all.add(made);
    return made;
  }

  async function closeIfUnused(one: OriginConnections): Promise<void> {
    if (!one.isRetired || one.inUse > 0 || !all.delete(one)) return;
    await one.destroy();
  }

  async function sendOnce(origin: URL, request: SentRequest, signal: AbortSignal): Promise<ReceivedResponse> {
    const connections = connectionsTo(origin);
    connections.inUse += 1;
    try {
      return await unlessAborted(signal, connections.send(request, signal));
    } finally {
      connections.inUse -= 1;
      // nobody waits for the end of connections that nobody uses
      closeIfUnused(connections).catch(() => {});
    }
  }

  return {
    async send(origin, request, signal) {
      for (let repeats = 0; ; repeats++) {
        try {
          return await sendOnce(origin, request, signal);
        } catch (error) {
          if (!(error instanceof Unapplied)) throw error;
          if (repeats === maxRepeats)
            throw new NetworkFailure(`not processed, ${repeats + 1} times over: ${error.message}`, {
              cause: error,
            });
          await wait(repeatAfterMs * 2 ** repeats, undefined, { signal });
        }
      }
    },
    retire(origin) {
      const known = byOrigin.get(origin.origin);
      if (known === undefined) return;
      byOrigin.delete(origin.origin);
      known.isRetired = true;
      closeIfUnused(known).catch(() => {});
    },
    async destroy() {
      byOrigin.clear();
      await Promise.all([...all].map((one) => one.destroy()));
    },
  };
}

function openOrigin(origin: URL, options: ConnectionOptions): OriginConnections {
  const spare: Socket[] = [];
  const closed = new AbortController();
  // each connection that is being opened listens to it, which is more than Node expects
  setMaxListeners(0, closed.signal);
  const about: OriginOptions = { ...options, origin, spare, closed: closed.signal };
  const http1 = createHttp1(about);
  const http2 = origin.protocol === "https:" && !options.http1 ? createHttp2(about) : undefined;
  return {
    inUse: 0,
    isRetired: false,
    async send(request, signal) {
      const connection = await http2?.connection(signal);
      return connection === undefined
        ? await http1.send(request, signal)
        : await connection.send(request, signal);
    },
    async destroy() {
      closed.abort();
      http2?.destroy();
      for (const socket of spare) socket.destroy();
      await http1.destroy();
    },
  };
}

interface Http2Origin {
  /** A connection that takes requests, or undefined where the origin speaks HTTP/1.1. */
  readonly connection: (signal: AbortSignal) => Promise<Http2Connection | undefined>;
  readonly destroy: () => void;
}

function createHttp2({ origin, spare, closed, openSocket, timeoutMs }: OriginOptions): Http2Origin {
  const opened = new Set<Http2Connection>();
  let speaksHttp1 = false;
  let current: Http2Connection | undefined;
  let opening: Promise<void> | undefined;

  async function open(): Promise<void> {
    const socket = await beforeDeadline({ timeoutMs, hurry: { signal: closed, graceMs: 0 } }, (signal) =>
      openSocket({ origin, protocols: ["h2", "http/1.1"], signal }),
    );
    if ("alpnProtocol" in socket && socket.alpnProtocol === "h2") {
      current = openHttp2(origin, socket);
      opened.add(current);
    } else {
      speaksHttp1 = true;
      spare.push(socket);
    }
  }

  return {
    async connection(signal) {
      while (!speaksHttp1) {
        signal.throwIfAborted();
        if (current?.isOpen() === true) return current;
        opening ??= open().finally(() => (opening = undefined));
        await opening;
      }
      return undefined;
    },
    destroy() {
      for (const one of opened) one.destroy();
    },
  };
}
