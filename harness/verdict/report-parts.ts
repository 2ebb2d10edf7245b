/** What a report is made of. */
import type { BrokenRule } from "../expect/broken-rules.ts";
import type { CreatedRelease } from "../api/journal.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { SchedulerFigures } from "../transport/scheduler.ts";
import type { InvariantJudge } from "./invariants.ts";
import type { CheckOutcome } from "./check-outcome.ts";
import type { RunPlan } from "../plan/run-plan.ts";
import type { Selection } from "../plan/selection.ts";

export interface ReportParts {
  readonly plan: RunPlan;
  readonly selection: Selection;
  readonly outcomes: ReadonlyMap<string, CheckOutcome>;
  readonly judge: InvariantJudge;
  readonly recorder: Recorder;
  readonly runId: string;
  readonly scheduler: SchedulerFigures;
  readonly interrupted: boolean;
  /** What broke the suite in mid-run, if something did. */
  readonly broken?: string;
  /** The number of failures that ended the run early. */
  readonly stoppedAfter?: number;
  /** Releases that the run published and that are still in the registry. */
  readonly notCleanedUp: readonly string[];
  readonly created: readonly CreatedRelease[];
}

/** The parts with what follows from all of them together. */
export interface JudgedParts extends ReportParts {
  /** Rules for every response that only saw what another requirement fails for. */
  readonly consequences: ReadonlyMap<string, BrokenRule>;
}
