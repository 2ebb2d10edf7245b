import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer, type Http2SecureServer } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { authority, certificate, privateKey } from "./certificates.test.fixture.ts";
import { createLiveTransport, type LiveTransportOptions } from "./live-transport.ts";
import { forgetProxies } from "./proxies.test.fixture.ts";
import type { Transport, WireOutcome, WireRequest } from "./transport.ts";

/** Milliseconds: enough for a busy machine to answer in, little for the few that never do. */
const timeoutMs = 500;
const closers: (() => Promise<void>)[] = [];

beforeEach(forgetProxies);
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const close of closers.splice(0).toReversed()) await close();
});

async function listen(server: Server | Http2SecureServer): Promise<number> {
  const sockets = new Set<Socket>();
  for (const event of ["connection", "secureConnection"]) {
    server.on(event, (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
    });
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  return (server.address() as AddressInfo).port;
}

/** A raw server: `answer` is called with each whole request head. */
async function rawServer(answer: (socket: Socket, head: string) => void): Promise<string> {
  const server = createServer((socket) => {
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end !== -1; end = text.indexOf("\r\n\r\n")) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        answer(socket, head);
      }
    });
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

function openTransport(baseUrl: string, more: Partial<LiveTransportOptions> = {}): Transport {
  const transport = createLiveTransport({ timeoutMs, trusted: [baseUrl], allowPrivate: false, ...more });
  closers.push(transport.close);
  return transport;
}

function toRequest(url: string, more: Partial<WireRequest> = {}): WireRequest {
  return { method: "GET", url, headers: [], maxBytes: 1_000, ...more };
}

async function get(baseUrl: string, more: Partial<WireRequest> = {}): Promise<WireOutcome> {
  return await openTransport(baseUrl).send(toRequest(`${baseUrl}/`, more), "a#0");
}

/** A whole response with a body, from text or bytes. */
function whole(body: string | Uint8Array, ...fields: readonly string[]): Buffer {
  const bytes = Buffer.from(body);
  const head = ["HTTP/1.1 200 OK", `content-length: ${bytes.length}`, ...fields].join("\r\n");
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), bytes]);
}

type Misbehaviour = readonly [name: string, says: RegExp, answer: (socket: Socket) => void];

const never = (): void => {};
const dripping = new Set<NodeJS.Timeout>();

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  dripping.add(timer);
  socket.on("close", () => {
    clearInterval(timer);
    dripping.delete(timer);
  });
}

const gzipBomb = gzipSync(Buffer.alloc(400_000));
const brotliBomb = brotliCompressSync(Buffer.alloc(400_000));

