import { choices } from "./choices/index.ts";
import type { Variation } from "./choices/choice.ts";
import { circumstances } from "./faults/changes/circumstances.ts";
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

/** @throws if there is no such circumstance */
function onlyIn(circumstance: string, change: Change): Change {
  const isMeant = circumstances[circumstance];
  if (isMeant === undefined)
    throw new Error(
      `Cannot break anything in "${circumstance}": expected one of ${Object.keys(circumstances).join(", ")}`,
    );
  return onlyWhen(isMeant, change);
}

/** The rules after the choices and then the faults of `names`. Throws on an unknown fault or circumstance. */
export function selectRules(
  variations: readonly Variation[],
  names: readonly string[],
  circumstance?: string,
): Rules {
  let rules = defaultRules;
  for (const variation of variations) rules = variation.change(rules);
  for (const name of names) {
    const fault = faults.find((candidate) => candidate.name === name);
    if (fault === undefined) throw new Error(`Cannot break "${name}": no such fault`);
    rules = (circumstance === undefined ? fault.change : onlyIn(circumstance, fault.change))(rules);
  }
  return rules;
}
