/**
 * Rows that together have each pair, or each triple, of levels of different factors. Few failures need more than two factors to meet,
 * and nearly none more than three (D. R. Kuhn et al., Software Fault Interactions, 2004).
 */

/** What may vary, and how: the levels of each factor, by its name. */
export type Factors = Readonly<Record<string, readonly [string, ...string[]]>>;

/** One level of each factor. */
export type Row<F extends Factors> = { readonly [Name in keyof F]: F[Name][number] };

/** What a plan has beside its factors. */
export interface PlanOptions<F extends Factors> {
  /** How many factors meet in each combination: 2 for pairs, 3 for triples. */
  readonly strength: 2 | 3;
  /** False for levels that exclude each other; what it says of some levels it says of every row that has them. */
  readonly allows?: (levels: Partial<Row<F>>) => boolean;
}

interface Level {
  readonly factor: string;
  readonly level: string;
}

/**
 * Each combination of levels of so many different factors, the excluded ones left out.
 * @returns in the order of the factors
 */
export function combinationsOf<F extends Factors>(
  factors: F,
  { strength, allows = () => true }: Pick<PlanOptions<F>, "strength" | "allows">,
): readonly (readonly Level[])[] {
  const isAllowed = (levels: readonly Level[]): boolean => allows(toLevels<F>(levels));
  let combinations: readonly (readonly Level[])[] = [[]];
  for (let size = 1; size <= strength; size++)
    combinations = combinations.flatMap((begun) =>
      nextLevels(factors, begun).map((next) => [...begun, next]),
    );
  return combinations.filter(isAllowed);
}

/** The levels of the factors that come after the last one. */
function nextLevels(factors: Factors, begun: readonly Level[]): readonly Level[] {
  const names = Object.keys(factors);
  const last = begun.at(-1);
  return names
    .slice(last === undefined ? 0 : names.indexOf(last.factor) + 1)
    .flatMap((factor) => (factors[factor] ?? []).map((level) => ({ factor, level })));
}

function toLevels<F extends Factors>(levels: readonly Level[]): Partial<Row<F>> {
  return Object.fromEntries(levels.map(({ factor, level }) => [factor, level])) as Partial<Row<F>>;
}

/** Whether the row has these levels. */
export function hasLevels(row: Readonly<Record<string, string>>, levels: readonly Level[]): boolean {
  return levels.every(({ factor, level }) => row[factor] === level);
}

/**
 * Rows that have every combination that is allowed: each starts with the first one that no row has yet, and gets, factor by factor,
 * the level that adds most others. The same rows each time.
 * @throws RangeError if a combination is allowed that no whole row can have
 */
export function coveringRows<F extends Factors>(factors: F, options: PlanOptions<F>): readonly Row<F>[] {
  const { allows = () => true } = options;
  let missing = combinationsOf(factors, options);
  const rows: Row<F>[] = [];
  for (let [first] = missing; first !== undefined; [first] = missing) {
    const row: Record<string, string> = Object.fromEntries(first.map(({ factor, level }) => [factor, level]));
    for (const [factor, levels] of Object.entries(factors)) {
      if (factor in row) continue;
      const allowed = levels.filter((level) => allows({ ...row, [factor]: level } as Partial<Row<F>>));
      const level = chooseLevel({ factor, levels: allowed, row, missing, rows });
      if (level === undefined) throw new RangeError(`No level of "${factor}" goes with the others`);
      row[factor] = level;
    }
    rows.push(row as Row<F>);
    missing = missing.filter((levels) => !hasLevels(row, levels));
  }
  return rows;
}

interface Candidate {
  readonly factor: string;
  readonly levels: readonly string[];
  /** The levels that the row has so far. */
  readonly row: Readonly<Record<string, string>>;
  readonly missing: readonly (readonly Level[])[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** The level that may add most of the missing combinations to the row; of several the one that fewest rows have. */
function chooseLevel({ factor, levels, row, missing, rows }: Candidate): string | undefined {
  const open = missing.filter((combination) =>
    combination.every((one) => one.factor === factor || (row[one.factor] ?? one.level) === one.level),
  );
  const weightOf = (level: string): readonly [number, number] => {
    const added = open.filter((combination) =>
      combination.some((one) => one.factor === factor && one.level === level),
    );
    // what the row has already counts before what it may still get
    const near = added.filter((combination) =>
      combination.every((one) => one.factor === factor || one.factor in row),
    );
    return [
      near.length + added.length / (missing.length + 1),
      -rows.filter((one) => one[factor] === level).length,
    ];
  };
  return levels
    .map((level) => ({ level, weight: weightOf(level) }))
    .toSorted((a, b) => b.weight[0] - a.weight[0] || b.weight[1] - a.weight[1])[0]?.level;
}
