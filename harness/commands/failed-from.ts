/** `--failed-from REPORT`: the requirements of an earlier run that did not pass. */
import { SelectionError, toPatternOfAny } from "../plan/selection.ts";
import { readReport } from "./read-report.ts";

/**
 * The ids to run again, for `only`.
 * @param only patterns that limit them further
 * @throws UsageError if the report cannot be read, SelectionError if nothing is left to run
 */
export async function readFailed(file: string, only: readonly string[]): Promise<readonly string[]> {
  const { chapters } = await import("../../suites/index.ts");
  const known = new Set(
    chapters.flatMap(({ checks, invariants = [] }) => [...checks, ...invariants]).map(({ id }) => id),
  );
  const { cases: requirements } = await readReport(file);
  const pattern = toPatternOfAny(only);
  const failed = requirements
    .filter(({ verdict, notOffered }) => verdict !== "passed" && notOffered !== true)
    .map(({ id }) => id)
    .filter((id) => only.length === 0 || pattern.test(id));
  const gone = failed.filter((id) => !known.has(id));
  if (gone.length > 0) process.stderr.write(`Not in this suite, and so not run again: ${gone.join(", ")}\n`);
  const ids = failed.filter((id) => known.has(id));
  if (ids.length > 0) return ids;
  const among = only.length === 0 ? "every requirement" : "every requirement that --only selects";
  throw new SelectionError(`Nothing to run: ${among} passed in "${file}"`);
}
