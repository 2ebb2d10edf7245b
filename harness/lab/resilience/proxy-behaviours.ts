/** Behaviours of forward proxies: the registry behind them conforms. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { authority, certificate, privateKey } from "../../transport/certificates.test.fixture.ts";
import type { ConnectionBehaviour, Decided, Reached, Stage } from "./connection-behaviour.ts";
import { startHttp2 } from "./http2-front.ts";

const established = "HTTP/1.1 200 Connection Established\r\n\r\n";

/** One CONNECT, and the way to do what was asked. */
interface Connecting {
  readonly socket: Socket;
  readonly ordinal: number;
  readonly credentials: string;
  readonly tunnel: (first?: string) => void;
}

type OnConnect = (about: Connecting) => void;

const unharmed: Decided = { outcome: "unharmed" };

/** A reason that names the proxy, and not the registry. */
const blamed: Decided = { outcome: "unreachable", says: /the proxy 127\.0\.0\.1:\d+/ };
const late: Decided = { outcome: "unreachable", says: /no whole response within/ };

function join(socket: Socket, port: number, first: string | Buffer): void {
  const onward = connect(port, "127.0.0.1", () => {
    socket.write(first);
    onward.pipe(socket).pipe(onward);
  });
  onward.on("error", () => socket.destroy());
  socket.on("error", () => onward.destroy());
}

/** The registry over HTTP/2, under a name that leads nowhere without the proxy. */
async function startBehind(stage: Stage): Promise<number> {
  const { baseUrl } = await startHttp2(stage, { place: "anywhere", answer: ({ conform }) => conform() });
  stage.registry.registry.addresses.base = "https://registry.test";
  return Number(new URL(baseUrl).port);
}

function reachedBy(proxy: string, baseUrl = "https://registry.test"): Reached {
  const name = baseUrl.startsWith("https") ? "HTTPS_PROXY" : "HTTP_PROXY";
  return { baseUrl, connection: { ca: authority, environment: { [name]: proxy } } };
}

function listenForConnect(server: Server, port: number, onConnect: OnConnect): void {
  let ordinal = 0;
  server.on("connect", ({ headers }: IncomingMessage, socket: Socket) => {
    socket.on("error", () => {});
    ordinal += 1;
    const credentials = headers["proxy-authorization"] ?? "";
    onConnect({ socket, ordinal, credentials, tunnel: (first = established) => join(socket, port, first) });
  });
}

function byConnect(
  name: string,
  summary: string,
  decided: Decided,
  onConnect: OnConnect,
): ConnectionBehaviour {
  return {
    name: `proxy-${name}`,
    kind: "proxy",
    summary,
    ...decided,
    async start(stage) {
      const server = createHttpServer();
      listenForConnect(server, await startBehind(stage), onConnect);
      return reachedBy(`http://user:word@127.0.0.1:${await stage.listen(server)}`);
    },
  };
}

