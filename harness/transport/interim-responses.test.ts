import { createServer as createHttp2 } from "node:http2";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createLiveTransport } from "./live-transport.ts";
import type { WireOutcome } from "./transport.ts";

const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

/** What requests get, one after the other, from a server that answers each with these pieces. */
async function exchange(
  pieces: readonly string[],
  { count = 1, body }: { readonly count?: number; readonly body?: Uint8Array } = {},
): Promise<readonly WireOutcome[]> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => {
      const [first, ...rest] = pieces;
      socket.write(first ?? "");
      // each piece in a packet of its own
      const writeNext = (): void => {
        const next = rest.shift();
        if (next !== undefined) socket.write(next, () => setImmediate(writeNext));
      };
      setImmediate(writeNext);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const transport = createLiveTransport({ timeoutMs: 1_000, trusted: [url], allowPrivate: true });
  onTestFinished(async () => {
    await transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const outcomes: WireOutcome[] = [];
  for (let sent = 0; sent < count; sent++) {
    const request = { method: body === undefined ? "GET" : "PUT", url, headers: [], maxBytes: 1_000 };
    outcomes.push(await transport.send({ ...request, ...(body === undefined ? {} : { body }) }, `x#${sent}`));
  }
  return outcomes;
}

test.each([
  [["HTTP/1.1 100 Continue\r\n\r\n", ok]],
  [[`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${ok}`]],
  [["HTTP/1.1 102 Processing\r\nx-step: 1\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n", ok]],
  [["HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n", "\r\n", ok]],
  [["H", "TTP/1.1 1", "00 Contin", "ue\r\n\r", `\n${ok}`]],
  [["HTTP/1.1 199 What\r\n\r\n", "HT", "TP/1.1 200 OK\r\ncontent-length: 2\r\n\r\no", "k"]],
])("interim responses are read over: %j", async (pieces) => {
  for (const { response, failure } of await exchange(pieces, { count: 2 })) {
    expect(failure).toBeUndefined();
    expect(response?.status).toBe(200);
    expect(Buffer.from(response?.body ?? []).toString()).toBe("ok");
  }
});

test("so are those before the response to a request with a body", async () => {
  const [outcome] = await exchange(["HTTP/1.1 100 Continue\r\n\r\n", ok], { body: Buffer.from("bytes") });
  expect(outcome?.response?.status).toBe(200);
});

test("a body that begins like an interim response stays what it is", async () => {
  const text = "HTTP/1.1 100 Continue\r\n\r\n";
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n`;
  const [outcome] = await exchange([head, text]);
  expect(Buffer.from(outcome?.response?.body ?? []).toString()).toBe(text);
});

test.each([
  [["HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"]],
  [["HTTP/1.1 100 Continue\r\n\r\n"]],
  [[`HTTP/1.1 100 ${"x".repeat(20_000)}`, `\r\n\r\n${ok}`]],
])("what is no interim response, or nothing but one, is a failure (%#)", async (pieces) => {
  const [outcome] = await exchange(pieces);
  expect(outcome?.failure).toBeDefined();
});

test("HTTP/2 reads over them too", async () => {
  const server = createHttp2();
  server.on("stream", (stream) => {
    stream.additionalHeaders({ ":status": 102 });
    stream.additionalHeaders({ ":status": 103, link: "</a>; rel=preload" });
    stream.respond({ ":status": 200 });
    stream.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { connect } = await import("node:net");
  const { openHttp2 } = await import("./http2-connection.ts");
  const { port } = server.address() as AddressInfo;
  const connection = openHttp2(new URL(`http://127.0.0.1:${port}`), connect(port, "127.0.0.1"));
  onTestFinished(() => {
    connection.destroy();
    server.close();
  });

  const signal = new AbortController().signal;
  const answer = await connection.send({ method: "GET", path: "/", headers: [], maxBytes: 100 }, signal);

  expect(answer.status).toBe(200);
  expect(answer.body.toString()).toBe("ok");
});
