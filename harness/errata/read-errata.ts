/** Errata: requirements that are withdrawn or disputed after a release of the suite. */
import type { Chapter } from "../check.ts";
import type { Erratum } from "../../schemas/report.ts";
import { listAt, textAt, valueAt } from "../exchange/answer.ts";
import { readPackageFile } from "../package-file.ts";
import { nearestId } from "../target-file/nearest.ts";

/** A file of errata that cannot be used (exit code 2). */
export class ErrataError extends Error {
  override readonly name = "ErrataError";
}

/** The ids that an erratum can name. */
export function requirementIds(chapters: readonly Chapter[]): ReadonlySet<string> {
  return new Set(
    chapters.flatMap(({ checks, invariants = [] }) => [...checks, ...invariants]).map(({ id }) => id),
  );
}

/** The errata that the package has. */
export function readPackageErrata(known: ReadonlySet<string>): readonly Erratum[] {
  return parseErrata(readPackageFile("suites/errata.json"), "suites/errata.json", known);
}

/**
 * @param file the file's name, for messages
 * @param known ids of all requirements
 * @throws ErrataError if the file is not valid, or names an unknown requirement
 */
export function parseErrata(text: string, file: string, known: ReadonlySet<string>): readonly Erratum[] {
  const content = parseJson(text, file);
  if (valueAt(content, "errataVersion") !== 1 || !Array.isArray(valueAt(content, "errata")))
    throw new ErrataError(`Cannot read errata "${file}": expected "errataVersion": 1 and a list "errata"`);
  const errata = listAt(content, "errata").map((entry, index) =>
    toErratum(entry, `${file}", entry ${index + 1}`),
  );
  for (const { id } of errata) {
    if (known.has(id)) continue;
    const near = nearestId(id, [...known]);
    throw new ErrataError(
      `Cannot read errata "${file}": unknown requirement "${id}"${near === undefined ? "" : `, did you mean "${near}"`}`,
    );
  }
  return errata;
}

/** True for a complete erratum. */
export function isErratum(value: unknown): value is Erratum {
  try {
    toErratum(value, "");
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ErrataError(`Cannot read errata "${file}": it is not valid JSON`, { cause: error });
  }
}

/** @param place the file and the entry, for messages */
function toErratum(entry: unknown, place: string): Erratum {
  const [id, status, reason, date] = ["id", "status", "reason", "date"].map(
    (name) => textAt(entry, name) ?? "",
  );
  if (id === undefined || id === "" || reason === undefined || reason === "")
    throw new ErrataError(`Cannot read errata "${place}: expected an "id" and a "reason"`);
  if (status !== "withdrawn" && status !== "disputed")
    throw new ErrataError(`Cannot read errata "${place}: expected the "status" withdrawn or disputed`);
  if (date === undefined || !/^\d{4}-\d\d-\d\d$/.test(date))
    throw new ErrataError(`Cannot read errata "${place}: expected a "date" such as 2026-11-30`);
  return { id, status, reason, date };
}

/** Why two lists of errata are not the same; undefined if they are. */
export function describeOtherErrata(
  claimed: readonly Erratum[],
  own: readonly Erratum[],
): string | undefined {
  const toText = (errata: readonly Erratum[]): string =>
    errata
      .map(({ id, status, reason, date }) => [id, status, reason, date].join(" "))
      .toSorted()
      .join("; ");
  if (toText(claimed) === toText(own)) return undefined;
  return `the report was made with other errata (${claimed.length === 0 ? "none" : toText(claimed)}) than these (${own.length === 0 ? "none" : toText(own)}); give the same file with --errata`;
}
