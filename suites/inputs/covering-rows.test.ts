import { describe, expect, test } from "vitest";
import { combinationsOf, coveringRows, hasLevels } from "./covering-rows.ts";

const factors = {
  form: ["scoped", "unscoped"],
  version: ["plain", "prerelease", "build"],
  state: ["available", "yanked", "blocked"],
  operation: ["read", "delete"],
} as const;

/** Only unscoped names have a path for this. */
const allows = ({ form, operation }: { readonly form?: string; readonly operation?: string }): boolean =>
  !(form === "scoped" && operation === "delete");

describe("covering rows", () => {
  test.each([
    { strength: 2, possible: 37 },
    { strength: 3, possible: 60 },
  ] as const)("have each combination of $strength levels", ({ strength, possible }) => {
    const rows = coveringRows(factors, { strength });
    const combinations = combinationsOf(factors, { strength });

    expect(combinations).toHaveLength(possible);
    for (const levels of combinations) expect(rows.some((row) => hasLevels(row, levels))).toBe(true);
  });

  test("are far fewer than all rows, and no two are the same", () => {
    const rows = coveringRows(factors, { strength: 2 });

    expect(rows.length).toBeLessThanOrEqual(12);
    const texts = rows.map((row) =>
      Object.keys(factors)
        .map((factor) => row[factor as keyof typeof row])
        .join(),
    );
    expect(new Set(texts).size).toBe(rows.length);
  });

  test("have no combination that is excluded, and every other one", () => {
    const rows = coveringRows(factors, { strength: 2, allows });
    const combinations = combinationsOf(factors, { strength: 2, allows });

    expect(combinations).toHaveLength(36);
    expect(rows.every(allows)).toBe(true);
    for (const levels of combinations) expect(rows.some((row) => hasLevels(row, levels))).toBe(true);
  });

  test("are refused where levels go together that no row may have", () => {
    const never = (levels: Readonly<Partial<Record<string, string>>>): boolean =>
      Object.keys(levels).length < 3;

    expect(() => coveringRows(factors, { strength: 2, allows: never })).toThrow(RangeError);
  });

  test("are the same each time", () => {
    expect(coveringRows(factors, { strength: 2 })).toEqual(coveringRows(factors, { strength: 2 }));
  });
});
