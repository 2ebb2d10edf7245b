/** Selects the cases that a scenario tries. */
import type { Tools } from "../../harness/check.ts";

/** With so many cases, each half has at least two of its own. */
const manyCases = 4;

/**
 * Returns the cases for the current half and depth. A quick run tries the first few, and a deep run tries all. A standard run of a
 * check in both forms splits the cases between them, because validation does not depend on the form; of a few, both try the first.
 * A check that runs in one form tries all: the other form would never try the rest.
 * @param quick the number of cases in a quick run; with 0, the first case is split between the halves like the rest
 * @param deep further cases, for a deep run only
 */
export function casesAt<T>(
  tools: Pick<Tools, "depth" | "half" | "runsInBothForms">,
  cases: readonly T[],
  quick = 1,
  deep: readonly T[] = [],
): readonly T[] {
  const { depth, runsInBothForms } = tools;
  if (depth === "quick") return cases.slice(0, quick);
  if (depth === "deep") return [...cases, ...deep];
  if (!runsInBothForms) return cases;
  const parity = tools.half === "first" ? 0 : 1;
  const isFirstInBoth = quick > 0 && cases.length < manyCases;
  return cases.filter((_, index) => (index === 0 && isFirstInBoth) || index % 2 === parity);
}
