/** The tools of a check. */
import type { Arbitrary } from "fast-check";
import type { Form, Half } from "../vocabulary.ts";
import type { Expect } from "../expect/expect.ts";
import type { Eventually, Given } from "../given/given.ts";
import type { Ledger, Noted } from "../ledger.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Registry } from "../api/registry.ts";
import type { Depth } from "../../schemas/report.ts";
import type { Target } from "../target-file/target.ts";

export interface Tools {
  /** The form of volume names this scenario runs in. */
  readonly form: Form;
  /** Which half of what it varies this scenario tries. It is not for what depends on the form of names. */
  readonly half: Half;
  /** True if this scenario runs in the other form too, so that the two can share cases. */
  readonly runsInBothForms: boolean;
  readonly given: Given;
  readonly registry: Registry;
  readonly expect: Expect;
  readonly target: Target;
  readonly depth: Depth;
  /** True if all that the run published is to be read once more at its end: at depth deep, after a soak, and on a second visit. */
  readonly readsAllAgain: boolean;
  /** A number that is the same for the same seed and check, for choices that should differ between runs. */
  readonly seed: number;
  readonly eventually: Eventually;
  /** The entries that all exchanges so far have made in a ledger of the check. */
  readonly entries: <T>(ledger: Ledger<T>) => readonly (T & Noted)[];
  /**
   * Tries a statement about generated inputs. A failure is shrunk; the smallest input that fails goes into the report.
   * @param about.runs how many inputs at each depth; examples are always tried first
   */
  readonly property: <T>(about: PropertyOptions<T>, predicate: (input: T) => Promise<void>) => Promise<void>;
  /**
   * Judges one value after the other, also after one has failed: which of them fail, and which do not, says what is wrong. A lost
   * response costs one of them, not those before it.
   */
  readonly each: <T>(
    values: readonly T[],
    judge: (value: T, place: number) => Promise<void>,
  ) => Promise<void>;
  /** Does the same several times. A lost response costs one of them, not those before it. */
  readonly repeat: (times: number, run: () => Promise<void>) => Promise<void>;
  /** Milliseconds from the run's start on this check's own clock. */
  readonly now: () => number;
  /** True while this check has used less than half of the time that `limits.checkDeadlineMs` gives it. */
  readonly hasTime: () => boolean;
  /** The current time in milliseconds since 1970: the start of the run and the time on this check's clock. */
  readonly wallClock: () => number;
  /** The absolute URL that a URI reference in an answer means (RFC 3986 section 5). Undefined if it is not valid. */
  readonly resolve: (reference: string, answer: Answer) => string | undefined;
}

export interface PropertyOptions<T> {
  readonly input: Arbitrary<T>;
  /** Boundaries, tried first and at every depth. */
  readonly examples?: readonly T[];
  readonly runs: Readonly<Record<Depth, number>>;
  /** For an input that is a list: a failure is shrunk by leaving parts of it out, large parts first. */
  readonly parts?: {
    readonly count: (input: T) => number;
    /** The input without the parts from `start` up to but not including `end`. */
    readonly without: (input: T, start: number, end: number) => T;
  };
  /** How the smallest input that fails stands in the report; by default as it is. */
  readonly describe?: (input: T) => unknown;
}
