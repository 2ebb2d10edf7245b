import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Report } from "../../../schemas/report.ts";
import { deriveNumber } from "../../seed.ts";
import type { Behaviour } from "./behaviour.ts";
import { type BuiltSuite, buildSuite, type Running } from "./built-suite.test.fixture.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";

const buildTimeoutMs = 120_000;
const testTimeoutMs = 120_000;

let suite: BuiltSuite;
let folder: string;
let server: HostileServer | undefined;
let running: Running | undefined;

beforeAll(async () => {
  suite = await buildSuite();
}, buildTimeoutMs);
afterAll(() => suite.remove());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-troubles-"));
});
afterEach(async () => {
  running?.process.kill("SIGKILL");
  await server?.close();
  [running, server] = [undefined, undefined];
  await rm(folder, { recursive: true, force: true });
});

const small = ["run", "--reference", "--depth", "quick", "--only", "finalize/bytes-have-arrived"];

test.each([
  ["standard output is full", "exec >/dev/full", [], 0],
  ["standard error is full", "exec 2>/dev/full", [], 0],
  ["both are full", "exec >/dev/full 2>&1", [], 0],
  ["nobody reads standard output", "exec > >(exec true)", [], 0],
  [
    "standard output is full and a requirement fails",
    "exec >/dev/full",
    ["--fault", "missing-bytes-are-an-invalid-state"],
    1,
  ],
] as const)(
  "where %s, a run writes its reports and keeps the exit code of its verdict",
  async (_trouble, shell, more, expected) => {
    const out = join(folder, "out");
    const { code, output } = await suite.start([...small, ...more, "--out", out], shell).ended;
    expect(code, output).toBe(expected);
    const report = JSON.parse(await readFile(join(out, "report.json"), "utf8")) as Report;
    expect(report.exitCode).toBe(expected);
  },
  testTimeoutMs,
);

test(
  "a catalogue that cannot be printed is a trouble of our own, not of a registry",
  async () => {
    const { code, output } = await suite.start(["list", "checks"], "exec >/dev/full").ended;
    expect(code, output).toBe(5);
    expect(output).toMatch(/^Cannot write to standard output: ENOSPC/m);
  },
  testTimeoutMs,
);

test(
  "events that cannot be written are a trouble of our own, as other reports are",
  async () => {
    const { code, output } = await suite.start([...small, "--report", "jsonl:/dev/full"]).ended;
    expect(code, output).toBe(5);
    expect(output).toContain('Cannot write events to "/dev/full": the disk is full; this is not a result');
    expect(output).not.toContain("Wrote");
  },
  testTimeoutMs,
);

test.each([24, 48, 64])(
  "with %i files a run may have open, it ends as it should or with the exit code for our own troubles",
  async (files) => {
    const args = [...small, "--concurrency", "64", "--out", join(folder, "out")];
    const { code, output } = await suite.start(args, `ulimit -n ${files}`).ended;
    expect([0, 5], output).toContain(code);
  },
  testTimeoutMs,
);

test(
  "verify and explain refuse a pipe, and do not wait for it",
  async () => {
    await mkdir(join(folder, "run"));
    const pipe = join(folder, "run/report.json");
    execFileSync("mkfifo", [pipe]);
    for (const args of [
      ["verify", join(folder, "run")],
      ["explain", "finalize/bytes-have-arrived", "--report", pipe],
    ]) {
      const { code, output } = await suite.start(args).ended;
      expect(code, output).toBe(2);
      expect(output).toMatch(/it is not a regular file$/m);
    }
  },
  testTimeoutMs,
);

const unhurried: Behaviour = {
  name: "unhurried",
  place: "anywhere",
  summary: "answers a little late",
  answer: async ({ conforming }) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    return await conforming();
  },
};

/** Starts a run, and waits until the registry has met so many requests, or the run is over. */
async function startRun(requests: number): Promise<Running> {
  server = await startHostileServer(unhurried);
  const target = join(folder, "target.json");
  await writeFile(target, JSON.stringify(server.target));
  const out = join(folder, "out");
  const started = suite.start(["run", "--target", target, "--out", out, "--depth", "quick"]);
  running = started;
  await vi.waitUntil(() => (server?.met() ?? 0) >= requests || started.process.exitCode !== null, {
    timeout: 60_000,
    interval: 5,
  });
  return started;
}

test(
  "a second run into the same folder is told of the first, and changes none of its files",
  async () => {
    const first = await startRun(3);
    const out = join(folder, "out");
    const second = await suite.start([...small, "--out", out]).ended;
    expect(second.code, second.output).toBe(2);
    expect(second.output).toContain(`the run of process ${first.process.pid} on`);
    first.process.kill("SIGINT");
    expect((await first.ended).code).toBe(130);
    const verified = await suite.start(["verify", out]).ended;
    expect(verified.code, verified.output).toBe(0);
  },
  testTimeoutMs,
);

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const seed = 20_261_122;

/** The moments are drawn from a seed: during the preflight, the checks or the clean-up, or after the last request. */
const moments = Array.from({ length: 6 }, (_, index) => ({
  signal: signals[index % signals.length] ?? "SIGINT",
  requests: 1 + (deriveNumber(seed, index) % 300),
}));

test.each(moments)(
  "$signal after $requests requests leaves whole reports, no release and no unfinished file",
  async ({ signal, requests }) => {
    const { process, ended } = await startRun(requests);
    process.kill(signal);
    const { code, output } = await ended;
    // where the run was over already, the signal is too late
    expect([0, 130], output).toContain(code);
    const out = join(folder, "out");
    const files = await readdir(out);
    expect(files.filter((file) => file.startsWith(".") || file.endsWith(".partial"))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["report.json", "exchanges.ndjson", "junit.xml"]));
    const report = JSON.parse(await readFile(join(out, "report.json"), "utf8")) as Report;
    expect(report.exitCode).toBe(code);
    expect(report.counts).toMatchObject({ failed: 0, errored: 0 });
    expect(server?.available()).toEqual([]);
    const verified = await suite.start(["verify", out]).ended;
    expect(verified.code, verified.output).toBe(0);
  },
  testTimeoutMs,
);
