import { describe, expect, test } from "vitest";
import { combinationsOf, hasLevels } from "../inputs/covering-rows.ts";
import { lifeFactors, lifeRows, planLives } from "./life-plan.ts";

const namespace = { scope: "@acme", prefix: "acme" };

describe("the lives of releases", () => {
  test.each([
    { depth: "standard", strength: 2, most: 9 },
    { depth: "deep", strength: 3, most: 28 },
  ] as const)("have each combination of $strength factors at depth $depth", ({ depth, strength, most }) => {
    const rows = [...lifeRows(depth, "scoped", { namespace }), ...lifeRows(depth, "unscoped", { namespace })];
    const missing = combinationsOf(lifeFactors, strength).filter(
      (levels) => !rows.some((row) => hasLevels(row, levels)),
    );

    expect(missing).toEqual([]);
    expect(rows.length).toBeLessThanOrEqual(most);
  });

  test("are all of one form where a target offers no other", () => {
    const rows = lifeRows("standard", "unscoped", { namespace: { prefix: "acme" } });

    expect(rows).toEqual(planLives(["unscoped"], 2));
    expect(rows.every(({ form }) => form === "unscoped")).toBe(true);
  });
});
