import { expect, test } from "vitest";
import { createLookalikes } from "../../verdict/causes/lookalikes.ts";
import { readKnownFaults, tryEachAmongOthers } from "./known-faults.ts";

test("most faults of the reference server are known", () => {
  const known = readKnownFaults();

  expect(known.length).toBeGreaterThan(1_600);
});

test("a fault that is left out is recognized by the others", () => {
  const { first, amongThree } = tryEachAmongOthers(readKnownFaults());

  expect(first).toBeGreaterThan(0.6);
  expect(amongThree).toBeGreaterThan(0.85);
});

const requirementOf = (id: string): string => id.replace(/-\d$/u, "");
const known = [
  { name: "both", summary: "Breaks a and b", failed: ["x/a-1", "x/b-1"] },
  { name: "other-case", summary: "Breaks another case of a", failed: ["x/a-2"] },
  { name: "only-a", summary: "Breaks a", failed: ["x/a-1"] },
  { name: "only-b", summary: "Breaks b", failed: ["x/b-1"] },
];

test("the fault that fails the same cases is first, then what shares some of them", () => {
  const found = createLookalikes(known, requirementOf)({ failed: ["x/a-1", "x/b-1"] });

  expect(found.slice(0, 2).map(({ fault, explained, of }) => [fault, explained, of])).toEqual([
    ["both", 2, 2],
    ["only-a", 1, 2],
  ]);
});

test("what breaks another case of the same requirement comes after what fails the same case", () => {
  const found = createLookalikes(known, requirementOf)({ failed: ["x/a-2"] });

  expect(found.map(({ fault, explained }) => [fault, explained])).toEqual([
    ["other-case", 1],
    ["only-a", 0],
    ["both", 0],
  ]);
});

test("what breaks neither is no guess", () => {
  expect(createLookalikes(known, requirementOf)({ failed: ["x/c-1"] })).toEqual([]);
});

test("of several that are equally similar and break different requirements, none is shown", () => {
  const similar = ["b", "c", "d", "e"].map((other) => ({
    name: `a-and-${other}`,
    summary: "",
    failed: [`x/${other}-1`, "x/a-1"],
  }));

  expect(createLookalikes(similar, requirementOf)({ failed: ["x/z-1", "x/a-1"] })).toEqual([]);
  expect(createLookalikes(similar.slice(1), requirementOf)({ failed: ["x/z-1", "x/a-1"] })).toHaveLength(3);
});

test("nothing is guessed where no fault is known", () => {
  expect(createLookalikes([], requirementOf)({ failed: ["x/a-1"] })).toEqual([]);
});

test("of faults that fail the same case, the one that refuses in the same way is first", () => {
  const alike = [
    { name: "accepts", summary: "Accepts it", failed: ["x/a-1"] },
    { name: "refuses", summary: "Refuses it", failed: ["x/a-1"], refusal: "409 version-conflict" },
  ];
  const find = createLookalikes(alike, requirementOf);

  expect(find({ failed: ["x/a-1"], refusal: "409 version-conflict" })[0]?.fault).toBe("refuses");
  expect(find({ failed: ["x/a-1"] })[0]?.fault).toBe("accepts");
});

test("what is accepted looks more like a fault that accepts less than like one that refuses it", () => {
  const alike = [
    { name: "accepts-more", summary: "Accepts it, and more", failed: ["x/a-1", "x/c-1", "x/d-1"] },
    {
      name: "refuses",
      summary: "Refuses it with another problem",
      failed: ["x/a-1"],
      refusal: "400 validation-failed",
    },
  ];

  expect(createLookalikes(alike, requirementOf)({ failed: ["x/a-1"] })[0]?.fault).toBe("accepts-more");
});
