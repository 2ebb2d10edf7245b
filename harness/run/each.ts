/** Several values that one check judges, each for itself. */
import { ExpectationFailed } from "../outcome.ts";

/** So many failures show what they have in common; more cost requests. */
const maxFailures = 6;

/**
 * Judges all values in their order.
 * @throws ExpectationFailed with the findings of all that failed, the first of them first; what else stops a value stops the rest, and counts
 * only if none has failed
 */
export async function judgeEach<T>(
  values: readonly T[],
  judge: (value: T, place: number) => Promise<void>,
): Promise<void> {
  const failures: ExpectationFailed[] = [];
  for (const [place, value] of values.entries()) {
    try {
      await judge(value, place);
    } catch (error) {
      if (error instanceof ExpectationFailed) failures.push(error);
      else if (failures.length === 0) throw error;
      else break;
    }
    if (failures.length === maxFailures) break;
  }
  const [first, ...more] = failures;
  if (first === undefined) return;
  throw new ExpectationFailed(first.finding, [
    ...first.others,
    ...more.flatMap(({ finding, others }) => [finding, ...others]),
  ]);
}
