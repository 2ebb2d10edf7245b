/** Rows that an index lacks, and those that it has in their place. */
import { listAt, textAt } from "../../../exchange/answer.ts";
import type { Exchange } from "../../../../schemas/report.ts";
import type { Sighting } from "../deviation.ts";
import { shownJson } from "../exchange-text.ts";
import { describeSpelling } from "./likeness.ts";

/** Limits of pages that somebody may have forgotten. */
const usualLimits: ReadonlySet<number> = new Set([5, 10, 20, 25, 30, 50, 100]);

/** `the index has 20 rows, and no other of this run has more`: rows are missing where a list ends, whatever their versions are. */
export function tellFullPage(group: readonly Sighting[], exchanges: readonly Exchange[]): string | undefined {
  const counts = group.flatMap(({ isMain, got, wanted, deviation: { exchange } }) =>
    isMain !== false && got !== undefined && wanted?.item !== undefined && exchange !== undefined
      ? [countRows(exchange)]
      : [],
  );
  const [count, ...others] = new Set(counts);
  if (count === undefined || others.length > 0 || !usualLimits.has(count)) return undefined;
  return Math.max(...exchanges.map(countRows)) === count
    ? `the index has ${count} rows, and no other of this run has more`
    : undefined;
}

function countRows(exchange: Exchange): number {
  return exchange.operation === "getVersionIndex" ? listAt(shownJson(exchange), "items").length : 0;
}

/** `1.8589934593.0 is there, which has the same numbers in 32 bits`: a row that may be taken for the missing one. */
export function tellSimilarRow(group: readonly Sighting[]): string | undefined {
  // what a set-up met has no finding
  const found = group.filter(({ isMain, got }) => isMain !== false && got !== undefined);
  const lines = found.map(({ wanted, deviation: { exchange } }) => {
    const item = wanted?.item;
    if (item === undefined || exchange?.operation !== "getVersionIndex") return undefined;
    const versions = listAt(shownJson(exchange), "items").flatMap((row) => textAt(row, "version") ?? []);
    const similar = versions.find((version) => describeSpelling(version, item) !== undefined);
    return similar && `a row of ${similar} is there, which ${describeSpelling(similar, item) ?? ""}`;
  });
  return lines.every((line) => line !== undefined) ? lines[0] : undefined;
}
