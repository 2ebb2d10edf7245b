/**
 * `node dist/harness/lab/resilience/report-behaviours.js FILE.md [TABLE …] | NAME`: runs the suite against each hostile behaviour
 * and writes tables of the results (`behaviours`, `connections`, `whole-runs`, `signals`; `--no-deep` leaves the deep whole runs out), or runs
 * it against one and prints the result. The hostile registry is a process of its own,
 * so that only the suite's memory is measured.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { keepHeapLean } from "../../commands/lean-heap.ts";
import type { Behaviour } from "./behaviour.ts";
import {
  type BehaviourOutcome,
  type ConnectionRow,
  renderBehaviours,
  renderConnections,
  splitTables,
  toBehaviourOutcome,
} from "./behaviour-table.ts";
import { allBehaviours, behaviours } from "./behaviours.ts";
import { openStage } from "./connection-behaviour.ts";
import { connectionBehaviours } from "./connection-behaviours.ts";
import { decidedFor } from "./decided-outcomes.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { meetConnection } from "./meet-connection.ts";
import { decidedForSignals, meetSignals, renderSignals } from "./signals.ts";
import { type Ending, runAgainst } from "./try-behaviour.ts";
import { meetAllWhole, renderWholeRuns } from "./whole-runs.ts";

/** Milliseconds for one exchange. */
const timeoutMs = 400;
const sampleMs = 20;

/** Maximum memory of the suite, in MiB. */
const maxMebibytes = 250;

interface Started {
  readonly target: Readonly<Record<string, unknown>>;
  readonly tokens: readonly string[];
}

/** The other process: starts the requested registry and stops it again. */
function serve(): void {
  let server: HostileServer | undefined;
  async function obey(name: string): Promise<void> {
    await server?.close();
    const behaviour = allBehaviours.find((one) => one.name === name);
    if (behaviour === undefined) return process.exit(0);
    server = await startHostileServer(behaviour);
    process.send?.({ target: server.target, tokens: server.tokens() } satisfies Started);
  }
  process.on("message", (name: string) => void obey(name));
}

async function startApart(child: ChildProcess, name: string): Promise<Started> {
  const started = new Promise<Started>((resolve) => {
    child.once("message", (message) => resolve(message as Started));
  });
  child.send(name);
  return await started;
}

async function measure(behaviour: Behaviour, child: ChildProcess): Promise<BehaviourOutcome> {
  const { target, tokens } = await startApart(child, behaviour.name);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, sampleMs);
  const began = performance.now();
  const ending = await runAgainst({ target, timeoutMs, keepsRecording: false });
  clearInterval(timer);
  return toBehaviourOutcome(behaviour.name, ending, {
    leaked: leaks(ending, tokens),
    peakMebibytes: Math.round(Math.max(peak, process.memoryUsage().rss) / 1024 / 1024),
    seconds: (performance.now() - began) / 1000,
  });
}

function leaks({ outputs }: Ending, tokens: readonly string[]): boolean {
  return Object.values(outputs).some((output) => tokens.some((token) => output.includes(token)));
}

/** One behaviour in this process. */
async function meetOne(behaviour: Behaviour): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ["--serve"]);
  const outcome = await measure(behaviour, child);
  if (outcome.peakMebibytes > maxMebibytes || outcome.leaked) process.exitCode = 1;
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  child.send("");
}

/** Each behaviour of a connection, in this process. */
async function meetConnections(): Promise<readonly ConnectionRow[]> {
  const rows: ConnectionRow[] = [];
  for (const behaviour of connectionBehaviours) {
    const stage = openStage();
    const outcome = await meetConnection(behaviour, stage);
    await stage.close();
    if (outcome.seen !== behaviour.outcome) process.exitCode = 1;
    rows.push({ name: behaviour.name, ...outcome });
  }
  return rows;
}

/** Maximum tries of a behaviour: on a busy machine a right answer, too, can take longer than an exchange may. */
const maxTries = 3;

/** One behaviour in a process of its own, so that no run's memory is counted to the next. */
async function meetApart(name: string): Promise<BehaviourOutcome> {
  for (let tries = 1; ; tries++) {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), name], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    const outcome = JSON.parse(output) as BehaviourOutcome;
    // too much memory, or a token that is seen, is not tried again
    if (code !== 0) process.exitCode = 1;
    if (code !== 0 || tries === maxTries || outcome.seen === decidedFor(name)) return outcome;
  }
}

/** Processes at once: most of their time they wait. */
const atOnce = 4;

async function meetBehaviours(): Promise<readonly BehaviourOutcome[]> {
  const outcomes = new Map<string, BehaviourOutcome>();
  const open = behaviours.map(({ name }) => name);
  async function meetNext(): Promise<void> {
    for (let name = open.shift(); name !== undefined; name = open.shift()) {
      const outcome = await meetApart(name);
      outcomes.set(name, outcome);
      if (outcome.seen === decidedFor(name)) continue;
      process.stdout.write(`${name}: ${outcome.seen} in place of ${decidedFor(name)}\n`);
      process.exitCode = 1;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, meetNext));
  return behaviours.flatMap(({ name }) => outcomes.get(name) ?? []);
}

async function meetWholeRuns(): Promise<string> {
  const depths = (["standard", "deep"] as const).filter((depth) => !words.includes(`--no-${depth}`));
  const rows = await meetAllWhole(depths);
  for (const { name, depth, differences } of rows.filter((row) => row.differences.length > 0)) {
    process.stdout.write(`${name} at ${depth}: ${differences.join("; ")}\n`);
    process.exitCode = 1;
  }
  return renderWholeRuns(rows);
}

async function meetAllSignals(): Promise<string> {
  const rows = await meetSignals();
  for (const { signal, afterRequests, seen } of rows.filter((row) => row.seen !== decidedForSignals)) {
    process.stdout.write(`${signal} after ${afterRequests} requests: ${seen}\n`);
    process.exitCode = 1;
  }
  return renderSignals(rows);
}

/** Writes the tables that were asked for, all by default, and keeps the others as they are. */
async function writeTables(file: string): Promise<void> {
  const isWanted = (table: string): boolean => {
    const named = words.filter((word) => !word.startsWith("--") && word !== file);
    return named.length === 0 || named.includes(table);
  };
  const written = splitTables(await readFile(file, "utf8").catch(() => ""));
  const tables = {
    behaviours: isWanted("behaviours") ? renderBehaviours(await meetBehaviours()) : written.behaviours,
    connections: isWanted("connections") ? renderConnections(await meetConnections()) : written.connections,
    wholeRuns: isWanted("whole-runs") ? await meetWholeRuns() : written.wholeRuns,
    signals: isWanted("signals") ? await meetAllSignals() : written.signals,
    gateways: written.gateways,
  };
  const texts = Object.values(tables).filter((table) => table !== "");
  await writeFile(file, texts.map((table) => `${table.trimEnd()}\n`).join("\n"));
}

const words = process.argv.slice(2);
const [wanted = ""] = words;
const one = allBehaviours.find(({ name }) => name === wanted);
if (wanted === "--serve") serve();
else if (one !== undefined) {
  // as every command that runs the suite does
  keepHeapLean();
  await meetOne(one);
} else if (wanted.endsWith(".md")) await writeTables(wanted);
else
  throw new Error(`Cannot meet "${wanted}": expected a Markdown file to write, or the name of a behaviour`);
