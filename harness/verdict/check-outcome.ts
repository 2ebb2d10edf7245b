/** What became of a check: what its verdict is decided from. */
import type { Finding, Verdict } from "../../schemas/report.ts";
import type { BrokenRule } from "../expect/broken-rules.ts";
import type { Form } from "../vocabulary.ts";

/** The outcome of a scenario in one form, or of a check in all its forms. */
export interface Outcome {
  readonly verdict: Exclude<Verdict, "warned">;
  readonly finding?: Omit<Finding, "rule">;
  /** Further findings of a check that judges many exchanges. */
  readonly others?: readonly Omit<Finding, "rule">[];
  readonly reason?: string;
  readonly notOffered?: boolean;
  /** The exchange that is the root cause of `blocked`. */
  readonly causeExchange?: string;
  /** The rule for every response that the root cause of `blocked` breaks. */
  readonly owner?: BrokenRule;
  readonly counterexample?: unknown;
  readonly error?: unknown;
}

export interface CheckOutcome {
  readonly outcome: Outcome;
  readonly findings: readonly Omit<Finding, "rule">[];
  readonly exchanges: readonly string[];
  /** Some of the exchanges of other checks that it judged, by the ledgers of the run. */
  readonly reviewed?: readonly string[];
  readonly durationMs: number;
  /** What an observation found, in each form. */
  readonly answers?: readonly string[];
  /** The form that the target offers and the scenario was not tried in. */
  readonly untriedForm?: Form;
  /** What it showed when it was tried once more after it had failed in one form. */
  readonly triedAgain?: TriedAgain;
}

/** What a scenario that failed in one form of names showed when it was tried once more. */
export interface TriedAgain {
  readonly form: Form;
  /** True for the form that was not tried before; false for the form that failed, with what the other form has besides. */
  readonly isOtherForm: boolean;
  readonly isRight: boolean;
}
