import { spawn } from "node:child_process";
import { createServer as createHttpServer } from "node:http";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Report } from "../../../schemas/report.ts";
import { authority, certificate, privateKey } from "../../transport/certificates.test.fixture.ts";
import type { Behaviour } from "./behaviour.ts";
import { type BuiltSuite, buildSuite } from "./built-suite.test.fixture.ts";
import { startHostileServer } from "./hostile-server.ts";

const buildTimeoutMs = 60_000;
const testTimeoutMs = 60_000;

let suite: BuiltSuite;
let folder: string;
const closers: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  suite = await buildSuite();
}, buildTimeoutMs);
afterAll(() => suite.remove());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-broken-"));
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await rm(folder, { recursive: true, force: true });
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

const slow: Behaviour = {
  name: "slow",
  place: "anywhere",
  summary: "answers, but takes its time",
  answer: async ({ conforming }) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    return await conforming();
  },
};

test(
  "an error that nobody caught ends the run with the reports of what ran, the clean-up and exit code 5",
  async () => {
    const server = await startHostileServer(slow);
    closers.push(server.close);
    const target = join(folder, "target.mjs");
    const bug = 'process.once("SIGUSR2", () => { throw new Error("a bug of the suite"); });';
    await writeFile(target, `${bug}\nexport default ${JSON.stringify(server.target)};\n`);
    const out = join(folder, "out");
    const running = suite.start(["run", "--target", target, "--out", out, "--depth", "quick"]);
    closers.push(() => void running.process.kill("SIGKILL"));
    await vi.waitUntil(() => server.met() >= 5, { timeout: 30_000, interval: 10 });
    running.process.kill("SIGUSR2");
    const { code, output } = await running.ended;
    expect(code, output).toBe(5);
    expect(output).toMatch(/^The suite itself broke; this says nothing about the registry$/m);
    expect(await readdir(out)).toEqual(
      expect.arrayContaining(["report.json", "exchanges.ndjson", "junit.xml", "report.html", "report.md"]),
    );
    const report = JSON.parse(await readFile(join(out, "report.json"), "utf8")) as Report;
    expect(report.exitCode).toBe(5);
    expect(report.run.broken).toBe("a bug of the suite");
    expect(report.counts.failed).toBe(0);
    expect(report.left).toEqual([]);
    expect(server.available()).toEqual([]);
    const verified = await suite.start(["verify", out]).ended;
    expect(verified.code, verified.output).toBe(0);
  },
  testTimeoutMs,
);

test(
  "an event loop that runs empty ends the run, and says so",
  async () => {
    const script = `
      const { listenForInterrupts } = await import(${JSON.stringify(join(suite.folder, "harness/commands/interrupts.js"))});
      const { untilGivenUp } = await import(${JSON.stringify(join(suite.folder, "harness/run/end-early.js"))});
      const interrupts = listenForInterrupts(() => {});
      await untilGivenUp(new Promise(() => {}), interrupts.signal, 10);
      interrupts.close();
      console.log(interrupts.signal.reason.name + ": " + interrupts.signal.reason.message);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(await text(child.stdout)).toMatch(/^SuiteBroke: a result was lost/);
  },
  testTimeoutMs,
);

test(
  "a module that cannot be loaded is no verdict about a registry",
  async () => {
    await rm(join(suite.folder, "harness/commands/main.js"));
    const { code, output } = await suite.start(["list", "checks"]).ended;
    expect(code, output).toBe(5);
    expect(output).toMatch(/^The suite itself broke; this says nothing about the registry$/m);
    await suite.remove();
    suite = await buildSuite();
  },
  testTimeoutMs,
);

/** Runs the suite as a process of its own against a registry behind TLS. */
async function runEncrypted(
  baseUrl: string,
  more: readonly string[] = [],
  environment = "",
): Promise<{ readonly code: number | null; readonly output: string }> {
  const ca = join(folder, "ca.pem");
  await writeFile(ca, authority);
  const args = ["run", "--base-url", baseUrl, "--ca", ca, "--timeout", "300", "--out", join(folder, "out")];
  const running = suite.start([...args, ...more], `export ${environment === "" ? "A=b" : environment}`);
  closers.push(() => void running.process.kill("SIGKILL"));
  return await running.ended;
}

function frame(type: number, payload: Buffer, stream = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

test.each([
  ["one frame of 16 MiB", [frame(4, Buffer.alloc(0)), frame(0, Buffer.alloc(2 ** 24 - 1), 1)]],
  ["a SETTINGS frame of 2,700 settings", [frame(4, Buffer.alloc(2_700 * 6))]],
] as const)(
  "%s over HTTP/2 is an unreachable registry, not the end of the process",
  async (_name, pieces) => {
    const server = createTlsServer({ cert: certificate, key: privateKey, ALPNProtocols: ["h2"] });
    server.on("secureConnection", (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        for (const piece of pieces) socket.write(piece);
      });
    });
    const { code, output } = await runEncrypted(`https://127.0.0.1:${await listen(server)}`);
    expect(code, output).toBe(3);
    expect(output).toMatch(/^Cannot reach https:/m);
  },
  testTimeoutMs,
);

test.each([
  ["is silent to CONNECT", undefined],
  ["lets the TLS behind it stall", "HTTP/1.1 200 Connection Established\r\n\r\n"],
  ["sends a byte too many", "HTTP/1.1 200 Connection Established\r\n\r\nX"],
] as const)(
  "a proxy that %s ends in exit code 3",
  async (_name, answer) => {
    const proxy = createHttpServer();
    proxy.on("connect", (_request, socket: Socket) => {
      socket.on("error", () => {});
      if (answer !== undefined) socket.write(answer);
    });
    const url = `http://127.0.0.1:${await listen(proxy)}`;
    const { code, output } = await runEncrypted("https://registry.test", [], `https_proxy=${url}`);
    expect(code, output).toBe(3);
    expect(output).toMatch(/^Cannot reach https:\/\/registry\.test: /m);
  },
  testTimeoutMs,
);

test(
  "SIGHUP during a CONNECT that nobody answers ends the run, with its reports",
  async () => {
    const asked: Socket[] = [];
    const proxy = createServer((socket) => {
      asked.push(socket);
      socket.on("error", () => {});
    });
    const url = `http://127.0.0.1:${await listen(proxy)}`;
    const out = join(folder, "out");
    const running = suite.start(
      ["run", "--base-url", "https://registry.test", "--timeout", "900000", "--out", out],
      `export https_proxy=${url}`,
    );
    closers.push(() => void running.process.kill("SIGKILL"));
    await vi.waitUntil(() => asked.length > 0, { timeout: 30_000, interval: 10 });
    running.process.kill("SIGHUP");
    const { code, output } = await running.ended;
    expect(code, output).toBe(130);
    const report = JSON.parse(await readFile(join(out, "report.json"), "utf8")) as Report;
    expect(report.verdict).toBe("undecided");
  },
  testTimeoutMs,
);
