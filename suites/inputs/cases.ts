/** Selects the cases that a scenario tries. */
import type { Tools } from "../../harness/check.ts";

/**
 * Returns the cases for the current form and depth. A quick run tries the first few, and a deep run tries all. A standard run
 * tries the first case in both forms and splits the rest between the forms, because validation does not depend on the form.
 * @param quick the number of cases in a quick run; with 0, the first case is split between the forms like the rest
 */
export function casesAt<T>(
  { depth, form, target }: Pick<Tools, "depth" | "form" | "target">,
  cases: readonly T[],
  quick = 1,
): readonly T[] {
  if (depth === "quick") return cases.slice(0, quick);
  const { scope, prefix } = target.namespace ?? {};
  if (depth === "deep" || scope === undefined || prefix === undefined) return cases;
  const parity = form === "scoped" ? 0 : 1;
  return cases.filter((_, index) => (index === 0 && quick > 0) || index % 2 === parity);
}