const misbehaviours: readonly Misbehaviour[] = [
  ["nothing at all", /no whole response within 500 ms/, never],
  [
    "dripping headers",
    /no whole response within 500 ms/,
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      drip(socket, "x-a: b\r\n");
    },
  ],
  [
    "a dripping body",
    /no whole response within 500 ms/,
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n");
      drip(socket, "x");
    },
  ],
  [
    "endless 102s",
    /no whole response within 500 ms/,
    (socket) => drip(socket, "HTTP/1.1 102 Processing\r\n\r\n"),
  ],
  [
    "an endless body",
    /longer than 1000 bytes/,
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      drip(socket, "x".repeat(600));
    },
  ],
  [
    "an endless chunked body",
    /longer than 1000 bytes/,
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      drip(socket, `200\r\n${"x".repeat(512)}\r\n`);
    },
  ],
  ["a body too large", /longer than 1000 bytes/, (socket) => socket.write(whole("x".repeat(1_001)))],
  [
    "headers too large",
    /overflow|too large/i,
    (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-a: ${"b".repeat(20_000)}\r\n\r\n`);
    },
  ],
  [
    "fewer bytes than Content-Length",
    /^the response broke off after 3 of 10 bytes: /,
    (socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc");
    },
  ],
  [
    "a chunk cut short",
    /^the response broke off after [03] bytes: /,
    (socket) => {
      socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\nabc");
    },
  ],
  [
    "a chunk size that is no number",
    /chunk/i,
    (socket) => {
      socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n");
    },
  ],
  [
    "a negative Content-Length",
    /content-length/i,
    (socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nabc");
    },
  ],
  [
    "two different Content-Lengths",
    /content-length|invalid|closed/i,
    (socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 3\r\n\r\nabc");
    },
  ],
  ["garbage instead of HTTP", /HTTP|parse|expected/i, (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n")],
  ["bytes instead of HTTP", /HTTP|parse|expected/i, (socket) => socket.end(Buffer.alloc(64, 0xff))],
  [
    "a status that is none",
    /status|parse|invalid|bad response/i,
    (socket) => socket.end("HTTP/1.1 9x9 ?\r\n\r\n"),
  ],
  [
    "a line break inside a header",
    /header|invalid|parse/i,
    (socket) => {
      socket.end("HTTP/1.1 200 OK\r\nx-a: b\u0000c\r\ncontent-length: 0\r\n\r\n");
    },
  ],
  ["a close instead of an answer", /closed/i, (socket) => socket.end()],
  ["a reset instead of an answer", /ECONNRESET|closed/i, (socket) => socket.resetAndDestroy()],
  [
    "a reset inside the headers",
    /ECONNRESET|closed/i,
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-le", () => socket.resetAndDestroy());
    },
  ],
  [
    "a reset inside the body",
    /^the response broke off after [03] of 10 bytes: .*(?:ECONNRESET|closed|terminated)/i,
    (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", () => socket.resetAndDestroy());
    },
  ],
  [
    "an unknown content coding",
    /unknown content coding "zap"/,
    (socket) => {
      socket.write(whole("abc", "content-encoding: zap"));
    },
  ],
  [
    "a content coding named like a member of every object",
    /unknown content coding "constructor"/,
    (socket) => {
      socket.write(whole("abc", "content-encoding: constructor"));
    },
  ],
  [
    "more content codings than anyone needs",
    /40 content codings/,
    (socket) => {
      socket.write(whole("abc", `content-encoding: ${"gzip,".repeat(40)}`));
    },
  ],
  [
    "bytes that are not gzip",
    /not in its content coding gzip/,
    (socket) => socket.write(whole("abc", "content-encoding: gzip")),
  ],
  [
    "a gzip bomb",
    /longer than 1000 bytes once "gzip" is undone/,
    (socket) => {
      socket.write(whole(gzipBomb, "content-encoding: gzip"));
    },
  ],
  [
    "a brotli bomb",
    /longer than 1000 bytes once "br" is undone/,
    (socket) => {
      socket.write(whole(brotliBomb, "content-encoding: br"));
    },
  ],
];

test.each(misbehaviours)("%s is a failure with a reason", async (_name, says, answer) => {
  const baseUrl = await rawServer(answer);
  const outcome = await get(baseUrl);
  expect(outcome.response).toBeUndefined();
  expect(outcome.failure).toMatch(says);
  expect(outcome.failure).not.toMatch(/\n|node_modules/);
});

test("a server that resets before it has read the request is a failure with a reason", async () => {
  const server = createServer((socket) => socket.resetAndDestroy());
  const outcome = await get(`http://127.0.0.1:${await listen(server)}`);
  expect(outcome.failure).toMatch(/ECONNRESET|closed/i);
});

test("a port where nobody listens is a failure with a reason", async () => {
  const baseUrl = await rawServer(never);
  await closers.pop()?.();
  expect((await get(baseUrl)).failure).toMatch(/ECONNREFUSED/);
});

test("bytes beyond Content-Length are no part of the body", async () => {
  const baseUrl = await rawServer((socket) =>
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdef"),
  );
  expect(Buffer.from((await get(baseUrl)).response?.body ?? []).toString()).toBe("abc");
});

test("content codings are undone, last applied first", async () => {
  const body = gzipSync(brotliCompressSync(Buffer.from("hello")));
  const baseUrl = await rawServer((socket) =>
    socket.write(whole(body, "content-encoding: br", "content-encoding: gzip")),
  );
  expect(Buffer.from((await get(baseUrl)).response?.body ?? []).toString()).toBe("hello");
});

