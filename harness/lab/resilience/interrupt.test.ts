import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { unpackRecording } from "../../recording/packed-recording.ts";
import type { Report } from "../../../schemas/report.ts";
import type { Behaviour } from "./behaviour.ts";
import { type BuiltSuite, buildSuite, type Running } from "./built-suite.test.fixture.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";

const buildTimeoutMs = 60_000;
const testTimeoutMs = 60_000;

let suite: BuiltSuite;
let folder: string;
let server: HostileServer | undefined;
let running: Running | undefined;

beforeAll(async () => {
  suite = await buildSuite();
}, buildTimeoutMs);
afterAll(() => suite.remove());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-interrupt-"));
});
afterEach(async () => {
  running?.process.kill("SIGKILL");
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const slow: Behaviour = {
  name: "slow",
  place: "anywhere",
  summary: "answers, but takes its time",
  answer: async ({ conforming }) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    return await conforming();
  },
};

const silent: Behaviour = { name: "silent", place: "anywhere", summary: "answers nothing", answer: () => {} };

/** Starts a run against a registry, and waits until it has met the behaviour. */
async function startRun(
  behaviour: Behaviour,
  times: number,
  options: readonly string[] = [],
): Promise<Running> {
  server = await startHostileServer(behaviour);
  const target = join(folder, "target.json");
  await writeFile(target, JSON.stringify(server.target));
  const out = join(folder, "out");
  running = suite.start(["run", "--target", target, "--out", out, "--depth", "quick", ...options]);
  await vi.waitUntil(() => (server?.met() ?? 0) >= times, { timeout: 30_000, interval: 10 });
  return running;
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s finishes what is under way, writes every report whole with what ran, and takes back what was published",
  async (signal) => {
    const { process, ended } = await startRun(slow, 3);
    process.kill(signal);
    const { code, output } = await ended;
    expect(code, output).toBe(130);
    const files = await readdir(join(folder, "out"));
    expect(files).toEqual(
      expect.arrayContaining(["report.json", "exchanges.ndjson", "junit.xml", "report.html", "report.md"]),
    );
    expect(files.filter((file) => file.endsWith(".partial"))).toEqual([]);
    const report = JSON.parse(await readFile(join(folder, "out/report.json"), "utf8")) as Report;
    expect(report.run.interrupted).toBe(true);
    expect(report.exitCode).toBe(130);
    expect(["partial", "undecided", "non-conformant"]).toContain(report.verdict);
    const { failed, errored, blocked } = report.counts;
    expect({ failed, errored }).toEqual({ failed: 0, errored: 0 });
    expect(blocked).toBeGreaterThan(0);
    const recorded = unpackRecording(await readFile(join(folder, "out/exchanges.ndjson"), "utf8"));
    const lines = recorded.trimEnd().split("\n");
    expect(lines.map((line) => typeof JSON.parse(line))).not.toContain("undefined");
    // the run's own record before them, and what it never began after them
    expect(lines.length - 2).toBe(report.run.requests + report.run.stateRequests);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ kind: "interrupted" });
    expect(report.created?.length).toBeGreaterThan(0);
    expect(report.left).toEqual([]);
    expect(server?.available()).toEqual([]);
    const verified = await suite.start(["verify", join(folder, "out")]).ended;
    expect(verified.code, verified.output).toBe(0);
    expect(verified.output).toMatch(/^confirmed: /m);
  },
  testTimeoutMs,
);

test(
  "Ctrl-C before the first check ends with the same exit code, and leaves no half-written file",
  async () => {
    const { process, ended } = await startRun({ ...slow, place: "create" }, 1);
    process.kill("SIGINT");
    const { code, output } = await ended;
    expect(code, output).toBe(130);
    const files = existsSync(join(folder, "out")) ? await readdir(join(folder, "out")) : [];
    expect(files.filter((file) => file.endsWith(".partial"))).toEqual([]);
  },
  testTimeoutMs,
);

test(
  "Ctrl-C before anything has answered says nothing about the registry",
  async () => {
    let connections = 0;
    const mute = createServer((socket) => {
      connections += 1;
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => {
      mute.listen(0, "127.0.0.1", resolve);
    });
    try {
      const baseUrl = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
      const out = join(folder, "out");
      running = suite.start(["run", "--base-url", baseUrl, "--out", out, "--timeout", "500"]);
      await vi.waitUntil(() => connections > 0, { timeout: 30_000, interval: 10 });
      running.process.kill("SIGINT");
      const { code, output } = await running.ended;
      expect(code, output).toBe(130);
      const report = JSON.parse(await readFile(join(out, "report.json"), "utf8")) as Report;
      expect(report.verdict).toBe("undecided");
      expect(report.counts.passed).toBe(0);
    } finally {
      mute.close();
    }
  },
  testTimeoutMs,
);

test(
  "a second Ctrl-C ends at once, and says what is left behind",
  async () => {
    const { process, ended } = await startRun(silent, 1);
    process.kill("SIGINT");
    let said = "";
    process.stderr?.on("data", (data: Buffer) => {
      said += data.toString();
    });
    await vi.waitUntil(() => said.includes("Ctrl-C again"), { timeout: 10_000, interval: 5 });
    process.kill("SIGINT");
    // an exchange may take 30 seconds by default: nobody waited for one
    expect((await ended).code).toBe(130);
    expect(existsSync(join(folder, "out/report.json"))).toBe(false);
    const left = /^Left behind in the registry: (.+)$/m.exec((await ended).output)?.[1]?.split(", ");
    expect(left?.toSorted()).toEqual(server?.available().toSorted());
  },
  testTimeoutMs,
);

async function runWithout(
  args: readonly string[],
  shell?: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  server = await startHostileServer({ ...slow, place: "anywhere" });
  const target = join(folder, "target.json");
  await writeFile(target, JSON.stringify(server.target));
  running = suite.start(["run", "--target", target, ...args], shell);
  return await running.ended;
}

test(
  "a place that cannot be written is known before the first request",
  async () => {
    await writeFile(join(folder, "file"), "");
    const { code, output } = await runWithout(["--out", join(folder, "file/out")]);
    expect(code, output).toBe(2);
    expect(output).toMatch(/^Cannot write reports to /m);
    expect(server?.requests()).toBe(0);
  },
  testTimeoutMs,
);

test(
  "a disk that takes nothing is known before the first request",
  async () => {
    // a limit of no bytes for any file stands in for a disk that is full
    const { code, output } = await runWithout(["--out", join(folder, "out")], "ulimit -f 0");
    expect(code, output).toBe(2);
    expect(output).toMatch(/^Cannot write /m);
    expect(server?.requests()).toBe(0);
  },
  testTimeoutMs,
);

test(
  "a disk that fills up in mid-run ends it early with one message, nothing half-written and nothing left behind",
  async () => {
    // a limit on the size of files stands in for a disk that fills up
    const { code, output } = await runWithout(["--out", join(folder, "out")], "ulimit -f 40");
    expect(code, output).toBe(5);
    expect(output.match(/^Cannot write .*$/gm)).toHaveLength(1);
    expect(output).not.toMatch(/^ +at /m);
    expect(existsSync(join(folder, "out"))).toBe(false);
    expect(server?.requests()).toBeLessThan(200);
    expect(server?.available()).toEqual([]);
  },
  testTimeoutMs,
);
