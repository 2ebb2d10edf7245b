import { createSecureServer, type Http2Session, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, connect as connectTcp, type Socket } from "node:net";
import { connect } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { authority, certificate, privateKey } from "./certificates.test.fixture.ts";
import type { SentRequest } from "./connection.ts";
import { type Http2Connection, openHttp2 } from "./http2-connection.ts";

const request: SentRequest = { method: "GET", path: "/", headers: [], maxBytes: 1000 };
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0).toReversed()) close();
});

interface Opened {
  readonly connection: Http2Connection;
  readonly socket: Socket;
  readonly sessions: readonly Http2Session[];
}

/** A connection to a server that never closes it. */
async function open(answer: (stream: ServerHttp2Stream) => void): Promise<Opened> {
  const server = createSecureServer({ cert: certificate, key: privateKey });
  const sessions: Http2Session[] = [];
  server.on("session", (session) => {
    session.on("error", () => {});
    sessions.push(session);
  });
  server.on("stream", (stream) => {
    stream.on("error", () => {});
    answer(stream);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const socket = connect({
    socket: connectTcp(port, "127.0.0.1"),
    host: "127.0.0.1",
    servername: "",
    ca: authority,
    ALPNProtocols: ["h2"],
  });
  socket.on("error", () => {});
  await new Promise<void>((resolve) => {
    socket.once("secureConnect", resolve);
  });
  closers.push(() => {
    socket.destroy();
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { connection: openHttp2(new URL(`https://127.0.0.1:${port}`), socket), socket, sessions };
}

function respond(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": 200 });
  stream.end("ok");
}

async function send({ connection }: Opened): Promise<number> {
  const { status } = await connection.send(request, new AbortController().signal);
  return status;
}

test("after a graceful GOAWAY the socket is closed, although the server leaves it open", async () => {
  const opened = await open((stream) => {
    stream.session?.goaway(0, stream.id);
    respond(stream);
  });
  expect(await send(opened)).toBe(200);
  expect([opened.connection.isOpen(), opened.socket.destroyed]).toEqual([false, true]);
});

test("a GOAWAY on a connection that carries no request closes the socket", async () => {
  const opened = await open(respond);
  expect(await send(opened)).toBe(200);
  expect(opened.socket.destroyed).toBe(false);
  const closed = new Promise<void>((resolve) => {
    opened.socket.once("close", () => resolve());
  });
  opened.sessions[0]?.goaway(0, 1);
  await closed;
  expect(opened.connection.isOpen()).toBe(false);
});

test("a connection that is destroyed at the end of the run closes its socket", async () => {
  const opened = await open(respond);
  expect(await send(opened)).toBe(200);
  opened.connection.destroy();
  expect(opened.socket.destroyed).toBe(true);
});

test("requests that meet a destroyed socket leave no listeners on it", async () => {
  const opened = await open(respond);
  expect(await send(opened)).toBe(200);
  opened.socket.destroy();
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => send(opened)));
  expect(results.every(({ status }) => status === "rejected")).toBe(true);
  expect(opened.socket.listenerCount("connect")).toBe(0);
});
