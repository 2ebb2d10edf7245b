/** A run that ends early: by an interrupt, or because the suite itself broke. */
import { setTimeout as wait } from "node:timers/promises";

/** The suite itself broke in mid-run (exit code 5): its bug, which says nothing about the registry. */
export class SuiteBroke extends Error {
  override readonly name = "SuiteBroke";
}

/** Milliseconds after the signal in which checks end by themselves: an exchange under way may take 5 of these seconds. */
const endingMs = 15_000;

/** What broke the suite, if the run was ended for that reason. */
export function brokenBy(signal: AbortSignal | undefined): string | undefined {
  const reason: unknown = signal?.reason;
  return reason instanceof SuiteBroke ? reason.message : undefined;
}

/**
 * Waits for work, but not for ever once the run is to end early: a result that was lost is not to take the reports with it.
 * @returns what the work gives, or undefined where it was given up
 */
export async function untilGivenUp<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  afterMs: number = endingMs,
): Promise<T | undefined> {
  if (signal === undefined) return await work;
  const done = new AbortController();
  const givenUp = new Promise<undefined>((resolve) => {
    const begin = (): void => {
      // without a signal that ends it, this timer would hold the process after the run
      wait(afterMs, undefined, { signal: done.signal }).then(resolve, () => {});
    };
    if (signal.aborted) begin();
    else signal.addEventListener("abort", begin, { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    done.abort();
  }
}
