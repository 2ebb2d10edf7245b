/** How many requests the longest checks send in a row, learnt from a recorded run, so that they can begin first. */
import { valueAt } from "../registry/answer.ts";
import { readPackageFile } from "../package-file.ts";

/** The file of the checks with many requests, by id. */
export const lengthsFile = "suites/long-checks.json";

/** Gives the number of requests of a check; zero for one of the many that are short. */
export function readLengths(): (id: string) => number {
  const lengths: unknown = JSON.parse(readPackageFile(lengthsFile));
  return (id) => {
    const length = valueAt(lengths, id);
    return typeof length === "number" ? length : 0;
  };
}
