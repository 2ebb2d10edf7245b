/** One run of the suite against a reference server with faults or choices. */
import type { Operation, Report, CaseResult, Verdict } from "../../schemas/report.ts";
import { toRefusal } from "../verdict/causes/lookalikes.ts";
import { sameDeviation } from "../verdict/causes/blame.ts";
import { checksBeside } from "./carriers.ts";
import { runOnServer, type ServerRun } from "./server-run.ts";

export interface SelftestTask extends Omit<ServerRun, "only"> {
  /** The requirement that should detect the fault. If it does so alone, nothing else is run. */
  readonly first: string | undefined;
  /** The checks that run beside it; those that are learnt, or a sample, if absent. */
  readonly beside?: readonly string[];
  /** True if nothing else is run, even if that requirement does not detect the fault. */
  readonly isAlone?: boolean;
}

/** A requirement that neither passed nor was skipped, and why. */
export interface RedRequirement {
  readonly id: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** How a run of the whole suite shows one fault. */
export interface Diagnosis {
  readonly failed: number;
  readonly causes: number;
  /** The requirement that the first cause breaks; undefined if there is no cause, or it only blocks. */
  readonly breaks: string | undefined;
  /** The other requirements that saw the first cause. */
  readonly others: readonly string[];
  /** How the response that the first cause shows refuses; undefined if it does not. */
  readonly refusal?: string;
  /** Operations of the first cause: that of the exchange it shows is the first. */
  readonly operations: readonly Operation[];
}

export interface SelftestAnswer {
  /** Every requirement that neither passed nor was skipped. */
  readonly red: readonly RedRequirement[];
  /** Ids of the skipped requirements. */
  readonly skipped: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  /** Failed requirements and causes of a run of the whole suite. */
  readonly diagnosis?: Diagnosis;
}

/** Runs the suite against its own server. Never rejects because of the server. */
export async function runSelftestTask(task: SelftestTask): Promise<SelftestAnswer> {
  if (task.first === undefined) return await runOnce(task, []);
  const beside = task.beside ?? checksBeside(task.first, task.faults[0]);
  const alone = await runOnce(task, [task.first, ...beside]);
  if (task.isAlone === true || alone.red.some((one) => isDetectedBy(one, task.first))) return alone;
  const whole = await runOnce(task, []);
  return {
    ...whole,
    requests: whole.requests + alone.requests,
    durationMs: whole.durationMs + alone.durationMs,
  };
}

/**
 * True if the requirement saw what is wrong: it failed or warned, or would have failed if another requirement did not fail for the
 * same deviation.
 */
export function isDetectedBy(
  { id, verdict, reason }: RedRequirement,
  requirement: string | undefined,
): boolean {
  if (id !== requirement) return false;
  return verdict === "failed" || verdict === "warned" || reason.startsWith(sameDeviation);
}

async function runOnce(task: SelftestTask, only: readonly string[]): Promise<SelftestAnswer> {
  const started = performance.now();
  const answer = await runAndRead(task, only);
  return { ...answer, durationMs: Math.round(performance.now() - started) };
}

async function runAndRead(
  task: SelftestTask,
  only: readonly string[],
): Promise<Omit<SelftestAnswer, "durationMs">> {
  try {
    const report = await runOnServer({ ...task, only });
    return {
      red: report.cases.flatMap(toRed),
      skipped: report.cases.filter(({ verdict }) => verdict === "skipped").map(({ id }) => id),
      requests: report.run.requests,
      ...(only.length > 0 ? {} : { diagnosis: toDiagnosis(report) }),
    };
  } catch (error) {
    // a server that cannot be tested is detected, although not by a requirement
    if (!(error instanceof Error) || error.name !== "Untestable") throw error;
    return {
      red: [{ id: "preflight", verdict: "blocked", reason: error.message }],
      skipped: [],
      requests: 0,
    };
  }
}

function toDiagnosis({ counts, causes = [], exchanges }: Report): Diagnosis {
  const [first] = causes;
  const { breaks, explains = [], blocks = [], operations = [] } = first ?? {};
  const refusal = toRefusal(exchanges.find(({ id }) => id === first?.exchange));
  return {
    failed: counts.failed,
    causes: causes.length,
    breaks,
    others: [...explains, ...blocks],
    ...(refusal === undefined ? {} : { refusal }),
    operations,
  };
}

function toRed({ id, verdict, reason = "" }: CaseResult): readonly RedRequirement[] {
  if (verdict === "passed" || verdict === "skipped") return [];
  return [{ id, verdict, reason: reason.slice(0, 300) }];
}
