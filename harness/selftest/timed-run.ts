/** One run of the suite against the conforming reference server, with a timing of its own. */
import { startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { createLiveTransport } from "../registry/live-transport.ts";
import { createRedaction } from "../registry/redaction.ts";
import type { RunOptions } from "../running/run-plan.ts";
import { runSuite } from "../running/run.ts";
import { describeSuite } from "../suite-identity.ts";
import { toTarget } from "../target-file/read-target.ts";
import { timed, timings } from "./timings.ts";
import { createVirtualClock } from "./virtual-clock.ts";

export interface TimedRun extends Pick<RunOptions, "depth" | "seed" | "only"> {
  /** The name of the timing. */
  readonly timing: string;
  readonly choices: Readonly<Record<string, string>>;
}

/** Milliseconds for one exchange, in real time: skipped time does not count. */
const timeoutMs = 10_000;

/** @throws Error if there is no such timing */
export async function runTimed({ timing: name, choices, ...options }: TimedRun): Promise<Report> {
  const timing = timings.find((one) => one.name === name);
  if (timing === undefined) throw new Error(`Cannot run with the timing "${name}": no such timing`);
  const clock = createVirtualClock();
  const startedAtMs = Date.now();
  // the registry's clock skips the same time, so that what it dates agrees with the run's clock
  const server = await startReferenceServer({
    states: true,
    choices,
    clock: { now: () => Math.floor(startedAtMs + clock.now()) },
  });
  try {
    const target = await toTarget(server.target, ".", "the reference server");
    const live = createLiveTransport({ timeoutMs, trusted: [target.baseUrl], allowPrivate: false });
    const transport = timed(live, timing, clock);
    return await runSuite({
      chapters,
      target,
      options: {
        ...options,
        profiles: [],
        skip: [],
        concurrency: timing.concurrency,
        strict: false,
        readOnly: false,
        cleanUp: false,
        targetArguments: "--reference",
      },
      transport,
      redaction: createRedaction(),
      suite: describeSuite(),
      startedAtMs,
      hasFixedConcurrency: true,
      writeLine: () => {},
    }).finally(() => void transport.close());
  } finally {
    await server.close();
  }
}
