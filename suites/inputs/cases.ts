/** Selects the cases that a scenario tries. */
import type { Tools } from "../../harness/check.ts";

/**
 * Returns the cases for the current form and depth. A quick run tries the first few, and a deep run tries all. A standard run of a
 * check in both forms tries the first case in both and splits the rest between them, because validation does not depend on the form.
 * A check that runs in one form tries all: the other form would never try the rest.
 * @param quick the number of cases in a quick run; with 0, the first case is split between the forms like the rest
 */
export function casesAt<T>(
  { depth, form, runsInBothForms }: Pick<Tools, "depth" | "form" | "runsInBothForms">,
  cases: readonly T[],
  quick = 1,
): readonly T[] {
  if (depth === "quick") return cases.slice(0, quick);
  if (depth === "deep" || !runsInBothForms) return cases;
  const parity = form === "scoped" ? 0 : 1;
  return cases.filter((_, index) => (index === 0 && quick > 0) || index % 2 === parity);
}
