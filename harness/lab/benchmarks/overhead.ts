/**
 * What the suite costs beside the requests it sends, and how long the command takes to start; as ratios in one run.
 *
 *   node dist/harness/lab/benchmarks/overhead.js [--rounds 5] [--only PATTERN]
 */
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Agent } from "undici";
import { chapters } from "../../index.ts";
import { describeSuite } from "../../suite-identity.ts";
import { createLiveTransport } from "../../registry/live-transport.ts";
import { createRedaction } from "../../registry/redaction.ts";
import type { Transport, WireRequest } from "../../registry/transport.ts";
import { runSuite } from "../../running/run.ts";
import { toTarget } from "../../target-file/read-target.ts";
import type { Target } from "../../target-file/target.ts";

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

/** A request as it went out, and what it was answered. */
interface Sent {
  readonly request: WireRequest;
  readonly status: number | undefined;
}

/** Runs the suite and keeps every request, by the check or set-up that sent it. */
async function runAndRecord(
  target: Target,
): Promise<{ readonly milliseconds: number; readonly sequences: ReadonlyMap<string, readonly Sent[]> }> {
  const sequences = new Map<string, Sent[]>();
  const live = createLiveTransport({ timeoutMs: 30_000, trusted: [target.baseUrl], allowPrivate: true });
  const transport: Transport = {
    ...live,
    async send(request, exchangeId) {
      const [actor = ""] = exchangeId.split("#");
      const sequence = sequences.get(actor) ?? [];
      sequences.set(actor, sequence);
      const place = sequence.push({ request, status: undefined }) - 1;
      const outcome = await live.send(request, exchangeId);
      sequence[place] = { request, status: outcome.response?.status };
      return outcome;
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
      targetArguments: "",
    },
    transport,
    redaction: createRedaction(),
    suite: describeSuite(),
    startedAtMs: Date.now(),
    writeLine: () => {},
  });
  const milliseconds = performance.now() - started;
  await transport.close();
  return { milliseconds, sequences };
}

/** Sends the same requests with nothing around them: each sequence one after the other, several sequences at once. */
async function sendBare(
  sequences: readonly (readonly Sent[])[],
  from: string,
  to: string,
): Promise<{ readonly milliseconds: number; readonly alike: number }> {
  const agent = new Agent({ connections: concurrency });
  let next = 0;
  let alike = 0;
  async function send(sequence: readonly Sent[]): Promise<void> {
    for (const { request, status } of sequence) {
      const url = new URL(request.url.replace(from, to));
      const { statusCode, body } = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers.flat(),
        body: request.body ?? null,
      });
      await body.arrayBuffer();
      if (statusCode === status) alike += 1;
    }
  }
  async function work(): Promise<void> {
    for (let sequence = sequences[next++]; sequence !== undefined; sequence = sequences[next++])
      await send(sequence);
  }
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  const milliseconds = performance.now() - started;
  await agent.close();
  return { milliseconds, alike };
}

interface Round {
  readonly suite: number;
  readonly bare: number;
  readonly requests: number;
  /** How many requests were answered the same status by both servers. */
  readonly alike: number;
}

async function measureRun(): Promise<Round> {
  const child = fork(fileURLToPath(new URL(`./servers.${extension}`, here)));
  const [targets] = (await once(child, "message")) as [readonly unknown[]];
  const [first, second] = await Promise.all(
    targets.map((target) => toTarget(target, ".", "the reference server")),
  );
  if (first === undefined || second === undefined) throw new Error("Cannot measure: expected two servers");
  const { milliseconds: suite, sequences } = await runAndRecord(first);
  const { milliseconds: bare, alike } = await sendBare(
    [...sequences.values()],
    first.baseUrl,
    second.baseUrl,
  );
  child.kill();
  return { suite, bare, alike, requests: [...sequences.values()].flat().length };
}

function timeOf(args: readonly string[]): number {
  const started = performance.now();
  spawnSync(process.execPath, args);
  return performance.now() - started;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

const cli = fileURLToPath(new URL(`../../cli.${extension}`, here));
const starts: number[] = [];
const runs: number[] = [];
for (let round = 0; round < rounds; round++) {
  starts.push(timeOf([cli, "--version"]) / timeOf(["-e", "0"]));
  const { suite, bare, requests, alike } = await measureRun();
  runs.push(suite / bare);
  process.stdout.write(
    `round ${round + 1}: ${requests} requests, ${alike} of them answered alike, ` +
      `suite ${Math.round(suite)} ms, bare undici ${Math.round(bare)} ms\n`,
  );
}
process.stdout.write(`--version against node -e 0: ${median(starts).toFixed(2)}x (median of ${rounds})\n`);
process.stdout.write(`suite against bare undici: ${median(runs).toFixed(2)}x (median of ${rounds})\n`);
