/** Rows that an index lacks, and those that it has in their place. */
import { listAt, textAt } from "../../../exchange/answer.ts";
import type { Sighting } from "../deviation.ts";
import { shownJson } from "../exchange-text.ts";
import { describeSpelling } from "./likeness.ts";

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
