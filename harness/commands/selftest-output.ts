/** What `selftest` shows while it runs, and of what went wrong. */
import type { KillMatrix } from "../../schemas/kill-matrix.ts";
import { noAnswer } from "../selftest/matrix.ts";
import type { Plan } from "../selftest/plan.ts";
import type { SelftestAnswer } from "../selftest/task.ts";

/** For each wrong result: the requirements that failed, and those that were skipped. */
export function explainWrong(
  plan: Plan,
  matrix: KillMatrix,
  answers: readonly SelftestAnswer[],
): readonly string[] {
  const results = [
    ...matrix.faults.map(({ name, outcome }) => ({ name, isFine: outcome === "killed" })),
    ...matrix.choices.map(({ name, value, outcome }) => ({
      name: `${name}=${value}`,
      isFine: outcome === "clean",
    })),
  ];
  return results.flatMap(({ name, isFine }, index) => {
    if (isFine) return [];
    const { red, skipped } = answers[index] ?? noAnswer;
    return [
      `${name}:`,
      ...red.map(({ id, verdict, reason }) => `  ${verdict} ${id}: ${reason}`),
      ...skipped.map((id) => `  skipped ${id}`),
    ];
  });
}

export function showProgress(done: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${done}/${total} runs`);
  else if (done === total || done % 25 === 0) process.stderr.write(`${done}/${total} runs\n`);
}

/** Removes the line that shows the progress. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001B[K");
}
