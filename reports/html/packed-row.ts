/** A row of a chapter in a packed block, as HTML of the page's renderer: every text in it is escaped. */
export interface PackedRow {
  readonly id: string;
  /** The ids of the cases in its body. */
  readonly cases: readonly string[];
  /** Whether the row is folded with its chapter. */
  readonly settled: boolean;
  readonly row: string;
  /** What the row shows when it is opened. */
  readonly body?: string;
}
