/** In which forms of names a check runs. */
import type { Depth } from "../../schemas/report.ts";
import type { Check, Observation } from "../check.ts";
import type { RunContext } from "../given/context.ts";
import { deriveNumber } from "../seed.ts";
import type { Form } from "../vocabulary.ts";

interface FormOptions {
  readonly run: RunContext;
  readonly depth: Depth;
}

/**
 * Whether the scenario runs in every form, and not only until one form has decided. A deep run tries each check in each form. At the other
 * depths one form is enough with `one`, and with `either` for what is no `must`; at depth `quick` with `either` for all.
 */
export function runsInBothForms(check: Check | Observation, { depth }: Pick<FormOptions, "depth">): boolean {
  const { forms = "each" } = check;
  if (forms !== "one" && forms !== "one-last" && forms !== "either") return true;
  if (!("level" in check) || depth === "quick") return false;
  return depth === "deep" || (forms === "either" && check.level === "must");
}

/**
 * The forms a scenario runs in. A quick run uses one of the two, chosen by chapter, so that the checks of a chapter share their set-ups.
 * The seed never decides: a verdict is the same for every seed.
 */
export function formsOf(check: Check | Observation, options: FormOptions): readonly (Form | undefined)[] {
  if (check.forms === "none") return [undefined];
  if (check.forms === "scoped" || check.forms === "unscoped") return [check.forms];
  const offered = offeredForms(options.run);
  if (offered.length < 2) return offered;
  if (options.depth === "quick") return [offered[deriveNumber("quick", chapterOf(check)) % offered.length]];
  return check.forms === "one-last" ? offered.toReversed() : offered;
}

/** Whether the scenario is about names, and not about those of one form alone. */
export function mayRunInBothForms({ forms = "each" }: Check | Observation): boolean {
  return forms === "each" || forms === "either" || forms === "one" || forms === "one-last";
}

function chapterOf({ id }: Check | Observation): string {
  return id.split("/")[0] ?? id;
}

/** The form of the names in a scenario's set-up if the scenario has `forms: "none"`. */
export function formWithoutNames(run: RunContext): Form {
  return offeredForms(run).at(-1) ?? "unscoped";
}

/** The forms in which the target has a namespace for the run; both if it has none. */
export function offeredForms(run: RunContext): readonly Form[] {
  const { namespace } = run.target;
  const both: readonly Form[] = ["scoped", "unscoped"];
  if (namespace === undefined) return both;
  const offered = both.filter((form) => namespace[form === "scoped" ? "scope" : "prefix"] !== undefined);
  return offered.length === 0 ? both : offered;
}
