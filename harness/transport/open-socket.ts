/** Opens connections: directly or through a proxy, with TLS or without, each step within the exchange's deadline. */
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { NetworkFailure } from "./connection-errors.ts";
import { PrivateAddressError } from "./address-guard.ts";
import { describeNetworkError, notConnected } from "./network-error.ts";
import { toPort, withoutBrackets } from "./proxies.ts";
import { connectSocks, connectTunnel, ProxyFailure } from "./tunnel.ts";

export interface SocketSource {
  /** Resolves names of registries and of their upload targets; names of proxies are resolved without it. */
  readonly lookupFor: (origin: URL) => LookupFunction;
  /** Further certificate authorities, as PEM text. */
  readonly ca?: string;
  readonly proxyFor: (origin: URL) => URL | undefined;
}

export interface SocketRequest {
  readonly origin: URL;
  /** The protocols to offer in the TLS handshake. */
  readonly protocols: readonly string[];
  /** Aborted at the deadline; the socket is then destroyed. */
  readonly signal: AbortSignal;
}

export type OpenSocket = (request: SocketRequest) => Promise<Socket>;

/**
 * A plain http origin behind an HTTP proxy gets a connection to the proxy itself: such requests are sent without a tunnel.
 * Anything else ends at the origin.
 */
export function createSockets({ lookupFor, ca, proxyFor }: SocketSource): OpenSocket {
  // parsed once for the run: for each connection it costs memory and time
  let context: SecureContext | undefined;
  const secureContext = (): SecureContext => {
    context ??= createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] });
    return context;
  };

  async function openTo(url: URL, signal: AbortSignal, resolve?: LookupFunction): Promise<Socket> {
    const host = withoutBrackets(url.hostname);
    const about = { host, port: Number(toPort(url)), noDelay: true };
    const socket = connect(resolve === undefined ? about : { ...about, lookup: resolve });
    return await opened(socket, "connect", signal);
  }

  async function startTls(socket: Socket, about: SocketRequest): Promise<TLSSocket> {
    const host = withoutBrackets(about.origin.hostname);
    const encrypted = connectTls({
      socket,
      host,
      // a name of an address is none (RFC 6066 section 3)
      servername: isIP(host) === 0 ? host : "",
      secureContext: secureContext(),
      ALPNProtocols: [...about.protocols],
      // whatever the environment says, certificates are verified
      rejectUnauthorized: true,
    });
    return await opened(encrypted, "secureConnect", about.signal);
  }

  async function openThrough(proxy: URL, { origin, signal }: SocketRequest): Promise<Socket> {
    try {
      const raw = await openTo(proxy, signal);
      const isEncrypted = proxy.protocol === "https:";
      const socket = isEncrypted
        ? await startTls(raw, { origin: proxy, protocols: ["http/1.1"], signal })
        : raw;
      if (proxy.protocol.startsWith("socks")) return await connectSocks(socket, { proxy, origin, signal });
      return origin.protocol === "http:" ? socket : await connectTunnel(socket, { proxy, origin, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw new ProxyFailure(`the proxy ${proxy.host} ${toProxyReason(error)}`);
    }
  }

  return async (request) => {
    const { origin, signal } = request;
    signal.throwIfAborted();
    const proxy = proxyFor(origin);
    try {
      const socket =
        proxy === undefined
          ? await openTo(origin, signal, lookupFor(origin))
          : await openThrough(proxy, request);
      return origin.protocol === "https:" ? await startTls(socket, request) : socket;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PrivateAddressError) throw error;
      throw new NetworkFailure(`${notConnected}${describeNetworkError(error)}`, { cause: error });
    }
  };
}

function toProxyReason(error: unknown): string {
  return error instanceof ProxyFailure ? error.message : `cannot be used: ${describeNetworkError(error)}`;
}

/** The socket once it stands. At the deadline, and after a failure, it is destroyed. */
async function opened<T extends Socket>(
  socket: T,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<T> {
  // an error after this one has nobody else to take it, and would end the process
  socket.on("error", () => {});
  return await new Promise<T>((resolve, reject) => {
    const finishOnce = (finish: () => void): void => {
      signal.removeEventListener("abort", onAbort);
      socket.off("close", onClose);
      finish();
    };
    const onAbort = (): void => {
      socket.destroy();
      finishOnce(() => reject(signal.reason as Error));
    };
    const onClose = (): void =>
      finishOnce(() => reject(new NetworkFailure("the connection was closed while it was set up")));
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("close", onClose);
    socket.once("error", (error: Error) => finishOnce(() => reject(error)));
    socket.once(event, () => finishOnce(() => resolve(socket)));
  });
}
