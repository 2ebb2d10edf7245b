/**
 * What the suite costs beside the requests it sends, and how long the command takes to start; as ratios in one run.
 *
 *   node dist/harness/benchmarks/overhead.js [--rounds 5] [--only PATTERN]
 */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Agent } from "undici";
import { chapters } from "../index.ts";
import { describeSuite } from "../commands/suite-identity.ts";
import { createLiveTransport } from "../registry/live-transport.ts";
import { createRedaction } from "../registry/redaction.ts";
import type { Transport, WireRequest } from "../registry/transport.ts";
import { runSuite } from "../running/run.ts";
import { toTarget } from "../target/read-target.ts";
import type { Target } from "../target/target.ts";

const concurrency = 4;
const here = import.meta.url;
const extension = here.endsWith(".ts") ? "ts" : "js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    only: { type: "string", multiple: true, default: [] },
  },
});
const rounds = Number(values.rounds);

/** Runs the suite and keeps every request as it went out. */
async function runAndRecord(
  target: Target,
): Promise<{ readonly milliseconds: number; readonly requests: readonly WireRequest[] }> {
  const requests: WireRequest[] = [];
  const live = createLiveTransport({ timeoutMs: 30_000, trusted: [target.baseUrl], allowPrivate: true });
  const transport: Transport = {
    ...live,
    send(request, lane) {
      requests.push(request);
      return live.send(request, lane);
    },
  };
  const started = performance.now();
  await runSuite({
    chapters,
    target,
    options: {
      depth: "standard",
      seed: 1,
      profiles: [],
      only: values.only,
      skip: [],
      concurrency,
      strict: false,
      readOnly: false,
      cleanUp: false,
      named: "",
    },
    transport,
    redaction: createRedaction(),
    suite: describeSuite(),
    startedAtMs: Date.now(),
    writeLine: () => {},
  });
  const milliseconds = performance.now() - started;
  await transport.close();
  return { milliseconds, requests };
}

/** Sends the same requests with nothing around them. */
async function sendBare(requests: readonly WireRequest[], from: string, to: string): Promise<number> {
  const agent = new Agent({ connections: concurrency });
  let next = 0;
  async function work(): Promise<void> {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const url = new URL(request.url.replace(from, to));
      const { body } = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers.flat(),
        body: request.body ?? null,
      });
      await body.arrayBuffer();
    }
  }
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  const milliseconds = performance.now() - started;
  await agent.close();
  return milliseconds;
}

async function measureRun(): Promise<readonly [suite: number, bare: number, requests: number]> {
  const child = fork(fileURLToPath(new URL(`./servers.${extension}`, here)));
  const [targets] = (await once(child, "message")) as [readonly unknown[]];
  const [first, second] = await Promise.all(
    targets.map((target) => toTarget(target, ".", "the reference server")),
  );
  if (first === undefined || second === undefined) throw new Error("Cannot measure: expected two servers");
  const { milliseconds, requests } = await runAndRecord(first);
  const bare = await sendBare(requests, first.baseUrl, second.baseUrl);
  child.kill();
  return [milliseconds, bare, requests.length];
}

function timeOf(args: readonly string[]): number {
  const started = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - started;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

const cli = fileURLToPath(new URL(`../cli.${extension}`, here));
const starts: number[] = [];
const runs: number[] = [];
for (let round = 0; round < rounds; round++) {
  starts.push(timeOf([cli, "--version"]) / timeOf(["-e", "0"]));
  const [suite, bare, requests] = await measureRun();
  runs.push(suite / bare);
  process.stdout.write(
    `round ${round + 1}: ${requests} requests, suite ${Math.round(suite)} ms, bare undici ${Math.round(bare)} ms\n`,
  );
}
process.stdout.write(`--version against node -e 0: ${median(starts).toFixed(2)}x (median of ${rounds})\n`);
process.stdout.write(`suite against bare undici: ${median(runs).toFixed(2)}x (median of ${rounds})\n`);
