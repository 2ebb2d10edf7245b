import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../../reference-server/server.ts";
import type { Report } from "../../../schemas/report.ts";
import { certify } from "../../index.ts";
import { authority, certificate, privateKey } from "../../transport/certificates.test.fixture.ts";
import { forgetProxies } from "../../transport/proxies.test.fixture.ts";

const testTimeoutMs = 60_000;
const closers: (() => Promise<void> | void)[] = [];

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
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function startRegistry(): Promise<RunningReferenceServer> {
  const registry = await startReferenceServer({ states: false });
  closers.push(registry.close);
  return registry;
}

interface Encrypted {
  readonly registry: RunningReferenceServer;
  readonly port: number;
  /** The versions of HTTP that were spoken. */
  readonly versions: ReadonlySet<string>;
}

/** The reference server behind TLS, which offers HTTP/2 by ALPN or does not. */
async function startEncrypted(offered: "http/1.1" | "h2"): Promise<Encrypted> {
  const registry = await startRegistry();
  const versions = new Set<string>();
  function answer(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): void {
    versions.add(request.httpVersion);
    const headers = Object.entries(request.headers).filter(([name]) => !/^:|^host$/.test(name));
    const onward = ask(
      `${registry.baseUrl}${request.url}`,
      { method: request.method, headers: Object.fromEntries(headers) },
      (answered) => {
        const passed = Object.entries(answered.headers).filter(
          ([name]) => !/^(?:connection|keep-alive|transfer-encoding)$/.test(name),
        );
        response.writeHead(answered.statusCode ?? 500, Object.fromEntries(passed));
        answered.pipe(response);
      },
    );
    request.pipe(onward);
  }
  const keys = { cert: certificate, key: privateKey };
  const server =
    offered === "h2"
      ? createSecureServer({ ...keys, allowHTTP1: true }, answer)
      : createTlsServer(keys, answer);
  return { registry, versions, port: await listen(server) };
}

/** A proxy that leads whatever it is asked for to one port, and notes what that was. */
async function startProxy(
  port: number,
): Promise<{ readonly port: number; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  function note(request: IncomingMessage): void {
    const credentials = request.headers["proxy-authorization"];
    asked.push(`${request.method} ${request.url}${credentials === undefined ? "" : ` ${credentials}`}`);
  }
  const proxy = createServer((request: IncomingMessage, response: ServerResponse) => {
    note(request);
    const { pathname, search } = new URL(request.url ?? "/", "http://registry.test");
    const { method, headers } = request;
    const onward = ask({ port, host: "127.0.0.1", path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.on("connect", (request: IncomingMessage, socket: Socket) => {
    note(request);
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
  return { port: await listen(proxy), asked };
}

/** A few checks that read, publish and download. */
async function run(
  registry: RunningReferenceServer,
  baseUrl: string,
  ca?: string,
  http1: boolean = false,
): Promise<Report> {
  registry.registry.addresses.base = baseUrl;
  return await certify({
    target: { ...registry.target, baseUrl },
    seed: 1,
    only: ["finalize/bytes-have-arrived", "download/gives-the-uploaded-tree", "search/limit-*"],
    timeoutMs: 5_000,
    http1,
    ...(ca === undefined ? {} : { ca }),
  });
}

test.each([
  ["h2", "2.0"],
  ["http/1.1", "1.1"],
] as const)(
  "a registry that offers %s is spoken to in HTTP %s, uploads and downloads too",
  async (offered, version) => {
    const { registry, port, versions } = await startEncrypted(offered);
    const report = await run(registry, `https://127.0.0.1:${port}`, authority);
    expect(report.cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
      report.cases.map(({ id }) => `${id} passed`),
    );
    expect(report.left).toEqual([]);
    expect([...versions]).toEqual([version]);
  },
  testTimeoutMs,
);

test(
  "HTTP/1.1 is spoken where it is asked for, although HTTP/2 is offered",
  async () => {
    const { registry, port, versions } = await startEncrypted("h2");
    const report = await run(registry, `https://127.0.0.1:${port}`, authority, true);
    expect(report.counts.failed + report.counts.blocked + report.counts.errored).toBe(0);
    expect([...versions]).toEqual(["1.1"]);
  },
  testTimeoutMs,
);

test("a certificate of an unknown authority ends the run before it begins, and says what to do", async () => {
  const { registry, port, versions } = await startEncrypted("h2");
  await expect(run(registry, `https://127.0.0.1:${port}`)).rejects.toThrow(
    /^Cannot reach https:.*certificate.*--ca FILE/,
  );
  expect(versions.size).toBe(0);
});

test.each(["HTTPS_PROXY", "https_proxy"])(
  "a whole run goes through the tunnel that %s names, and the proxy learns no more than the host",
  async (name) => {
    const { registry, port, versions } = await startEncrypted("h2");
    const proxy = await startProxy(port);
    vi.stubEnv(name, `http://somebody:proxy-password@127.0.0.1:${proxy.port}`);
    const report = await run(registry, "https://registry.test", authority);
    expect(report.counts.failed + report.counts.blocked + report.counts.errored).toBe(0);
    const credentials = Buffer.from("somebody:proxy-password").toString("base64");
    expect([...new Set(proxy.asked)]).toEqual([`CONNECT registry.test:443 Basic ${credentials}`]);
    expect(versions.size).toBe(1);
    expect(JSON.stringify(report)).not.toMatch(/proxy-password/);
  },
  testTimeoutMs,
);

test(
  "HTTP_PROXY names the proxy of a registry without TLS",
  async () => {
    const registry = await startRegistry();
    const proxy = await startProxy(Number(new URL(registry.baseUrl).port));
    vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${proxy.port}`);
    const report = await run(registry, "http://registry.test");
    expect(report.counts.failed + report.counts.blocked + report.counts.errored).toBe(0);
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(
      proxy.asked.filter((asked) => !/^(?:GET|POST|PUT|DELETE) http:\/\/registry\.test\//.test(asked)),
    ).toEqual([]);
  },
  testTimeoutMs,
);

test.each(["registry.test", ".test", "other.example,registry.test", "*"])(
  "NO_PROXY=%s keeps a run from the proxy",
  async (exceptions) => {
    const registry = await startRegistry();
    const proxy = await startProxy(Number(new URL(registry.baseUrl).port));
    vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv("NO_PROXY", exceptions);
    // the name leads nowhere without the proxy
    await expect(run(registry, "http://registry.test")).rejects.toThrow(/^Cannot reach/);
    expect(proxy.asked).toEqual([]);
  },
  testTimeoutMs,
);

test("a proxy that refuses is named, and its password is not", async () => {
  const registry = await startRegistry();
  const proxy = createServer();
  proxy.on("connect", (_request, socket: Socket) => {
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
  });
  vi.stubEnv("HTTPS_PROXY", `http://somebody:proxy-password@127.0.0.1:${await listen(proxy)}`);
  const failure: unknown = await run(registry, "https://registry.test").catch((error: unknown) => error);
  expect(String(failure)).toMatch(/proxy/i);
  expect(String(failure)).not.toMatch(/proxy-password/);
});
