/** Which of its cases a scenario tries. */
import type { Tools } from "../harness/check.ts";

/**
 * The cases that a check which runs in both forms tries in one of them: the first few in a quick run, all in a deep one. In
 * between it is the first, and of the others every second one in each form, since what is refused does not hang on the form
 * of the name. Both forms together try them all.
 * @param quick how many in a quick run; with none of them, the first is no other than the rest
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
