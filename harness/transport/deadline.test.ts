import { createServer as createHttpServer } from "node:http";
import { createSecureServer, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { authority, certificate, privateKey } from "./certificates.test.fixture.ts";
import { createLiveTransport, type LiveTransportOptions } from "./live-transport.ts";
import { forgetProxies } from "./proxies.test.fixture.ts";
import type { Transport, WireOutcome } from "./transport.ts";

const timeoutMs = 400;
const registry = "https://registry.test";
const closers: (() => Promise<void>)[] = [];

beforeEach(forgetProxies);
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listen(server: Pick<Server, "address" | "close" | "listen" | "on">): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  return (server.address() as AddressInfo).port;
}

function openTransport(more: Partial<LiveTransportOptions> = {}): Transport {
  const transport = createLiveTransport({
    timeoutMs,
    trusted: [registry],
    allowPrivate: true,
    ca: authority,
    ...more,
  });
  closers.push(transport.close);
  return transport;
}

async function get(url: string, transport: Transport = openTransport()): Promise<WireOutcome> {
  return await transport.send({ method: "GET", url, headers: [], maxBytes: 1_000 }, "a#0");
}

/** A proxy that does with the socket of each CONNECT what it is told. */
async function startProxy(onConnect: (socket: Socket) => void): Promise<void> {
  const proxy = createHttpServer();
  proxy.on("connect", (_request, socket: Socket) => {
    socket.on("error", () => {});
    onConnect(socket);
  });
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${await listen(proxy)}`);
}

test("a proxy that is silent to CONNECT costs one exchange its time, and no more", async () => {
  await startProxy(() => {});
  const outcome = await get(registry);
  expect(outcome.failure).toBe("no whole response within 400 ms");
});

test("TLS that stalls behind the tunnel costs one exchange its time, and no more", async () => {
  await startProxy((socket) => socket.write("HTTP/1.1 200 Connection Established\r\n\r\n"));
  const outcome = await get(registry);
  expect(outcome.failure).toBe("no whole response within 400 ms");
});

test("one byte after the answer to CONNECT is a failure of the proxy", async () => {
  await startProxy((socket) => socket.write("HTTP/1.1 200 Connection Established\r\n\r\nX"));
  const outcome = await get(registry);
  expect(outcome.failure).toMatch(/the proxy 127\.0\.0\.1:\d+ sent 1 byte after its answer to CONNECT/);
});

test("a proxy that answers CONNECT half is given up at the end of the exchange's time", async () => {
  await startProxy((socket) => socket.write("HTTP/1.1 200 Conn"));
  expect((await get(registry)).failure).toBe("no whole response within 400 ms");
});

test("a registry that accepts and never begins TLS costs one exchange its time", async () => {
  const port = await listen(createServer(() => {}));
  expect((await get(`https://127.0.0.1:${port}`)).failure).toBe("no whole response within 400 ms");
});

test("after an exchange that took too long, the next one uses a connection of its own", async () => {
  let connections = 0;
  const server = createSecureServer({ cert: certificate, key: privateKey });
  server.on("connection", () => (connections += 1));
  server.on("stream", (stream) => {
    stream.on("error", () => {});
    if (connections > 1) stream.respond({ ":status": 204 }, { endStream: true });
  });
  const baseUrl = `https://127.0.0.1:${await listen(server)}`;
  const transport = openTransport();
  expect((await get(baseUrl, transport)).failure).toBe("no whole response within 400 ms");
  expect((await get(baseUrl, transport)).response?.status).toBe(204);
});

/** A server that speaks HTTP/2 by hand: it says what it is given once the connection stands. */
async function rawHttp2(bytes: readonly Buffer[]): Promise<string> {
  const server = createTlsServer({ cert: certificate, key: privateKey, ALPNProtocols: ["h2"] });
  server.on("secureConnection", (socket: TLSSocket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      for (const piece of bytes) socket.write(piece);
    });
  });
  return `https://127.0.0.1:${await listen(server)}`;
}

function frame(type: number, payload: Buffer, stream = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const settings = frame(4, Buffer.alloc(0));

test.each([
  ["a frame of 16 MiB", [settings, frame(0, Buffer.alloc(2 ** 24 - 1), 1)]],
  ["2,700 settings in one frame", [frame(4, Buffer.alloc(2_700 * 6))]],
  ["a SETTINGS frame of five bytes", [frame(4, Buffer.alloc(5))]],
  ["bytes that are no frame", [Buffer.alloc(4_096, 0xff)]],
] as const)("an HTTP/2 registry that sends %s is a failure with a reason", async (_name, bytes) => {
  const outcome = await get(await rawHttp2(bytes));
  expect(outcome.response).toBeUndefined();
  expect(outcome.failure).toMatch(/\S/);
});

test.each([
  ["resets the stream", (stream: ServerHttp2Stream) => stream.close(1), /^the HTTP\/2 stream was reset/],
  [
    "closes the connection",
    (stream: ServerHttp2Stream) => stream.session?.destroy(),
    /^the HTTP\/2 connection/,
  ],
] as const)("an HTTP/2 registry that %s is said to do so", async (_name, misbehave, says) => {
  const server = createSecureServer({ cert: certificate, key: privateKey });
  server.on("stream", (stream) => {
    stream.on("error", () => {});
    misbehave(stream);
  });
  expect((await get(`https://127.0.0.1:${await listen(server)}`)).failure).toMatch(says);
});

test("after an interrupt the clean-up may send and wait for a time, and no longer", async () => {
  const controller = new AbortController();
  const server = createHttpServer((_request, response) => response.end());
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const transport = openTransport({ signal: controller.signal, cleanUpMs: 50 });
  const wait = transport.sleep(3_600_000, "clean-up");
  controller.abort();
  await wait;
  const request = { method: "GET", url: baseUrl, headers: [], maxBytes: 1_000 };
  expect((await transport.send(request, "clean-up#1")).failure).toMatch(/^not sent: the run was interrupted/);
});
