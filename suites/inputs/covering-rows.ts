/**
 * Rows that together have each pair, or each triple, of levels of different factors. Few failures need more than two factors to meet,
 * and nearly none more than three (D. R. Kuhn et al., Software Fault Interactions, 2004).
 */
import { deriveBytes } from "../../harness/seed.ts";

/** What may vary, and how: the levels of each factor, by its name. */
export type Factors = Readonly<Record<string, readonly [string, ...string[]]>>;

/** One level of each factor. */
export type Row<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** How many factors meet in each combination: 2 for pairs, 3 for triples. */
export type Strength = 2 | 3;

interface Level {
  readonly factor: string;
  readonly level: string;
}

/**
 * Each combination of levels of so many different factors.
 * @returns in the order of the factors
 */
export function combinationsOf(factors: Factors, strength: Strength): readonly (readonly Level[])[] {
  let combinations: readonly (readonly Level[])[] = [[]];
  for (let size = 1; size <= strength; size++)
    combinations = combinations.flatMap((begun) =>
      nextLevels(factors, begun).map((next) => [...begun, next]),
    );
  return combinations;
}

/** The levels of the factors that come after the last one. */
function nextLevels(factors: Factors, begun: readonly Level[]): readonly Level[] {
  const names = Object.keys(factors);
  const last = begun.at(-1);
  return names
    .slice(last === undefined ? 0 : names.indexOf(last.factor) + 1)
    .flatMap((factor) => (factors[factor] ?? []).map((level) => ({ factor, level })));
}

/** Whether the row has these levels. */
export function hasLevels(row: Readonly<Record<string, string>>, levels: readonly Level[]): boolean {
  return levels.every(({ factor, level }) => row[factor] === level);
}

/** Rows that have every combination, as few as a short search finds. The same rows each time. */
export function coveringRows<F extends Factors>(factors: F, strength: Strength): readonly Row<F>[] {
  const levels = Object.values(factors);
  const sizes = levels.map(({ length }) => length);
  // fewer cannot have each combination of the factors with most levels
  let count = sizes
    .toSorted((a, b) => b - a)
    .slice(0, strength)
    .reduce((product, size) => product * size, 1);
  for (;;) {
    const found = searchRows({ sizes, strength, count });
    if (found !== undefined) return found.map((row) => toRow(factors, row));
    count += 1;
  }
}

function toRow<F extends Factors>(factors: F, row: readonly number[]): Row<F> {
  return Object.fromEntries(
    Object.entries(factors).map(([name, levels], place) => [name, levels[row[place] ?? 0]]),
  ) as Row<F>;
}

interface Search {
  /** How many levels each factor has. */
  readonly sizes: readonly number[];
  readonly strength: Strength;
  /** How many rows there are to be. */
  readonly count: number;
}

/** So many changes are tried. */
const maxSteps = 20_000;

/** Random bytes for one change: its row, its factor, its level, and whether it stays although it is for the worse. */
const bytesOfStep = 4;

/**
 * Changes one level at a time until the rows, numbers of levels, have every combination (simulated annealing).
 * @returns undefined if that takes too many changes
 */
function searchRows({ sizes, strength, count }: Search): readonly (readonly number[])[] | undefined {
  const random = deriveBytes(maxSteps * bytesOfStep, `${sizes.join()} ${strength} ${count}`);
  const rows = Array.from({ length: count }, (_, row) =>
    sizes.map((size, factor) => (random[row * sizes.length + factor] ?? 0) % size),
  );
  const tally = createTally(sizes, strength);
  for (const row of rows) tally.addAll(row);
  let temperature = 1;
  for (let step = 0; step < maxSteps && tally.missing() > 0; step++) {
    const [one = 0, two = 0, three = 0, four = 0] = random.subarray(step * bytesOfStep);
    const row = rows[one % count] ?? [];
    const factor = two % sizes.length;
    const size = sizes[factor] ?? 1;
    const before = row[factor] ?? 0;
    const missing = tally.missing();
    tally.change(row, factor, (before + 1 + (three % Math.max(1, size - 1))) % size);
    const loss = tally.missing() - missing;
    if (loss > 0 && four / 256 >= Math.exp(-loss / temperature)) tally.change(row, factor, before);
    temperature = Math.max(0.15, temperature * 0.9995);
  }
  return tally.missing() === 0 ? rows : undefined;
}

interface Tally {
  /** How many combinations no row has. */
  readonly missing: () => number;
  readonly addAll: (row: readonly number[]) => void;
  readonly change: (row: number[], factor: number, level: number) => void;
}

/** Counts how many rows have each combination. */
function createTally(sizes: readonly number[], strength: Strength): Tally {
  const firsts = sizes.map((_, factor) => sizes.slice(0, factor).reduce((sum, size) => sum + size, 0));
  const levels = sizes.reduce((sum, size) => sum + size, 0);
  const groups = groupsOf(sizes.length, strength);
  const groupsWith = sizes.map((_, factor) => groups.filter((group) => group.includes(factor)));
  const counts = new Uint16Array(levels ** strength);
  let missing = groups
    .map((group) => group.reduce((product, factor) => product * (sizes[factor] ?? 0), 1))
    .reduce((sum, combinations) => sum + combinations, 0);
  function count(row: readonly number[], some: readonly (readonly number[])[], by: 1 | -1): void {
    for (const group of some) {
      let place = 0;
      for (const factor of group) place = place * levels + (firsts[factor] ?? 0) + (row[factor] ?? 0);
      const rows = (counts[place] ?? 0) + by;
      counts[place] = rows;
      if (by === 1 && rows === 1) missing -= 1;
      if (by === -1 && rows === 0) missing += 1;
    }
  }
  return {
    missing: () => missing,
    addAll: (row) => count(row, groups, 1),
    change: (row, factor, level) => {
      const some = groupsWith[factor] ?? [];
      count(row, some, -1);
      row[factor] = level;
      count(row, some, 1);
    },
  };
}

/** Every group of so many factors, by their numbers. */
function groupsOf(factors: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return Array.from({ length: factors - from }, (_, place) => from + place).flatMap((first) =>
    groupsOf(factors, size - 1, first + 1).map((others) => [first, ...others]),
  );
}
