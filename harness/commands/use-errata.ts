/** `--errata FILE`, in place of the errata that the package has. */
import { chapters } from "../../suites/index.ts";
import type { Erratum } from "../../schemas/report.ts";
import { parseErrata, readPackageErrata, requirementIds } from "../errata/read-errata.ts";
import { readText } from "./read-report.ts";

/** @throws ErrataError if the file is not valid */
export async function readErrata(options: Readonly<Record<string, unknown>>): Promise<readonly Erratum[]> {
  const known = requirementIds(chapters);
  const file = options["errata"];
  return typeof file === "string" ? parseErrata(await readText(file), file, known) : readPackageErrata(known);
}
