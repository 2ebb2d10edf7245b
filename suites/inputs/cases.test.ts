import { expect, test } from "vitest";
import { casesAt } from "./cases.ts";

const cases = ["a", "b", "c", "d"];
const few = cases.slice(0, 3);

test("two forms share the cases, and both try the first of a few", () => {
  const standard = { depth: "standard", runsInBothForms: true } as const;
  expect(casesAt({ ...standard, form: "scoped" }, few)).toEqual(["a", "c"]);
  expect(casesAt({ ...standard, form: "unscoped" }, few)).toEqual(["a", "b"]);
  expect(casesAt({ ...standard, form: "unscoped" }, cases)).toEqual(["b", "d"]);
  expect(casesAt({ ...standard, form: "unscoped" }, cases, 0)).toEqual(["b", "d"]);
});

test("a check that runs in one form tries every case", () => {
  const one = { depth: "standard", form: "scoped", runsInBothForms: false } as const;
  expect(casesAt(one, cases)).toEqual(cases);
  expect(casesAt(one, cases, 0)).toEqual(cases);
});

test("a quick run tries the first few, and a deep run all", () => {
  expect(casesAt({ depth: "quick", form: "scoped", runsInBothForms: false }, cases, 2)).toEqual(["a", "b"]);
  const deep = { depth: "deep", form: "scoped", runsInBothForms: true } as const;
  expect(casesAt(deep, cases)).toEqual(cases);
  expect(casesAt(deep, few, 1, ["d"])).toEqual(cases);
});
