/** What the suite costs beside the requests that it sends: the same requests from undici with nothing around them. */
import { Agent } from "undici";
import { chapters } from "../../index.ts";
import { describeSuite } from "../../suite-identity.ts";
import { createLiveTransport } from "../../transport/live-transport.ts";
import { createRedaction } from "../../recording/redaction.ts";
import type { Transport, WireRequest } from "../../transport/transport.ts";
import { runSuite } from "../../run/run.ts";
import { defaultRunOptions } from "../../plan/run-plan.ts";
import { toTarget } from "../../target-file/read-target.ts";
import type { Target } from "../../target-file/target.ts";
import type { Part } from "./part.ts";
import { formatSpread } from "./rounds.ts";
import { serveTargets } from "./served-targets.ts";

const concurrency = 4;

/** Milliseconds of the clock, and of all threads of this process. */
interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

/** A request as it went out, and what it was answered. */
interface Sent {
  readonly request: WireRequest;
  readonly status: number | undefined;
}

/** Runs the suite and keeps every request, by the check or set-up that sent it. */
async function runAndRecord(
  target: Target,
): Promise<{ readonly cost: Cost; readonly sequences: ReadonlyMap<string, readonly Sent[]> }> {
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
  const cost = await costOf(async () => {
    await runSuite({
      chapters,
      target,
      options: {
        ...defaultRunOptions,
        seed: 1,
        concurrency,
        cleanUp: false,
        targetArguments: "",
      },
      transport,
      redaction: createRedaction(),
      suite: describeSuite(),
      startedAtMs: Date.now(),
      writeLine: () => {},
      hasFixedConcurrency: true,
    });
  });
  await transport.close();
  return { cost, sequences };
}

/** Sends the same requests with nothing around them: each sequence one after the other, several sequences at once. */
async function sendBare(
  sequences: readonly (readonly Sent[])[],
  from: string,
  to: string,
): Promise<{ readonly cost: Cost; readonly alike: number }> {
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
  const cost = await costOf(async () => {
    await Promise.all(Array.from({ length: concurrency }, work));
  });
  await agent.close();
  return { cost, alike };
}

interface Round {
  readonly suite: Cost;
  readonly bare: Cost;
  readonly requests: number;
  /** How many requests were answered the same status by both servers. */
  readonly alike: number;
}

async function measureRound(): Promise<Round> {
  const { targets, close } = await serveTargets();
  try {
    const [first, second] = await Promise.all(
      targets.map(async (target) => await toTarget(target, ".", "the reference server")),
    );
    if (first === undefined || second === undefined) throw new Error("Cannot measure: expected two servers");
    const { cost: suite, sequences } = await runAndRecord(first);
    const { cost: bare, alike } = await sendBare([...sequences.values()], first.baseUrl, second.baseUrl);
    return { suite, bare, alike, requests: [...sequences.values()].flat().length };
  } finally {
    close();
  }
}

/** The suite beside bare undici: each round first the one and then the other, on a fresh server each. */
export const overheadPart: Part = {
  name: "overhead",
  async measure(count) {
    // the first run of a process also compiles what it runs
    await measureRound();
    const rounds: Round[] = [];
    for (let round = 0; round < count; round++) rounds.push(await measureRound());
    const row = (name: string, take: (cost: Cost) => number): readonly string[] => [
      name,
      formatSpread(
        rounds.map(({ suite }) => take(suite)),
        0,
      ),
      formatSpread(
        rounds.map(({ bare }) => take(bare)),
        0,
      ),
      formatSpread(rounds.map(({ suite, bare }) => take(suite) / take(bare))),
    ];
    const requests = rounds.map((one) => one.requests);
    const alike = rounds.map((one) => one.alike);
    return {
      table: [
        ["", "suite (ms)", "bare undici (ms)", "suite / bare"],
        row("wall", ({ wallMs }) => wallMs),
        row("CPU", ({ cpuMs }) => cpuMs),
      ],
      remarks: [
        `A standard run of ${formatSpread(requests, 0)} requests, ${concurrency} at once, start and reports left out; ${formatSpread(alike, 0)} of the repeated requests are answered the same status.`,
      ],
    };
  },
};
