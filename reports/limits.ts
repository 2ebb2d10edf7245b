/** The observations about sizes, as rows of one table: what was taken, and what was refused. */
import type { ObservationResult } from "../schemas/report.ts";

/** What has a limit that the specification leaves open, by the observation of it. */
const names: ReadonlyMap<string, string> = new Map([
  ["audit/largest-bodies", "JSON body"],
  ["audit/longest-keys", "idempotency key"],
  ["audit/longest-texts", "string in a body"],
  ["audit/largest-uploads", "bytes of an upload"],
  ["audit/largest-declared-sizes", "`declaredSize`"],
  ["audit/largest-offsets", "`offset` of `GET` search"],
]);

/** One row: a kind of size. */
export interface Limit {
  /** The id of the observation. */
  readonly id: string;
  readonly name: string;
  /** The largest that was taken. */
  readonly taken: string;
  /** The smallest larger one that was refused, and how. */
  readonly refused: string;
}

/** The limit that an observation is about; undefined if it is about something else, or saw nothing. */
export function toLimit({ id, observed, answer }: ObservationResult): Limit | undefined {
  const name = names.get(id);
  const [taken, refused] = answer.split("; ");
  if (name === undefined || !observed || taken === undefined || refused === undefined) return undefined;
  return { id, name, taken: taken.replace(/^Largest taken: /u, ""), refused };
}
