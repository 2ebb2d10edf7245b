/** Which requirement does not have the same verdict in several runs on one registry. */
import type { Report, Verdict } from "../../schemas/report.ts";

/** A requirement with the verdicts that it had, and the seeds of the runs that had them. */
export interface UnequalVerdict {
  readonly id: string;
  readonly seeds: ReadonlyMap<Verdict, readonly number[]>;
}

/** The requirements whose verdict is not the same in all reports, in the order of the first report. */
export function findUnequal(reports: readonly Report[]): readonly UnequalVerdict[] {
  const byId = new Map<string, Map<Verdict, number[]>>();
  for (const { cases: requirements, run } of reports) {
    for (const { id, verdict } of requirements) {
      const seeds = byId.get(id) ?? new Map<Verdict, number[]>();
      byId.set(id, seeds);
      seeds.set(verdict, [...(seeds.get(verdict) ?? []), run.seed]);
    }
  }
  return [...byId].flatMap(([id, seeds]) => (seeds.size > 1 ? [{ id, seeds }] : []));
}

/** One line: the id, and each verdict with its seeds. */
export function renderUnequal({ id, seeds }: UnequalVerdict): string {
  const parts = [...seeds].map(
    ([verdict, own]) => `${verdict} with ${own.length === 1 ? "seed" : "seeds"} ${own.join(", ")}`,
  );
  return `${id}: ${parts.join("; ")}`;
}