async function forward(stage: Stage, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const { method = "GET", url = "" } = request;
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    /^(?:host|connection|transfer-encoding)$/.test(name) ? [] : [[name, String(value)]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = hasBody ? { body: Buffer.concat(chunks) } : {};
  const answer = await stage.registry.fetch(new Request(url, { method, headers, ...body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** A proxy for plain http targets, which come without CONNECT. */
function byForwarding(name: string, summary: string, decided: Decided, status?: number): ConnectionBehaviour {
  return {
    name: `proxy-${name}`,
    kind: "proxy",
    summary,
    ...decided,
    async start(stage) {
      const server = createHttpServer((request, response) => {
        const { host } = new URL(request.url ?? "", "http://nowhere.test");
        if (status !== undefined || host !== "registry.test") response.writeHead(status ?? 400).end();
        else forward(stage, request, response).catch(() => response.destroy());
      });
      stage.registry.registry.addresses.base = "http://registry.test";
      return reachedBy(`http://127.0.0.1:${await stage.listen(server)}`, "http://registry.test");
    },
  };
}

interface Socks {
  readonly greeting?: Buffer;
  readonly authentication?: Buffer;
  readonly reply?: Buffer;
  readonly user?: string;
}

const granted = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

/** A SOCKS 5 proxy that answers each step with the given bytes; a step without any is the end of it. */
function bySocks(name: string, summary: string, decided: Decided, steps: Socks): ConnectionBehaviour {
  return {
    name: `socks-${name}`,
    kind: "proxy",
    summary,
    ...decided,
    async start(stage) {
      const port = await startBehind(stage);
      const answers = [steps.greeting, ...(steps.authentication ? [steps.authentication] : []), steps.reply];
      const server = createTcpServer((socket) => {
        const left = [...answers];
        const next = (): void => {
          const answer = left.shift();
          if (answer === undefined) return;
          if (left.length > 0) socket.write(answer);
          else if (answer.equals(granted)) {
            socket.off("data", next);
            join(socket, port, answer);
          } else socket.write(answer);
        };
        socket.on("data", next);
      });
      const user = steps.user === undefined ? "" : `${steps.user}@`;
      return reachedBy(`socks5://${user}127.0.0.1:${await stage.listen(server)}`);
    },
  };
}

export const proxyBehaviours: readonly ConnectionBehaviour[] = [
  byConnect("conforms", "opens each tunnel", unharmed, ({ tunnel }) => tunnel()),
  byConnect("204", "answers CONNECT with 204", unharmed, ({ tunnel }) =>
    tunnel("HTTP/1.1 204 No Content\r\n\r\n"),
  ),
  byConnect(
    "refuses-the-first",
    "answers the first CONNECT with 503",
    unharmed,
    ({ socket, ordinal, tunnel }) => {
      if (ordinal > 1) tunnel();
      else socket.end("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n");
    },
  ),
  byConnect("silent", "is silent to CONNECT", late, () => {}),
  byConnect("stalls", "lets the TLS behind its answer stall", late, ({ socket }) =>
    socket.write(established),
  ),
  byConnect("half", "sends half an answer to CONNECT", late, ({ socket }) =>
    socket.write("HTTP/1.1 200 Conn"),
  ),
  byConnect("drips", "sends one header field every few milliseconds", late, ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("x-a: b\r\n"), 20);
    socket.once("close", () => clearInterval(timer));
  }),
  byConnect("byte-too-many", "sends one byte after its answer", blamed, ({ socket }) =>
    socket.write(`${established}X`),
  ),
  byConnect(
    "407",
    "requires other credentials",
    { ...blamed, says: /the proxy .*407.*user name/ },
    ({ socket }) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"),
  ),
  byConnect("403", "forbids the host", blamed, ({ socket }) =>
    socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"),
  ),
  byConnect("502", "cannot reach the host", blamed, ({ socket }) =>
    socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n"),
  ),
  byConnect("closes", "closes instead of answering", blamed, ({ socket }) => socket.end()),
  byConnect("resets", "resets instead of answering", blamed, ({ socket }) => socket.resetAndDestroy()),
  byConnect("garbage", "answers in another protocol", blamed, ({ socket }) =>
    socket.end("220 mail ready\r\n"),
  ),
  byConnect("endless-headers", "sends headers without end", blamed, ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    for (let count = 0; count < 100; count++) socket.write(`x-a: ${"b".repeat(1_000)}\r\n`);
  }),
  byConnect(
    "tunnel-closes",
    "opens tunnels and closes them at once",
    { outcome: "unreachable" },
    ({ socket }) => socket.end(established),
  ),
  {
    name: "proxy-dead",
    kind: "proxy",
    summary: "does not listen",
    outcome: "unreachable",
    says: /the proxy 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    start: () => Promise.resolve(reachedBy("http://127.0.0.1:1")),
  },
  {
    name: "tls-other-name",
    kind: "TLS",
    summary: "has a certificate for another host",
    outcome: "unreachable",
    says: /other\.test.*altnames/,
    async start(stage) {
      const server = createHttpServer();
      listenForConnect(server, await startBehind(stage), ({ tunnel }) => tunnel());
      return reachedBy(`http://127.0.0.1:${await stage.listen(server)}`, "https://other.test");
    },
  },
  {
    name: "proxy-over-tls",
    kind: "proxy",
    summary: "is spoken to over TLS",
    ...unharmed,
    async start(stage) {
      const server = createHttpsServer({ cert: certificate, key: privateKey });
      listenForConnect(server, await startBehind(stage), ({ tunnel }) => tunnel());
      return reachedBy(`https://127.0.0.1:${await stage.listen(server)}`);
    },
  },
  byForwarding("forwards", "forwards requests to a plain http registry, without CONNECT", unharmed),
  byForwarding(
    "forwards-407",
    "requires credentials for a plain http registry",
    { ...blamed, says: /the proxy .*407/ },
    407,
  ),
  bySocks("conforms", "speaks SOCKS 5", unharmed, { greeting: Buffer.from([5, 0]), reply: granted }),
  bySocks("password", "speaks SOCKS 5 with a password", unharmed, {
    greeting: Buffer.from([5, 2]),
    authentication: Buffer.from([1, 0]),
    reply: granted,
    user: "somebody:word",
  }),
  bySocks(
    "refuses",
    "refuses the connection",
    { ...blamed, says: /the proxy .*connection refused/ },
    {
      greeting: Buffer.from([5, 0]),
      reply: Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0]),
    },
  ),
  bySocks(
    "wrong-password",
    "refuses the password",
    { ...blamed, says: /the proxy .*password/ },
    {
      greeting: Buffer.from([5, 2]),
      authentication: Buffer.from([1, 1]),
      user: "somebody:word",
    },
  ),
  bySocks("silent", "is silent to SOCKS 5", late, {}),
];
