/**
 * `node dist/harness/resilience/report-behaviours.js [NAME]`: meets each hostile behaviour with the suite and prints a table of
 * what came of it. The hostile registry is a process of its own, so that the memory measured is the suite's alone.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Behaviour } from "./behaviour.ts";
import { behaviours } from "./behaviours.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { type Ending, runAgainst } from "./try-behaviour.ts";

/** Milliseconds for one exchange. */
const timeoutMs = 400;
const sampleMs = 20;

/** What the issue allows the suite to hold, in MiB. */
const mostMebibytes = 250;

interface Started {
  readonly target: Readonly<Record<string, unknown>>;
  readonly tokens: readonly string[];
}

/** The other process: starts the registry that it is told to, and stops it again. */
function serve(): void {
  let server: HostileServer | undefined;
  async function obey(name: string): Promise<void> {
    await server?.close();
    const behaviour = behaviours.find((one) => one.name === name);
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

async function measure(behaviour: Behaviour, child: ChildProcess): Promise<string> {
  const { target, tokens } = await startApart(child, behaviour.name);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, sampleMs);
  const began = performance.now();
  const ending = await runAgainst({ target, timeoutMs, keepsRecording: false });
  clearInterval(timer);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const mebibytes = Math.round(Math.max(peak, process.memoryUsage().rss) / 1024 / 1024);
  if (mebibytes > mostMebibytes || leaks(ending, tokens)) process.exitCode = 1;
  const cells = [
    behaviour.name,
    behaviour.place,
    behaviour.summary,
    ending.exitCode,
    describe(ending),
    leaks(ending, tokens) ? "LEAKED" : "none",
    mebibytes,
    seconds,
  ];
  return `| ${cells.join(" | ")} |`;
}

function leaks({ outputs }: Ending, tokens: readonly string[]): boolean {
  return Object.values(outputs).some((text) => tokens.some((token) => text.includes(token)));
}

function describe({ report, reason }: Ending): string {
  if (report === undefined) return (reason ?? "").replaceAll("|", "\\|");
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0);
  return `${report.verdict}: ${counts.map(([verdict, count]) => `${count} ${verdict}`).join(", ")}`;
}

/** One behaviour in this process. */
async function meetOne(behaviour: Behaviour): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ["--serve"]);
  process.stdout.write(`${await measure(behaviour, child)}\n`);
  child.send("");
}

/** Each behaviour in a process of its own, so that no run's memory is counted to the next. */
async function meetAll(): Promise<void> {
  process.stdout.write(
    "| behaviour | where | what it does | exit | outcome | tokens seen | peak MiB | seconds |\n",
  );
  process.stdout.write("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const { name } of behaviours) {
    const child = fork(fileURLToPath(import.meta.url), [name]);
    const code = await new Promise<number | null>((resolve) => {
      child.once("exit", resolve);
    });
    if (code !== 0) process.exitCode = 1;
  }
}

const [wanted] = process.argv.slice(2);
const one = behaviours.find(({ name }) => name === wanted);
if (wanted === "--serve") serve();
else if (one === undefined) await meetAll();
else await meetOne(one);
