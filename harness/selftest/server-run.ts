/** One run of the suite against the reference server in the same process. Time in which everything waits is skipped, for both. */
import type { ReferenceServerOptions } from "../../reference-server/options.ts";
import {
  buildReferenceServer,
  type RunningReferenceServer,
  startReferenceServer,
} from "../../reference-server/server.ts";
import type { Depth, Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { createLiveTransport } from "../registry/live-transport.ts";
import { createRedaction } from "../registry/redaction.ts";
import { defaultRunOptions } from "../running/run-plan.ts";
import { runSuite } from "../running/run.ts";
import { describeSuite } from "../suite-identity.ts";
import { toTarget } from "../target-file/read-target.ts";
import type { Form } from "../vocabulary.ts";
import type { Connections } from "../registry/connections.ts";
import { inProcess } from "./in-process.ts";
import { timed, timings } from "./timings.ts";
import { createVirtualClock } from "./virtual-clock.ts";

export interface ServerRun {
  readonly faults: readonly string[];
  /** The form of names for which the faults hold; both if absent. */
  readonly faultForm?: Form;
  readonly choices: Readonly<Record<string, string>>;
  /** The name of a timing; if absent, requests are sent and answered as soon as they can be. */
  readonly timing?: string;
  readonly depth: Depth;
  readonly seed: number;
  readonly only: readonly string[];
  /** True if the requests go over sockets; otherwise they reach the server in the process. */
  readonly overSockets?: boolean;
}

/** Milliseconds for one exchange, in real time: skipped time does not count. */
const timeoutMs = 10_000;

/** Milliseconds to poll for what a fault hides: this server shows every write at once. */
const faultSettleMs = 300;

/** @throws Error if there is no such timing, Untestable if the server cannot be tested */
export async function runOnServer({
  faults,
  faultForm,
  choices,
  timing: name,
  depth,
  seed,
  only,
  overSockets = false,
}: ServerRun): Promise<Report> {
  const timing = name === undefined ? undefined : timings.find((one) => one.name === name);
  if (name !== undefined && timing === undefined)
    throw new Error(`Cannot run with the timing "${name}": no such timing`);
  const clock = createVirtualClock();
  const startedAtMs = Date.now();
  const open: (options: ReferenceServerOptions) => Promise<OpenServer> = overSockets
    ? startReferenceServer
    : openInProcess;
  const server = await open({
    states: true,
    faults,
    choices,
    ...(faultForm === undefined ? {} : { faultForm }),
    // it skips the same time, so that what it dates agrees with the run's clock
    clock: { now: () => Math.floor(startedAtMs + clock.now()) },
  });
  try {
    const target = await toTarget(server.target, ".", "the reference server");
    const { settleMs } = target.limits;
    const limits = {
      ...target.limits,
      settleMs: faults.length === 0 ? settleMs : Math.min(settleMs, faultSettleMs),
    };
    const live = createLiveTransport({
      timeoutMs,
      trusted: [target.baseUrl],
      allowPrivate: false,
      ...(server.around === undefined ? {} : { around: server.around }),
    });
    const transport = timed(live, timing ?? {}, clock);
    return await runSuite({
      chapters,
      target: { ...target, limits },
      options: {
        ...defaultRunOptions,
        depth,
        seed,
        only,
        ...(timing === undefined ? {} : { concurrency: timing.concurrency }),
        cleanUp: false,
        targetArguments: "--reference",
      },
      transport,
      redaction: createRedaction(),
      suite: describeSuite(),
      startedAtMs,
      hasFixedConcurrency: timing !== undefined,
      writeLine: () => {},
    }).finally(() => void transport.close());
  } finally {
    await server.close();
  }
}

type OpenServer = Pick<RunningReferenceServer, "target" | "close"> & {
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
    around: (network) => inProcess(network, server, new Set([ownOrigin, bytesOrigin])),
    close: async () => {},
  };
}
