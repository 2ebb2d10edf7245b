import { once } from "node:events";
import { createServer, type Server } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Forwarder, startForwarder } from "./forward.ts";
import type { ObservedExchange } from "./observed.ts";

let forwarder: Forwarder | undefined;
let registry: Server | TcpServer | undefined;
let seen: ObservedExchange[] = [];

beforeEach(() => {
  seen = [];
});

afterEach(async () => {
  await forwarder?.close();
  registry?.close();
});

async function startBefore(server: Server | TcpServer): Promise<void> {
  registry = server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  forwarder = await startForwarder({
    to: `http://127.0.0.1:${port}`,
    host: "127.0.0.1",
    port: 0,
    onExchange: (exchange) => seen.push(exchange),
  });
}

/** Sends one request with this line, and returns all that comes back. */
async function send(line: string): Promise<string> {
  const socket = connect(Number(new URL(forwarder?.url ?? "").port), "127.0.0.1");
  socket.write(`${line} HTTP/1.1\r\nHost: registry.test\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks).toString();
}

test.each([
  ["/volumes/%2e%2e/1.0.0", "/volumes/%2e%2e/1.0.0"],
  ["/volumes/a/../b/./1.0.0?q=%zz", "/volumes/a/../b/./1.0.0?q=%zz"],
  ["/volumes/x\\y", "/volumes/x\\y"],
  ["http://registry.test/search?q=1", "/search?q=1"],
  ["http://registry.test", "/"],
])("the target %s arrives as %s", async (target, path) => {
  const paths: (string | undefined)[] = [];
  await startBefore(
    createServer(({ url }, response) => {
      paths.push(url);
      response.end("found");
    }),
  );

  expect(await send(`GET ${target}`)).toContain("200 OK");
  expect(paths).toEqual([path]);
  expect(new URL(seen[0]?.request.url ?? "").origin).not.toBe("http://registry.test");
});

test("a target that is no path is refused, and the next request is forwarded", async () => {
  await startBefore(createServer((_, response) => response.end("found")));

  expect(await send("OPTIONS *")).toContain("400 Bad Request");
  expect(await send("GET /search")).toContain("200 OK");
  expect(seen).toHaveLength(1);
});

test("a status that no server may send is answered with 502, and the next request is forwarded", async () => {
  const answers = ["099 Odd", "200 OK"];
  await startBefore(
    createTcpServer((socket) => {
      socket.once("data", () => socket.end(`HTTP/1.1 ${answers.shift() ?? ""}\r\nContent-Length: 0\r\n\r\n`));
    }),
  );

  expect(await send("GET /search")).toContain("502 Bad Gateway");
  expect(await send("GET /search")).toContain("200 OK");
  expect(seen.map(({ response }) => "unusable" in response)).toEqual([true, false]);
});
