import { describe, expect, test } from "vitest";
import { combinationsOf, coveringRows, hasLevels } from "./covering-rows.ts";

const factors = {
  form: ["scoped", "unscoped"],
  version: ["plain", "prerelease", "build"],
  state: ["available", "yanked", "blocked"],
  operation: ["read", "delete"],
} as const;

describe("covering rows", () => {
  test.each([
    { strength: 2, possible: 37 },
    { strength: 3, possible: 60 },
  ] as const)("have each combination of $strength levels", ({ strength, possible }) => {
    const rows = coveringRows(factors, strength);
    const combinations = combinationsOf(factors, strength);

    expect(combinations).toHaveLength(possible);
    for (const levels of combinations) expect(rows.some((row) => hasLevels(row, levels))).toBe(true);
  });

  test("are as few as can be, and no two are the same", () => {
    const rows = coveringRows(factors, 2);

    expect(rows).toHaveLength(9);
    const texts = rows.map((row) =>
      Object.keys(factors)
        .map((factor) => row[factor as keyof typeof row])
        .join(),
    );
    expect(new Set(texts).size).toBe(rows.length);
  });

  test("are the same each time", () => {
    expect(coveringRows(factors, 2)).toEqual(coveringRows(factors, 2));
  });
});
