/** Asks a forward proxy for a connection to an origin: by CONNECT (RFC 9110 section 9.3.6), or by SOCKS 5 (RFC 1928). */
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { NetworkFailure } from "./connection-errors.ts";
import { toPort, withoutBrackets } from "./proxies.ts";

/** A proxy does not do what it is there for; the registry was not reached. */
export class ProxyFailure extends NetworkFailure {
  override readonly name: string = "ProxyFailure";
}

/** `Proxy-Authorization` for the credentials in the proxy's URL; undefined if it has none. */
export function toProxyAuthorization({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/**
 * @param socket a connection to the proxy
 * @returns the same connection, which now leads to the origin
 * @throws ProxyFailure if the proxy refuses, or sends bytes that belong to no answer
 */
export async function connectTunnel(
  socket: Socket,
  { proxy, origin, signal }: { readonly proxy: URL; readonly origin: URL; readonly signal: AbortSignal },
): Promise<Socket> {
  const authority = `${origin.hostname}:${toPort(origin)}`;
  const authorization = toProxyAuthorization(proxy);
  return await new Promise<Socket>((resolve, reject) => {
    const asked = request({
      method: "CONNECT",
      path: authority,
      headers: {
        host: authority,
        ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
      },
      createConnection: () => socket,
      signal,
    });
    asked.once("connect", (answer: IncomingMessage, tunnel: Socket, head: Buffer) => {
      const failure = toConnectFailure(proxy, answer, head.length);
      if (failure === undefined) return resolve(tunnel);
      tunnel.destroy();
      return reject(new ProxyFailure(failure));
    });
    asked.once("response", (answer) => reject(new ProxyFailure(toRefusal(proxy, answer))));
    asked.once("error", reject);
    asked.end();
  });
}

type ProxyAnswer = Pick<IncomingMessage, "statusCode" | "headers">;

function toConnectFailure(proxy: URL, answer: ProxyAnswer, surplus: number): string | undefined {
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299) return toRefusal(proxy, answer);
  // in TLS and in HTTP the client speaks first: these bytes are the proxy's, and would be read as the registry's
  return surplus === 0
    ? undefined
    : `sent ${surplus} byte${surplus === 1 ? "" : "s"} after its answer to CONNECT`;
}

function toRefusal(proxy: URL, { statusCode = 0, headers }: ProxyAnswer): string {
  const why = statusCode === 407 ? `: ${describeChallenge(proxy, headers["proxy-authenticate"])}` : "";
  return `answered CONNECT with ${statusCode}${why}`;
}

/**
 * What a proxy wants that answers 407.
 * @param challenge its `Proxy-Authenticate`
 */
export function describeChallenge(proxy: URL, challenge = ""): string {
  const schemes = [...challenge.matchAll(/\b(?:Basic|Digest|NTLM|Negotiate|Kerberos|Bearer)\b/gi)].map(
    String,
  );
  if (schemes.length > 0 && !schemes.some((scheme) => scheme.toLowerCase() === "basic"))
    return `it asks for ${[...new Set(schemes)].join(" or ")}, and this suite has Basic only`;
  return toProxyAuthorization(proxy) === undefined
    ? "it requires a user name and a password, as in http://USER:PASSWORD@HOST:PORT"
    : "it does not accept the user name and the password in the address of the proxy";
}

/** What a SOCKS 5 proxy answers to a request that it does not fulfil (RFC 1928 section 6). */
const socksReplies: readonly string[] = [
  "succeeded",
  "general failure",
  "connection not allowed",
  "network unreachable",
  "host unreachable",
  "connection refused",
  "TTL expired",
  "command not supported",
  "address type not supported",
];

/**
 * The same for SOCKS 5. The proxy resolves the name.
 * @throws ProxyFailure if the proxy refuses
 */
export async function connectSocks(
  socket: Socket,
  { proxy, origin, signal }: { readonly proxy: URL; readonly origin: URL; readonly signal: AbortSignal },
): Promise<Socket> {
  const hasCredentials = proxy.username !== "" || proxy.password !== "";
  socket.write(Buffer.from([5, 1, hasCredentials ? 2 : 0]));
  const [, method] = await readBytes(socket, 2, signal);
  if (method !== (hasCredentials ? 2 : 0)) throw new ProxyFailure("accepts none of our SOCKS 5 credentials");
  if (hasCredentials) {
    const words = [proxy.username, proxy.password].map((word) => Buffer.from(decodeURIComponent(word)));
    socket.write(
      Buffer.concat([Buffer.from([1]), ...words.flatMap((word) => [Buffer.from([word.length]), word])]),
    );
    const [, status] = await readBytes(socket, 2, signal);
    if (status !== 0) throw new ProxyFailure("refused the user name and password");
  }
  const host = Buffer.from(withoutBrackets(origin.hostname));
  const port = Buffer.alloc(2);
  port.writeUInt16BE(Number(toPort(origin)));
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, host.length]), host, port]));
  const [, reply = 1, , kind] = await readBytes(socket, 4, signal);
  if (reply !== 0) throw new ProxyFailure(`answered SOCKS 5 with "${socksReplies[reply] ?? reply}"`);
  const addressBytes = kind === 1 ? 4 : kind === 4 ? 16 : ((await readBytes(socket, 1, signal))[0] ?? 0);
  await readBytes(socket, addressBytes + 2, signal);
  return socket;
}

/** Exactly so many bytes; what follows stays in the socket. */
async function readBytes(socket: Socket, size: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = socket.read(size);
    if (Buffer.isBuffer(bytes) && bytes.length === size) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new ProxyFailure("closed the connection");
    await new Promise<void>((resolve) => {
      const events = ["readable", "end", "close"] as const;
      const go = (): void => {
        for (const event of events) socket.off(event, go);
        signal.removeEventListener("abort", go);
        resolve();
      };
      for (const event of events) socket.on(event, go);
      signal.addEventListener("abort", go);
    });
    signal.throwIfAborted();
  }
}
