/** One run of the suite against a reference server that was broken or varied on purpose. */
import { startReferenceServer } from "../../reference-server/server.ts";
import type { RedRequirement } from "../../schemas/kill-matrix.ts";
import type { Depth, RequirementResult } from "../../schemas/report.ts";
import { certify } from "../index.ts";
import { toTarget } from "../target/read-target.ts";

export interface SelftestTask {
  readonly faults: readonly string[];
  readonly choices: Readonly<Record<string, string>>;
  readonly depth: Depth;
  readonly seed: number;
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
  try {
    const target = await toTarget(server.target, ".", "the reference server");
    const settleMs =
      task.faults.length === 0 ? target.limits.settleMs : Math.min(target.limits.settleMs, faultSettleMs);
    const report = await certify({
      target: { ...target, limits: { ...target.limits, settleMs } },
      depth: task.depth,
      seed: task.seed,
      cleanUp: false,
      timeoutMs: 10_000,
    });
    return {
      red: report.requirements.flatMap(toRed),
      requests: report.run.requests,
      durationMs: Math.round(performance.now() - started),
    };
  } catch (error) {
    // a server too broken to be tested is found out, but by no requirement
    if (!(error instanceof Error) || error.name !== "Untestable") throw error;
    return {
      red: [{ id: "(preflight)", verdict: "blocked", reason: error.message }],
      requests: 0,
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    await server.close();
  }
}

function toRed({ id, verdict, reason = "" }: RequirementResult): readonly RedRequirement[] {
  return verdict === "passed" || verdict === "skipped" ? [] : [{ id, verdict, reason: reason.slice(0, 300) }];
}
