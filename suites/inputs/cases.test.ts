import { expect, test } from "vitest";
import { casesAt } from "./cases.ts";

const cases = ["a", "b", "c", "d"];
const few = cases.slice(0, 3);

test("two halves share the cases, and both have the first of a few", () => {
  const standard = { depth: "standard", runsInBothForms: true } as const;
  expect(casesAt({ ...standard, half: "first" }, few)).toEqual(["a", "c"]);
  expect(casesAt({ ...standard, half: "second" }, few)).toEqual(["a", "b"]);
  expect(casesAt({ ...standard, half: "second" }, cases)).toEqual(["b", "d"]);
  expect(casesAt({ ...standard, half: "second" }, cases, 0)).toEqual(["b", "d"]);
});

test("a check that runs in one form tries every case", () => {
  const one = { depth: "standard", half: "first", runsInBothForms: false } as const;
  expect(casesAt(one, cases)).toEqual(cases);
  expect(casesAt(one, cases, 0)).toEqual(cases);
});

test("a quick run tries the first few, and a deep run all", () => {
  expect(casesAt({ depth: "quick", half: "first", runsInBothForms: false }, cases, 2)).toEqual(["a", "b"]);
  const deep = { depth: "deep", half: "first", runsInBothForms: true } as const;
  expect(casesAt(deep, cases)).toEqual(cases);
  expect(casesAt(deep, few, 1, ["d"])).toEqual(cases);
});
