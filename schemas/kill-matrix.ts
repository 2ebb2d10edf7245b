/** The shape of the self-test's result: which faults the suite finds, and which legal choices it leaves alone. */
import type { Depth, Level, Report, Verdict } from "./report.ts";

/** A requirement that was not green. */
export interface RedRequirement {
  readonly id: string;
  readonly verdict: Exclude<Verdict, "passed" | "skipped">;
  /** What was found, in one sentence. */
  readonly reason: string;
}

/** `killed` by the requirement it names, `killed-by-another` alone, or `missed` by all. */
export type FaultOutcome = "killed" | "killed-by-another" | "missed";

export interface FaultResult {
  readonly name: string;
  readonly summary: string;
  /** The requirement that the fault breaks. */
  readonly breaks: string;
  readonly level: Level;
  readonly outcome: FaultOutcome;
  /** Every requirement that failed or warned. */
  readonly red: readonly RedRequirement[];
  readonly requests: number;
  readonly durationMs: number;
}

export interface ChoiceResult {
  /** `NAME=VALUE`, several joined by a space for a combination. */
  readonly choice: string;
  readonly summary: string;
  readonly outcome: "clean" | "false-alarm";
  /** Every requirement that failed, warned, was blocked or errored. */
  readonly red: readonly RedRequirement[];
  readonly requests: number;
  readonly durationMs: number;
}

export interface KillMatrix {
  readonly matrixVersion: 1;
  readonly suite: Report["suite"];
  readonly depth: Depth;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly totals: {
    readonly faults: number;
    readonly killed: number;
    readonly killedByAnother: number;
    readonly missed: number;
    readonly choices: number;
    readonly clean: number;
    readonly falseAlarms: number;
  };
  readonly faults: readonly FaultResult[];
  readonly choices: readonly ChoiceResult[];
}
