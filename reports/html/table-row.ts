/** A row of a grouped table in a packed block, as HTML of the page's renderer: every text in it is escaped. */
export interface TableRow {
  readonly group: string;
  readonly html: string;
  /** What the filter searches. */
  readonly text: string;
  /** Whether it is a difference that is shown without being asked for. */
  readonly differs: boolean;
  /** Whether it is a difference if *skipped* counts as one. */
  readonly differsWithSkipped: boolean;
}
