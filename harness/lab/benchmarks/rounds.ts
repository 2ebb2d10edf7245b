/** Rounds of measurements: what is compared is measured in turns, so that a busy moment meets all of it. */
import { cpus, totalmem } from "node:os";

/** The median of several figures, and the lowest and the highest. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export function toSpread(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return { median: at(Math.floor(sorted.length / 2)), lowest: at(0), highest: at(sorted.length - 1) };
}

/** The median with the lowest and the highest, such as `1.92 (1.80 to 2.10)`. */
export function formatSpread(figures: readonly number[], digits = 2): string {
  const { median, lowest, highest } = toSpread(figures);
  const [middle, from, to] = [median, lowest, highest].map((figure) => figure.toFixed(digits));
  return figures.length === 1 || from === to
    ? (middle ?? "")
    : `${middle ?? ""} (${from ?? ""} to ${to ?? ""})`;
}

/**
 * Measures each subject once in each round; every second round in the opposite order.
 * @returns the measurements of each subject, in the order of the rounds
 */
export async function measureInTurns<Name extends string, Result>(
  rounds: number,
  subjects: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<ReadonlyMap<Name, readonly Result[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = new Map<Name, Result[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results.get(name)?.push(await subjects[name]());
  }
  return results;
}

/** The machine that measures, in one sentence. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${first?.model.trim() ?? "unknown"}), ${memory} GiB, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
}