test("the path is sent byte for byte as given, save what no URL may hold", async () => {
  const heads: string[] = [];
  const baseUrl = await rawServer((socket, head) => {
    heads.push(head.split("\r\n")[0] ?? "");
    socket.write(whole(""));
  });
  const transport = openTransport(baseUrl);
  for (const path of [
    "/a/../b/./c",
    "/%2e%2E/%zz",
    "//x//",
    "/@s/n/1.0.0+b?q=[1]&&r='",
    '/ü <"',
    "?only=query",
    "/a#fragment",
  ]) {
    await transport.send(toRequest(`${baseUrl}${path}`), "a#0");
  }
  expect(heads).toEqual([
    "GET /a/../b/./c HTTP/1.1",
    "GET /%2e%2E/%zz HTTP/1.1",
    "GET //x// HTTP/1.1",
    "GET /@s/n/1.0.0+b?q=[1]&&r=' HTTP/1.1",
    "GET /%C3%BC%20%3C%22 HTTP/1.1",
    "GET /?only=query HTTP/1.1",
    "GET /a HTTP/1.1",
  ]);
});

test("repeated header fields stay apart and in order, and odd bytes come through", async () => {
  const baseUrl = await rawServer((socket) => {
    socket.write(
      Buffer.from(
        "HTTP/1.1 200 OK\r\nX-A: 1\r\nx-b: \u00fc\r\nX-A: 2\r\ncontent-length: 0\r\n\r\n",
        "latin1",
      ),
    );
  });
  const headers = (await get(baseUrl)).response?.headers ?? [];
  expect(headers.map(([name, value]) => [name.toLowerCase(), value])).toEqual([
    ["x-a", "1"],
    ["x-b", "\u00fc"],
    ["x-a", "2"],
    ["content-length", "0"],
  ]);
});

test("informational responses are passed over", async () => {
  const baseUrl = await rawServer((socket) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
    socket.write(whole("abc"));
  });
  expect((await get(baseUrl)).response?.status).toBe(200);
});

test("a response to HEAD has no body, whatever its Content-Length", async () => {
  const baseUrl = await rawServer((socket) =>
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n"),
  );
  const { response } = await get(baseUrl, { method: "HEAD" });
  expect(response?.status).toBe(200);
  expect(response?.body).toHaveLength(0);
});

test("a connection that the server closes after each answer costs no request", async () => {
  const baseUrl = await rawServer((socket) => socket.end(whole("abc", "connection: close")));
  const transport = openTransport(baseUrl);
  for (let ordinal = 0; ordinal < 20; ordinal++) {
    expect((await transport.send(toRequest(`${baseUrl}/`), `a#${ordinal}`)).response?.status).toBe(200);
  }
});

test.each([
  ["a file", "file:///etc/passwd", /neither http nor https/],
  ["no absolute URL", "/relative", /not an absolute URL/],
  ["a port that is none", "http://registry.test:99999/", /host or port/],
])("%s is never sent to", async (_name, url, says) => {
  const outcome = await openTransport("http://127.0.0.1:1").send(toRequest(url), "a#0");
  expect(outcome.failure).toMatch(/^not sent: /);
  expect(outcome.failure).toMatch(says);
});

test("a line break in a header or a method is never sent", async () => {
  const baseUrl = await rawServer((socket) => socket.write(whole("")));
  const transport = openTransport(baseUrl);
  const header = await transport.send(toRequest(`${baseUrl}/`, { headers: [["x-a", "b\r\nx-c: d"]] }), "a#0");
  const method = await transport.send(toRequest(`${baseUrl}/`, { method: "GET / HTTP/1.1\r\nx:" }), "a#1");
  for (const { failure } of [header, method]) expect(failure).toMatch(/^not sent: /);
});

