import type { Change } from "../rules/change.ts";
import type { ReferenceTarget } from "../target.ts";

/** One legal answer, other than the default, to a question that the specification leaves open. */
export interface Variation {
  readonly summary: string;
  readonly change: Change;
  /** What a client has to be told in its target file, if anything. */
  readonly target?: (target: ReferenceTarget) => ReferenceTarget;
  /** Requirements of level `should` that this answer departs from: allowed, and worth a warning. */
  readonly warns?: readonly string[];
  /** Values of other choices that this answer is not legal with, as `name=value`. */
  readonly excludes?: readonly string[];
  /** Requirements that may have nothing to judge with this answer, or that it may block. */
  readonly skips?: readonly string[];
}

/** A question that the specification leaves open, and the answers that the reference server can give. */
export interface Choice {
  readonly name: string;
  readonly question: string;
  /** The value that stands for the server's plain behaviour. */
  readonly default: string;
  readonly values: Readonly<Record<string, Variation>>;
}
