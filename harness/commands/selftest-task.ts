/** One run of the suite against a reference server that was broken or varied on purpose. */
import { chapters } from "../../suites/index.ts";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { RedRequirement } from "../../schemas/kill-matrix.ts";
import type { Depth, Report, RequirementResult } from "../../schemas/report.ts";
import { createLiveTransport } from "../registry/live-transport.ts";
import { createRedaction } from "../registry/redaction.ts";
import { runSuite } from "../running/run.ts";
import { toTarget } from "../target/read-target.ts";

export interface SelftestTask {
  readonly faults: readonly string[];
  readonly choices: Readonly<Record<string, string>>;
  readonly depth: Depth;
  readonly seed: number;
  readonly suite: Report["suite"];
}

export interface SelftestAnswer {
  /** Every requirement that is neither green nor skipped. */
  readonly red: readonly RedRequirement[];
  readonly requests: number;
  readonly durationMs: number;
}

/** Milliseconds that a fault which hides something may cost: nothing here is really late. */
const faultSettleMs = 300;

/** Starts a server, runs the whole suite against it over loopback, and closes it. Never rejects for what the server does. */
export async function runSelftestTask(task: SelftestTask): Promise<SelftestAnswer> {
  const started = performance.now();
  const server = await startReferenceServer({ states: true, faults: task.faults, choices: task.choices });
  const transport = createLiveTransport({ timeoutMs: 10_000, trusted: [server.baseUrl], allowPrivate: false });
  try {
    const target = await toTarget(server.target, ".", "the reference server");
    const settleMs = task.faults.length === 0 ? target.limits.settleMs : Math.min(target.limits.settleMs, faultSettleMs);
    const report = await runSuite({
      chapters,
      target: { ...target, limits: { ...target.limits, settleMs } },
      options: { depth: task.depth, seed: task.seed, profiles: [], only: [], skip: [], concurrency: 4, strict: false, readOnly: false, cleanUp: false, named: "--reference" },
      transport,
      redaction: createRedaction(),
      suite: task.suite,
      startedAtMs: Date.now(),
      writeLine: () => {},
    });
    return { red: report.requirements.flatMap(toRed), requests: report.run.requests, durationMs: Math.round(performance.now() - started) };
  } catch (error) {
    // a server too broken to be tested is found out, but by no requirement
    if (!(error instanceof Error) || error.name !== "Untestable") throw error;
    return { red: [{ id: "(preflight)", verdict: "blocked", reason: error.message }], requests: 0, durationMs: Math.round(performance.now() - started) };
  } finally {
    await transport.close();
    await server.close();
  }
}

function toRed({ id, verdict, reason = "" }: RequirementResult): readonly RedRequirement[] {
  return verdict === "passed" || verdict === "skipped" ? [] : [{ id, verdict, reason: reason.slice(0, 300) }];
}
