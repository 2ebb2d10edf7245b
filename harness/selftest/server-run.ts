/** One run of the suite against the reference server in the same process. Time in which everything waits is skipped, for both. */
import type { ReferenceServerOptions } from "../../reference-server/options.ts";
import { seededRandom } from "../../reference-server/random.ts";
import {
  buildReferenceServer,
  type RunningReferenceServer,
  startReferenceServer,
} from "../../reference-server/server.ts";
import type { ReferenceTarget } from "../../reference-server/target.ts";
import type { TokenTexts } from "../../reference-server/tokens.ts";
import type { Depth, Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { createLiveTransport } from "../transport/live-transport.ts";
import { createRedaction } from "../recording/redaction.ts";
import { defaultRunOptions, type RunOptions } from "../plan/run-plan.ts";
import { runSuite } from "../run/run.ts";
import { describeSuite } from "../suite-identity.ts";
import { toTarget } from "../target-file/read-target.ts";
import type { Connections } from "../transport/connections.ts";
import { inProcess } from "./in-process.ts";
import { timed, type Timing, timings } from "./timings.ts";
import { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";

export interface ServerRun {
  readonly faults: readonly string[];
  /** The circumstance in which the faults hold; every one if absent. */
  readonly circumstance?: string;
  readonly choices: Readonly<Record<string, string>>;
  /** Tokens of the server; made up if absent. */
  readonly tokens?: Partial<TokenTexts>;
  /** A timing, or the name of one; if absent, requests are sent and answered as soon as they can be. */
  readonly timing?: string | Timing;
  readonly depth: Depth;
  readonly seed: number;
  /** As `--soak`, in milliseconds. */
  readonly soakMs?: number;
  readonly only: readonly string[];
  /** True if the requests go over sockets; otherwise they reach the server in the process. */
  readonly overSockets?: boolean;
}

/** Milliseconds for one exchange, in real time: skipped time does not count. */
const timeoutMs = 10_000;

/** Milliseconds to poll for what a fault hides: this server shows every write at once. */
const faultSettleMs = 300;

/** What one run has of its own, beside what its server is. */
export interface OwnPart {
  /** Changes the target file of the server. */
  readonly target?: (document: ReferenceTarget) => unknown;
  readonly options?: Partial<RunOptions>;
  /** Receives `exchanges.ndjson`, line by line. */
  readonly writeLine?: (line: string) => void;
  /** Aborted when the run is to stop early. */
  readonly signal?: AbortSignal;
  /** The variables that name proxies; those of the process by default. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** A reference server that is open for one run, or for several at once. */
export interface TestServer extends Pick<OpenServer, "target" | "registry" | "close"> {
  /** @throws Untestable if the server cannot be tested */
  readonly run: (own?: OwnPart) => Promise<Report>;
}

/** @throws Error if there is no such timing, Untestable if the server cannot be tested */
export async function runOnServer(run: ServerRun): Promise<Report> {
  const server = await openForRuns(run);
  try {
    return await server.run();
  } finally {
    await server.close();
  }
}

/** @throws Error if there is no such timing */
export async function openForRuns(run: ServerRun): Promise<TestServer> {
  const { faults, circumstance, choices, tokens, overSockets = false } = run;
  const timing = typeof run.timing === "string" ? timingNamed(run.timing) : run.timing;
  const clock = createVirtualClock();
  // a whole second, so that nothing depends on the millisecond at which a run begins
  const startedAtMs = Math.floor(Date.now() / 1000) * 1000;
  const open: (options: ReferenceServerOptions) => Promise<OpenServer> = overSockets
    ? startReferenceServer
    : openInProcess;
  const server = await open({
    states: true,
    faults,
    choices,
    ...(circumstance === undefined ? {} : { circumstance }),
    ...(tokens === undefined ? {} : { tokens }),
    random: seededRandom(JSON.stringify([run.seed, faults, choices])),
    // it skips the same time, so that what it dates agrees with the run's clock
    clock: { now: () => Math.floor(startedAtMs + clock.now()) },
  });
  return {
    ...server,
    run: (own = {}) => runOn(server, { run, own, timing, clock, startedAtMs }),
  };
}

function timingNamed(name: string): Timing {
  const timing = timings.find((one) => one.name === name);
  if (timing === undefined) throw new Error(`Cannot run with the timing "${name}": no such timing`);
  return timing;
}

interface RunParts {
  readonly run: ServerRun;
  readonly own: OwnPart;
  readonly timing: Timing | undefined;
  readonly clock: VirtualClock;
  readonly startedAtMs: number;
}

async function runOn(
  server: OpenServer,
  { run, own, timing, clock, startedAtMs }: RunParts,
): Promise<Report> {
  const { environment, signal, writeLine = () => {} } = own;
  const content = own.target?.(server.target) ?? server.target;
  const target = await toTarget(content, ".", "the reference server");
  const { settleMs } = target.limits;
  const limits = {
    ...target.limits,
    settleMs: run.faults.length === 0 ? settleMs : Math.min(settleMs, faultSettleMs),
  };
  const live = createLiveTransport({
    timeoutMs,
    trusted: [target.baseUrl],
    allowPrivate: false,
    ...(server.around === undefined ? {} : { around: server.around }),
    ...(signal === undefined ? {} : { signal }),
    ...(environment === undefined ? {} : { environment }),
  });
  const transport = timed(live, timing ?? {}, clock);
  return await runSuite({
    chapters,
    target: { ...target, limits },
    options: {
      ...defaultRunOptions,
      depth: run.depth,
      seed: run.seed,
      only: run.only,
      ...(run.soakMs === undefined ? {} : { soakMs: run.soakMs }),
      ...(timing === undefined ? {} : { concurrency: timing.concurrency }),
      cleanUp: false,
      targetArguments: "--reference",
      ...own.options,
    },
    transport,
    redaction: createRedaction(),
    suite: describeSuite(),
    startedAtMs,
    hasFixedConcurrency: timing !== undefined,
    writeLine,
    ...(signal === undefined ? {} : { signal }),
  }).finally(() => void transport.close());
}

type OpenServer = Pick<RunningReferenceServer, "target" | "registry" | "close"> & {
  readonly around?: (network: Connections) => Connections;
};

/** Addresses of the server in the process: nothing listens there. */
const ownOrigin = "http://127.0.0.1:4873";
const bytesOrigin = "http://127.0.0.1:4874";

/** The reference server without a socket. */
async function openInProcess(options: ReferenceServerOptions): Promise<OpenServer> {
  const server = buildReferenceServer(options);
  const { addresses } = server.registry;
  addresses.base = ownOrigin;
  if (server.rules.transfer.listener === "second") addresses.bytes = bytesOrigin;
  return {
    target: server.targetAt(ownOrigin),
    registry: server.registry,
    around: (network) => inProcess(network, server, new Set([ownOrigin, bytesOrigin])),
    close: async () => {},
  };
}
