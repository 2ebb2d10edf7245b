/** How well a single fault is diagnosed: requirements that fail for it, and causes that the report names. */
import type { SelftestAnswer } from "./task.ts";

/** A whole run against one fault in so many shows the distribution; the others run only the requirement that finds the fault. */
export const faultsForEachWholeRun = 25;

/** Lines with the distribution over the whole runs; none if there was no whole run. */
export function describeBlame(answers: readonly SelftestAnswer[]): readonly string[] {
  const diagnoses = answers.flatMap(({ diagnosis }) => diagnosis ?? []);
  if (diagnoses.length === 0) return [];
  const causes = diagnoses.map((one) => one.causes);
  const failed = diagnoses.map((one) => one.failed).toSorted((a, b) => a - b);
  const share = (most: number): string =>
    `${Math.round((100 * causes.filter((count) => count <= most).length) / causes.length)} %`;
  const quantile = (part: number): number => failed[Math.floor(part * (failed.length - 1))] ?? 0;
  return [
    `Diagnosis of ${diagnoses.length} single faults in whole runs: one cause for ${share(1)}, at most three for ${share(3)}`,
    `Requirements failed for one fault: median ${quantile(0.5)}, nine tenths at most ${quantile(0.9)}, most ${failed.at(-1) ?? 0}`,
  ];
}