test("a public base URL keeps redirects and uploads away from private addresses", async () => {
  const transport = openTransport("https://registry.example");
  for (const url of [
    "http://127.0.0.1:1/",
    "http://[::1]:1/",
    "http://2130706433:1/",
    "http://169.254.169.254/latest/meta-data",
  ]) {
    expect((await transport.send(toRequest(url), "a#0")).failure).toMatch(/^not sent: .*private address/);
  }
});

test("an interrupt refuses what has not been sent, but not the clean-up", async () => {
  const baseUrl = await rawServer((socket) => socket.write(whole("abc")));
  const transport = openTransport(baseUrl, { signal: AbortSignal.abort() });
  expect((await transport.send(toRequest(`${baseUrl}/`), "check#0")).failure).toMatch(
    /^not sent: the run was interrupted/,
  );
  expect((await transport.send(toRequest(`${baseUrl}/`), "clean-up#0")).response?.status).toBe(200);
});

async function tlsServer(): Promise<string> {
  const server = createTlsServer({ cert: certificate, key: privateKey }, (_request, response) =>
    response.end("over TLS"),
  );
  return `https://127.0.0.1:${await listen(server)}`;
}

test("a certificate of an unknown authority is refused, and the reason says what to do", async () => {
  const baseUrl = await tlsServer();
  expect(
    (await openTransport(baseUrl, { timeoutMs: 3_000 }).send(toRequest(`${baseUrl}/`), "a#0")).failure,
  ).toMatch(/certificate.*--ca FILE/);
});

test("any number may wait at once, without a word from Node, and an interrupt ends all of it", async () => {
  const controller = new AbortController();
  const transport = openTransport("http://127.0.0.1:1", { timeoutMs, signal: controller.signal });
  const warn = vi.spyOn(process, "emitWarning");
  const waits = Array.from({ length: 20 }, (_, index) => transport.sleep(3_600_000, `check/${index}`));
  controller.abort();
  await Promise.all(waits);
  expect(warn).not.toHaveBeenCalled();
});

test("no environment variable turns the verification off", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const baseUrl = await tlsServer();
  const outcome = await openTransport(baseUrl, { timeoutMs: 3_000 }).send(toRequest(`${baseUrl}/`), "a#0");
  expect(outcome.failure).toMatch(/certificate/);
});

test("an authority that was named is trusted", async () => {
  const baseUrl = await tlsServer();
  const outcome = await openTransport(baseUrl, { timeoutMs: 3_000, ca: authority }).send(
    toRequest(`${baseUrl}/`),
    "a#0",
  );
  expect(Buffer.from(outcome.response?.body ?? []).toString()).toBe("over TLS");
});

async function http2Server(onStream: Parameters<Http2SecureServer["on"]>[1]): Promise<string> {
  const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true });
  server.on("stream", onStream);
  server.on("sessionError", () => {});
  return `https://127.0.0.1:${await listen(server)}`;
}

test("HTTP/2 is spoken where the registry offers it", async () => {
  const baseUrl = await http2Server((stream, headers) => {
    stream.respond({ ":status": 201, "x-a": ["1", "2"], "x-path": headers[":path"] });
    stream.end("over HTTP/2");
  });
  const transport = openTransport(baseUrl, { timeoutMs: 3_000, ca: authority });
  const body = Buffer.from("sent");
  const outcome = await transport.send(toRequest(`${baseUrl}/a/../b`, { method: "POST", body }), "a#0");
  expect(outcome.failure).toBeUndefined();
  expect(outcome.response?.status).toBe(201);
  expect(Buffer.from(outcome.response?.body ?? []).toString()).toBe("over HTTP/2");
  expect(outcome.response?.headers).toEqual(
    expect.arrayContaining([
      ["x-a", "1"],
      ["x-a", "2"],
      ["x-path", "/a/../b"],
    ]),
  );
});

