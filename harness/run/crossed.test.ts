import { describe, expect, test } from "vitest";
import type { Check, Tools } from "../check.ts";
import type { Report } from "../../schemas/report.ts";
import type { Half } from "../vocabulary.ts";
import { check, requirementOf, runMadeUp } from "./made-up-run.test.fixture.ts";

type Place = `${"scoped" | "unscoped"} ${Half}`;

/** Runs one check that fails at these places, and gives those that were tried. */
async function placesOf(
  failsAt: readonly Place[],
  more: Partial<Check> = {},
  depth: Report["run"]["depth"] = "standard",
): Promise<{ readonly tried: readonly Place[]; readonly report: Report }> {
  const tried: Place[] = [];
  const one = check("a/one", {
    forms: "each",
    run: async ({ form, half, registry, expect: assert }: Tools) => {
      const place: Place = `${form} ${half}`;
      tried.push(place);
      const answer = await registry.searchVolumes();
      assert.that(!failsAt.includes(place), { expected: "right", got: place, answer });
    },
    ...more,
  });
  const report = await runMadeUp({ chapter: { checks: [one] }, options: { depth } });
  return { tried, report };
}

const inBothForms: readonly Place[] = ["scoped first", "unscoped second"];

function causesOf(report: Report): readonly string[] {
  return (report.causes ?? []).flatMap(({ when = [] }) => when);
}

describe("what a failure in one form of names is due to", () => {
  test("it is tried in the same form with the half that was right in the other", async () => {
    const { tried, report } = await placesOf(["unscoped second", "unscoped first"]);
    expect(tried).toEqual([...inBothForms, "unscoped first"]);
    expect(requirementOf(report, "a/one").evidence.map(({ finding }) => finding?.got)).toEqual([
      "unscoped second",
      "unscoped first",
    ]);
    expect(causesOf(report)).toContain(
      "unscoped names are the reason: tried again with all that scoped names had, they were wrong again",
    );
  });

  test("where that is right, the form of names alone is not the reason", async () => {
    const { tried, report } = await placesOf(["scoped first"]);
    expect(tried).toEqual([...inBothForms, "scoped second"]);
    expect(causesOf(report)).toContain(
      "scoped names are not the reason: tried again with all that unscoped names had, they were right too",
    );
  });

  test("a check of one form is tried in the other one with the same half", async () => {
    const { tried, report } = await placesOf(["scoped first"], { forms: "one" });
    expect(tried).toEqual(["scoped first", "unscoped first"]);
    expect(causesOf(report)).toContain(
      "scoped names are the reason: tried again with unscoped ones and all else alike, it was right",
    );
  });

  test("nothing is tried again where all is right or all is wrong, nor what costs many requests", async () => {
    expect((await placesOf([])).tried).toEqual(inBothForms);
    expect((await placesOf(inBothForms)).tried).toEqual(inBothForms);
    expect((await placesOf(["scoped first"], { forms: "scoped" })).tried).toEqual(["scoped first"]);
    const tried: string[] = [];
    await placesOf([], {
      run: async ({ form, half, registry, expect: assert }) => {
        tried.push(`${form} ${half}`);
        for (let sent = 0; sent < 11; sent++) await registry.searchVolumes();
        assert.that(form === "scoped", { expected: "", got: "" });
      },
    });
    expect(tried).toEqual(inBothForms);
  });
});

describe("a deep run", () => {
  test("tries each form with each half, where the check asks for it", async () => {
    const { tried } = await placesOf([], {}, "deep");
    expect(tried).toEqual([...inBothForms, "scoped second", "unscoped first"]);
  });

  test("fails for any of them", async () => {
    const { report } = await placesOf(["unscoped first"], {}, "deep");
    expect(requirementOf(report, "a/one").verdict).toBe("failed");
  });

  test("tries a check that asks for no half once in each form", async () => {
    const forms: string[] = [];
    const run: Check["run"] = ({ form, expect: assert }) => {
      forms.push(form);
      assert.that(true, { expected: "", got: "" });
      return Promise.resolve();
    };
    await placesOf([], { run }, "deep");
    expect(forms).toEqual(["scoped", "unscoped"]);
  });
});
