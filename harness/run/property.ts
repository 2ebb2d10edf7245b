/** fast-check, bound to a run: seeded, bounded in requests, and honest about what is a failure and what is not. */
import { type Arbitrary, asyncProperty, check as runProperty } from "fast-check";
import { ExpectationFailed } from "../outcome.ts";
import { deriveNumber } from "../seed.ts";
import type { Depth } from "../../schemas/report.ts";
import type { PropertyOptions } from "./tools.ts";

/** Tries after the first failure that shrinking may use: each one costs requests. */
const shrinkBudget = 40;

/** A property that failed, with the smallest input found. */
export class PropertyFailed extends ExpectationFailed {
  readonly counterexample: unknown;

  constructor(failure: ExpectationFailed, counterexample: unknown) {
    super(failure.finding);
    this.counterexample = counterexample;
  }
}

/**
 * @param seed of the check
 * @param hasTime false when no further input is to be tried: a slow registry gets fewer, at least one, and is not blocked for its pace
 * @throws PropertyFailed with the finding at the smallest failing input; any other error of the predicate, unchanged
 */
export async function tryProperty<T>(
  about: PropertyOptions<T> & {
    readonly seed: number;
    readonly depth: Depth;
    readonly hasTime: () => boolean;
  },
  predicate: (input: T) => Promise<void>,
): Promise<void> {
  const examples = about.examples ?? [];
  const attempt = createAttempt(predicate, about.hasTime);
  const input: Arbitrary<T> = about.input;
  await runProperty(
    asyncProperty(input, async (value) => attempt.run(value)),
    {
      seed: deriveNumber(about.seed, "property") | 0,
      numRuns: examples.length + about.runs[about.depth],
      examples: examples.map((example) => [example] as [T]),
      verbose: 0,
      endOnFailure: about.parts !== undefined,
    },
  );
  if (attempt.failure !== undefined && about.parts !== undefined)
    await leaveOut(attempt.failure.input, about.parts, async (smaller) => !(await attempt.run(smaller)));
  if (attempt.other !== undefined) throw attempt.other;
  if (attempt.failure === undefined) return;
  const { error, input: smallest } = attempt.failure;
  throw new PropertyFailed(error, about.describe === undefined ? smallest : about.describe(smallest));
}

/** Leaves out every part without which the input still fails: halves first, single parts last, the later ones before the earlier. */
async function leaveOut<T>(
  input: T,
  { count, without }: NonNullable<PropertyOptions<T>["parts"]>,
  fails: (smaller: T) => Promise<boolean>,
): Promise<void> {
  let smallest = input;
  for (let size = Math.ceil(count(input) / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let end = count(smallest); end > 0; end -= size) {
      const smaller = without(smallest, Math.max(0, end - size), end);
      if (count(smaller) > 0 && (await fails(smaller))) smallest = smaller;
    }
  }
}

function createAttempt<T>(
  predicate: (input: T) => Promise<void>,
  hasTime: () => boolean,
): {
  failure: { readonly error: ExpectationFailed; readonly input: T } | undefined;
  other: unknown;
  run: (input: T) => Promise<boolean>;
} {
  let left = shrinkBudget;
  let hasTried = false;
  const state = {
    failure: undefined as { readonly error: ExpectationFailed; readonly input: T } | undefined,
    other: undefined as unknown,
    async run(input: T): Promise<boolean> {
      // out of budget: say yes to everything, which ends the shrinking where it stands
      if (state.other !== undefined || (state.failure !== undefined && left-- <= 0)) return true;
      if (hasTried && !hasTime()) return true;
      hasTried = true;
      try {
        await predicate(input);
        return true;
      } catch (error) {
        if (error instanceof ExpectationFailed) {
          state.failure = { error, input };
          return false;
        }
        // blocked, skipped or a bug while shrinking does not undo the failure that was found
        if (state.failure === undefined) state.other = error;
        else left = 0;
        return true;
      }
    },
  };
  return state;
}