test.each([
  ["resets the stream", (stream: { close: (code: number) => void }) => stream.close(2)],
  ["destroys the session", (stream: { session: { destroy: () => void } }) => stream.session.destroy()],
  ["goes away", (stream: { session: { goaway: (code: number) => void } }) => stream.session.goaway(11)],
  ["never answers", () => {}],
] as const)("an HTTP/2 registry that %s is a failure with a reason", async (_name, misbehave) => {
  const baseUrl = await http2Server((stream) => {
    stream.on("error", () => {});
    misbehave(stream);
  });
  const outcome = await openTransport(baseUrl, { ca: authority }).send(toRequest(`${baseUrl}/`), "a#0");
  expect(outcome.response).toBeUndefined();
  expect(outcome.failure).toMatch(/\S/);
});

test("streams of one operation that are always reset open its circuit, and refusals by reset do not", async () => {
  let requests = 0;
  const baseUrl = await http2Server((stream) => {
    requests += 1;
    stream.on("error", () => {});
    stream.close(2);
  });
  const sleep = (): Promise<void> => Promise.resolve();
  async function countOf(request: Partial<WireRequest>): Promise<number> {
    const transport = openTransport(baseUrl, { timeoutMs: 3_000, ca: authority, sleep });
    requests = 0;
    for (let round = 0; round < 20; round++)
      await transport.send(toRequest(`${baseUrl}/`, { kind: "searchVolumes", ...request }), "a#0");
    return requests;
  }
  // six in a row, and four probes
  expect([await countOf({}), await countOf({ mayBeReset: true })]).toEqual([10, 20]);
});

test("the usual variables name a proxy, which sees a tunnel's host but not what is inside", async () => {
  const inside = await tlsServer();
  const asked: string[] = [];
  const proxy = createHttpServer((_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(500).end(),
  );
  proxy.on("connect", (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url ?? "");
    const onward = connect(Number(new URL(inside).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${await listen(proxy)}`);
  const options = { timeoutMs: 3_000, ca: authority };
  const through = await openTransport("https://registry.test", options).send(
    toRequest("https://registry.test/"),
    "a#0",
  );
  expect(Buffer.from(through.response?.body ?? []).toString()).toBe("over TLS");
  expect(asked).toEqual(["registry.test:443"]);
  const own = await openTransport(inside, options).send(toRequest(`${inside}/`), "a#1");
  expect(own.response?.status, "loopback needs no proxy").toBe(200);
  expect(asked).toHaveLength(1);
});

test("a registry that stops answering has one reason for all that is not sent to it any more", async () => {
  const registry = `http://127.0.0.1:${await listen(createHttpServer((request) => request.socket.destroy()))}`;
  const transport = openTransport(registry, { trusted: [registry], sleep: () => Promise.resolve() });
  const kinds = ["getRelease", "searchVolumes", "getVersionIndex", "getCapabilities"] as const;

  const failures: string[] = [];
  for (let count = 0; count < 60; count++) {
    const kind = kinds[count % kinds.length] ?? "getRelease";
    failures.push((await transport.send(toRequest(`${registry}/`, { kind }), "a#0")).failure ?? "");
  }

  const silent = failures.filter((failure) => failure.includes("nothing has answered for some time"));
  expect(new Set(silent)).toEqual(new Set([`not sent: nothing has answered for some time: ${failures[0]}`]));
});

test("a host that never answers, to which a response led, takes nothing from the registry", async () => {
  const registry = `http://127.0.0.1:${await listen(createHttpServer((_request, response) => response.end("{}")))}`;
  const silent = createHttpServer((request) => request.socket.destroy());
  const elsewhere = `http://127.0.0.1:${await listen(silent)}`;
  const transport = openTransport(registry, {
    trusted: [registry, elsewhere],
    sleep: () => Promise.resolve(),
  });
  const send = (url: string): Promise<WireOutcome> =>
    transport.send(toRequest(`${url}/`, { kind: "getRelease" }), "a#0");
  await send(registry);

  const failures: (string | undefined)[] = [];
  for (let count = 0; count < 12; count++) failures.push((await send(elsewhere)).failure);

  expect(failures.at(-1)).toContain(`no request for getRelease to ${elsewhere} has got a whole response`);
  // and how the last one ended
  expect(failures.at(-1)?.endsWith(`for some time: ${failures[0] ?? ""}`)).toBe(true);
  expect((await send(registry)).response?.status).toBe(200);
});
