/** One part of the benchmark: a table of figures. */

export interface Part {
  /** The name for `--only`, and of the place of its table in the page. */
  readonly name: string;
  readonly measure: (rounds: number) => Promise<PartResult>;
}

export interface PartResult {
  /** The head of the table and its rows. */
  readonly table: readonly (readonly string[])[];
  /** Sentences below the table. */
  readonly remarks?: readonly string[];
}
