/**
 * Which half of what a check varies is tried with which form of names. Each form has one half, so that a failure in one form alone may have
 * two reasons: crossed, the form of names and all else that is varied are told apart.
 */
import { type Check, isLast, type Observation } from "../check.ts";
import { halfOf } from "../given/context.ts";
import { mayRunInBothForms, offeredForms } from "../plan/check-forms.ts";
import type { TriedAgain } from "../verdict/check-outcome.ts";
import type { Form } from "../vocabulary.ts";
import type { Done, Row, ScenarioOptions } from "./run-scenario.ts";

/** What is told apart must not cost more requests than this. */
const maxRequests = 10;

/**
 * What is tried beside the rows of a check: at depth deep each form with the other half too, where that differs. At another depth nothing,
 * unless it tells apart what a failure is due to.
 */
export function rowsBeside(
  check: Check | Observation,
  options: ScenarioOptions,
  done: readonly Done[],
): readonly Row[] {
  if (!("run" in check) || isLast(check)) return [];
  if (options.depth === "deep")
    return done.flatMap(({ form, actor }) => (form !== undefined && actor.usesHalf ? [cross(form)] : []));
  const row = rowToTellApart(check, options, done);
  return row === undefined ? [] : [row];
}

/**
 * The row that tells apart what a failure is due to: with the same half in the other form where that was not tried, or else in the same form
 * with the half that was right in the other form. Undefined where nothing failed or all, or where this would cost many requests.
 */
function rowToTellApart(check: Check, { run }: ScenarioOptions, done: readonly Done[]): Row | undefined {
  const [failed, ...more] = done.filter(({ outcome }) => outcome.finding !== undefined);
  if (failed?.form === undefined || more.length > 0) return undefined;
  if (failed.outcome.counterexample !== undefined || failed.actor.ordinal > maxRequests) return undefined;
  const other = offeredForms(run).find((form) => form !== failed.form);
  if (other === undefined) return undefined;
  const isOtherRight = done.some(({ form, outcome }) => form === other && outcome.verdict === "passed");
  if (isOtherRight) return cross(failed.form);
  const isOtherTried = done.some(({ form }) => form === other);
  return isOtherTried || !mayRunInBothForms(check) ? undefined : cross(other);
}

function cross(form: Form): Row {
  return { form, half: halfOf(form) === "first" ? "second" : "first" };
}

/** What the second try shows; undefined where there was none, or where it could not be judged. */
export function toTriedAgain(inForms: readonly Done[], [again]: readonly Done[]): TriedAgain | undefined {
  if (again?.form === undefined) return undefined;
  const { form, outcome } = again;
  if (outcome.verdict !== "passed" && outcome.verdict !== "failed") return undefined;
  const isOtherForm = !inForms.some((one) => one.form === form);
  return { form, isOtherForm, isRight: outcome.verdict === "passed" };
}
