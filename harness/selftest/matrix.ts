/** The result of the self-test: the kill matrix, and the number of binding requirements. */
import { faults } from "../../reference-server/faults/index.ts";
import type { BindingRequirements } from "../../reports/proof.ts";
import type { ChoiceResult, FaultResult, KillMatrix } from "../../schemas/kill-matrix.ts";
import { chapters } from "../../suites/index.ts";
import { describeSuite } from "../suite-identity.ts";
import type { Plan } from "./plan.ts";
import { isDetectedBy, type RedRequirement, type SelftestAnswer } from "./task.ts";

/** Requirements that a registry can fail, by chapter. */
export function countBinding(): BindingRequirements {
  return new Map(
    chapters.map(({ id, checks, invariants = [] }) => [
      id,
      [...checks, ...invariants].filter(({ level }) => level !== "gap").length,
    ]),
  );
}

/** The kill matrix of the answers, which are in the order of the plan's tasks. */
export function toMatrix(plan: Plan, answers: readonly SelftestAnswer[], startedAt: Date): KillMatrix {
  const faultResults = plan.faults.map((fault, index) => toFaultResult(fault, answers[index] ?? noAnswer));
  const choiceResults = plan.choices.map((choice, index) =>
    toChoiceResult(choice, answers[plan.faults.length + index] ?? noAnswer),
  );
  function count(outcome: string): number {
    return [...faultResults, ...choiceResults].filter((result) => result.outcome === outcome).length;
  }
  return {
    killMatrixVersion: 1,
    suite: describeSuite(),
    seed: plan.seed,
    ...(plan.only.length === 0 ? {} : { only: plan.only }),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    totals: {
      faults: faultResults.length,
      killed: count("killed"),
      killedByAnother: count("killed-by-another"),
      missed: count("missed"),
      choices: choiceResults.length,
      clean: count("clean"),
      falseAlarms: count("false-alarm"),
    },
    faults: faultResults,
    choices: choiceResults,
    unproven: listUnproven(),
  };
}

/** The answer of a task that did not run to its end. */
export const noAnswer: SelftestAnswer = { red: [], skipped: [], requests: 0, durationMs: 0 };

export function toFaultResult(
  { name, summary, breaks }: Plan["faults"][number],
  { red, durationMs }: SelftestAnswer,
): FaultResult {
  const found = red.filter(({ verdict }) => verdict === "failed" || verdict === "warned");
  const isNamed = red.some((one) => isDetectedBy(one, breaks));
  const outcome = isNamed ? "killed" : red.length > 0 ? "killed-by-another" : "missed";
  return { name, summary, breaks, outcome, red: found.map(({ id }) => id), durationMs };
}

export function toChoiceResult(
  { name, value, summary, warns, skips, isGrouped = false }: Plan["choices"][number],
  { red, skipped, durationMs }: SelftestAnswer,
): ChoiceResult {
  const isAllowed = ({ id, verdict }: RedRequirement): boolean =>
    (verdict === "warned" && warns.includes(id)) || (verdict === "blocked" && skips.includes(id));
  // the reference server offers everything: a requirement that a choice skips was not tested
  const wrong = [
    ...red.filter((one) => !isAllowed(one)).map(({ id }) => id),
    ...skipped.filter((id) => !isGrouped && !skips.includes(id)),
  ];
  const outcome = wrong.length === 0 ? "clean" : "false-alarm";
  return { name, value, summary, outcome, red: wrong, durationMs };
}

/** Binding requirements that no fault breaks. */
function listUnproven(): readonly string[] {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  return chapters
    .flatMap(({ checks, invariants = [] }) => [...checks, ...invariants])
    .flatMap(({ id, level }) => (level === "gap" || broken.has(id) ? [] : [id]));
}
