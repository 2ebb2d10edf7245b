/**
 * What the self-test found: the suite run against the reference server with each rule broken in turn (faults), and with each gap
 * of the specification answered in each legal way (choices). A suite is worth its verdicts only where every fault turns its
 * requirement red and no choice turns any.
 */

/**
 * `killed`: the requirement that the fault names turned red. `killed-by-another`: only others did, so the fault is noticed but
 * the check meant for it sleeps. `missed`: nothing turned red.
 */
export type FaultOutcome = "killed" | "killed-by-another" | "missed";

/** `clean`: no requirement turned red. `false-alarm`: the suite fails a registry for something the specification leaves open. */
export type ChoiceOutcome = "clean" | "false-alarm";

/** One broken rule and what the suite made of it. */
export interface FaultResult {
  readonly name: string;
  /** What a server with this fault does wrong, in one sentence. */
  readonly summary: string;
  /** The requirement that the fault breaks. */
  readonly breaks: string;
  readonly outcome: FaultOutcome;
  /** Ids of the requirements that turned red: `failed`, or `warned` for a `should`. */
  readonly red: readonly string[];
  readonly durationMs: number;
}

/** One legal answer to a gap and what the suite made of it. */
export interface ChoiceResult {
  readonly name: string;
  readonly value: string;
  readonly summary: string;
  readonly outcome: ChoiceOutcome;
  readonly red: readonly string[];
  readonly durationMs: number;
}

export interface KillMatrix {
  readonly killMatrixVersion: 1;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** `sha256:` over the catalogue and the checks, as in a report. */
    readonly digest: string;
    readonly specification: string;
  };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  /** Patterns of the faults and choices that were run; absent where all were. */
  readonly only?: readonly string[];
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
  /** Requirements that bind and that no fault breaks: nobody has seen their checks fail. */
  readonly unproven: readonly string[];
}
