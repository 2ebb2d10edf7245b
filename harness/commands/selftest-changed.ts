/** `selftest --changed`: runs what no kept result proves, and keeps the good results. */
import { formatCount, formatCounted, formatDuration } from "../../reports/measures.ts";
import { packageFolder } from "../package-file.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { type Changes, keepResults, toChanges } from "../selftest/changes.ts";
import { keptResultsFile, nothingKept, readKeptResults, writeKeptResults } from "../selftest/kept-results.ts";
import { toMatrix } from "../selftest/matrix.ts";
import type { Plan } from "../selftest/plan.ts";
import { runTasks } from "../selftest/pool.ts";
import type { SelftestAnswer } from "../selftest/task.ts";
import { UsageError } from "./command.ts";
import { endProgress, explainWrong, showProgress } from "./selftest-output.ts";

/** Runs after which the results so far are written: what is interrupted goes on from there. */
const runsBeforeWriting = 100;

/**
 * @param whole the plan of the whole self-test
 * @returns the exit code
 * @throws UsageError outside of a clone
 */
export async function tryChanges(whole: Plan, workers: number): Promise<number> {
  const file = keptResultsFile(packageFolder());
  if (file === undefined)
    throw new UsageError(
      "Cannot use --changed: it needs a clone of the repository, in which the suite can change",
    );
  const { readReach } = await import("../selftest/reach.ts");
  const reach = await readReach();
  const kept = await readKeptResults(file);
  const changes = toChanges(whole, kept, reach);
  const { plan } = changes;
  process.stdout.write(`${describe(changes).join("\n")}\n`);
  const startedAt = new Date();
  const save = async (answers: readonly (SelftestAnswer | undefined)[]): Promise<void> =>
    await writeKeptResults(file, keepResults(kept, changes, answers, reach));
  let saving = Promise.resolve();
  const answers = await runTasks(plan.tasks, workers, (done, soFar) => {
    showProgress(done, plan.tasks.length);
    if (done % runsBeforeWriting === 0) saving = saving.then(async () => await save([...soFar]));
  });
  endProgress();
  await saving;
  await save(answers);
  const matrix = toMatrix(plan, answers, startedAt);
  const { faults, killed, choices, clean } = matrix.totals;
  const isProven = killed === faults && clean === choices;
  const lines = [
    ...explainWrong(plan, matrix, answers),
    `${isProven ? "CHANGES PROVEN" : "CHANGES NOT PROVEN"}: ${formatCount(killed)} of ${formatCounted(faults, "fault")} noticed, ${formatCount(clean)} of ${formatCounted(choices, "choice")} clean, in ${formatDuration(matrix.durationMs)}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return isProven ? exitCodes.conformant : exitCodes.failed;
}

function describe({ plan, wholeChoices, checkSources, kept, ofOtherEngine }: Changes): readonly string[] {
  const alone = plan.choices.length - wholeChoices;
  const parts = [
    formatCounted(plan.faults.length, "fault"),
    `${formatCounted(wholeChoices, "choice")} with all checks`,
    ...(alone === 0
      ? []
      : [
          `${formatCounted(alone, "choice")} with the checks of ${checkSources.map(({ name }) => name).join(", ")}`,
        ]),
  ];
  return [
    ...(kept === 0 ? ["No results are kept yet: everything runs once"] : []),
    `To prove: ${parts.join("; ")}`,
    `Kept: ${formatCounted(kept, "result")}`,
    ...(ofOtherEngine === 0
      ? []
      : [
          `The engine or the server has changed: ${formatCounted(ofOtherEngine, "kept result")} are of an earlier one, and a sample runs again`,
        ]),
  ];
}

/** Keeps the results of the whole self-test, whatever was kept before. Outside of a clone nothing is kept. */
export async function keepAll(plan: Plan, answers: readonly SelftestAnswer[]): Promise<void> {
  const file = keptResultsFile(packageFolder());
  if (file === undefined) return;
  const { readReach } = await import("../selftest/reach.ts");
  const reach = await readReach();
  const { checkSources } = reach;
  const all = { plan, wholeChoices: plan.choices.length, checkSources };
  await writeKeptResults(file, keepResults(nothingKept, all, answers, reach));
}
