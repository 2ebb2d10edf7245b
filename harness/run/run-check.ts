/** Runs one check in each of its forms, and gives its outcome. */
import type { Check, Observation } from "../check.ts";
import { formsOf, mayRunInBothForms, offeredForms, runsInBothForms } from "../plan/check-forms.ts";
import type { CheckOutcome, Outcome } from "../verdict/check-outcome.ts";
import { rowsBeside, toTriedAgain } from "./crossed.ts";
import { type Done, type Row, runInRow, type ScenarioOptions } from "./run-scenario.ts";
import type { Tools } from "./tools.ts";

/** Runs a check or an observation in each of its forms. */
export async function runCheck(check: Check | Observation, options: ScenarioOptions): Promise<CheckOutcome> {
  const inForms = await runInForms(check, options);
  const beside = await runRows(check, options, rowsBeside(check, options, inForms));
  const done = [...inForms, ...beside];
  const triedAgain = options.depth === "deep" ? undefined : toTriedAgain(inForms, beside);
  const answers = done.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  const durationMs = done.reduce(
    (sum, { actor: { nowMs, startedMs = nowMs } }) => sum + nowMs - startedMs,
    0,
  );
  const tried = new Set(done.map(({ form }) => form));
  const untriedForm = mayRunInBothForms(check)
    ? offeredForms(options.run).find((form) => !tried.has(form))
    : undefined;
  const reviewed = done.flatMap((one) => [...one.reviewed]);
  return {
    outcome: combine(done.map(({ outcome }) => outcome)),
    findings: done.flatMap(({ outcome: { finding, others = [] } }) =>
      finding === undefined ? [] : [finding, ...others],
    ),
    exchanges: [...new Set(done.flatMap(({ actor }) => actor.exchanges))],
    ...(reviewed.length === 0 ? {} : { reviewed }),
    ...(untriedForm === undefined ? {} : { untriedForm }),
    ...(triedAgain === undefined ? {} : { triedAgain }),
    durationMs: Math.max(0, Math.round(durationMs * 10) / 10),
    ...(answers.length === 0 ? {} : { answers }),
  };
}

/** Builds the set-ups that a check of the end asks for early. A failure says nothing here: the check meets it again. */
export async function prepareCheck(check: Check, options: ScenarioOptions): Promise<void> {
  const { prepare } = check;
  const [form] = formsOf(check, options);
  if (prepare === undefined) return;
  const prepared = { ...check, run: async (tools: Tools) => void (await prepare(tools)) };
  await runInRow(prepared, options, { form });
}

async function runInForms(check: Check | Observation, options: ScenarioOptions): Promise<readonly Done[]> {
  const rows = formsOf(check, options).map((form) => ({ form }));
  if (runsInBothForms(check, options)) return await runRows(check, options, rows);
  const done: Done[] = [];
  for (const row of rows) {
    if (done.some(({ outcome }) => outcome.verdict !== "skipped")) break;
    done.push(await runInRow(check, options, row));
  }
  return done;
}

/** All rows at once, unless one has to follow the other. */
async function runRows(
  check: Check | Observation,
  options: ScenarioOptions,
  rows: readonly Row[],
): Promise<readonly Done[]> {
  if (options.isSequential !== true)
    return await Promise.all(rows.map((row) => runInRow(check, options, row)));
  const done: Done[] = [];
  for (const row of rows) done.push(await runInRow(check, options, row));
  return done;
}

/** The most severe outcome of the forms; skipped only if every form was skipped. */
function combine(outcomes: readonly Outcome[]): Outcome {
  for (const verdict of ["errored", "failed", "blocked"] as const) {
    const found = outcomes.find((outcome) => outcome.verdict === verdict);
    if (found !== undefined) return found;
  }
  const passed = outcomes.find(({ verdict }) => verdict === "passed");
  return passed ?? outcomes[0] ?? { verdict: "errored", reason: "the check ran in no form" };
}
