import { choices } from "./choices/index.ts";
import type { Variation } from "./choices/choice.ts";
import { faults } from "./faults/index.ts";
import type { Rules } from "./call.ts";
import { type Change, onlyWhen } from "./rules/change.ts";
import { defaultRules } from "./rules/rules.ts";

/** The variations that `chosen` selects, in the order of the list of choices. Throws on an unknown choice or value. */
export function selectVariations(chosen: Readonly<Record<string, string>>): readonly Variation[] {
  for (const name of Object.keys(chosen)) {
    if (!choices.some((choice) => choice.name === name))
      throw new Error(`Cannot choose "${name}": no such choice`);
  }
  return choices.flatMap((choice) => {
    const value = chosen[choice.name];
    if (value === undefined || value === choice.default) return [];
    const variation = Object.hasOwn(choice.values, value) ? choice.values[value] : undefined;
    if (variation !== undefined) return [variation];
    const known = [choice.default, ...Object.keys(choice.values)].join(", ");
    throw new Error(`Cannot choose "${choice.name}=${value}": expected one of ${known}`);
  });
}

/** Requests without a volume in their path, such as a search, belong to both forms. */
function onlyInForm(form: "scoped" | "unscoped", change: Change): Change {
  return onlyWhen((call) => call.form === form || call.form === "none", change);
}

/** The rules after the choices and then the faults of `names`. Throws on an unknown fault. */
export function selectRules(
  variations: readonly Variation[],
  names: readonly string[],
  form?: "scoped" | "unscoped",
): Rules {
  let rules = defaultRules;
  for (const variation of variations) rules = variation.change(rules);
  for (const name of names) {
    const fault = faults.find((candidate) => candidate.name === name);
    if (fault === undefined) throw new Error(`Cannot break "${name}": no such fault`);
    rules = (form === undefined ? fault.change : onlyInForm(form, fault.change))(rules);
  }
  return rules;
}
