import { expect, test } from "vitest";
import type { Chapter, Check } from "../check.ts";
import { select, SelectionError, toPattern } from "./selection.ts";

function check(id: string, more: Partial<Check> = {}): Check {
  return {
    id,
    level: "must",
    rule: "",
    source: "",
    operations: ["getRelease"],
    run: () => Promise.resolve(),
    ...more,
  };
}

const chapters: readonly Chapter[] = [
  {
    id: "a",
    title: "A",
    checks: [
      check("a/one"),
      check("a/two", { operations: ["searchVolumes"] }),
      check("a/deep", { from: "deep" }),
    ],
    invariants: [
      {
        id: "every/rule",
        level: "must",
        rule: "",
        source: "",
        operations: ["searchVolumes"],
        judge: () => "held",
      },
    ],
    observations: [
      {
        id: "a/question",
        question: "",
        source: "",
        operations: ["getRelease"],
        observe: () => Promise.resolve(""),
      },
    ],
  },
];

const all = { depth: "standard", profiles: [], only: [], skip: [] } as const;

function ids(selection: ReturnType<typeof select>): readonly string[] {
  return [...selection.checks, ...selection.invariants, ...selection.observations].map(({ id }) => id);
}

test("everything of the depth is selected by default", () => {
  expect(ids(select(chapters, all))).toEqual(["a/one", "a/two", "every/rule", "a/question"]);
  expect(ids(select(chapters, { ...all, depth: "deep" }))).toContain("a/deep");
});

test("patterns select and leave out", () => {
  expect(ids(select(chapters, { ...all, only: ["a/t*", "a/one"] }))).toEqual(["a/one", "a/two"]);
  expect(ids(select(chapters, { ...all, only: ["a"], skip: ["*/one"] }))).toEqual(["a/two", "a/question"]);
});

test("a profile selects what speaks of its operations", () => {
  expect(ids(select(chapters, { ...all, profiles: ["search"] }))).toEqual(["a/two", "every/rule"]);
});

test("an invariant alone is carried by the checks that speak of its operations", () => {
  const selection = select(chapters, { ...all, only: ["every/rule"] });
  expect(selection.checks).toEqual([]);
  expect(selection.carriers.map(({ id }) => id)).toEqual(["a/two"]);
});

test.each([
  [{ only: ["a/tow"] }, /--only "a\/tow": it matches no requirement, did you mean "a\/two"/],
  [{ skip: ["zzz/*"] }, /--skip "zzz\/\*": it matches no requirement/],
  [{ only: ["a/one"], skip: ["a/*"] }, /select no requirement/],
  [{ only: ["a/deep"] }, /a\/deep runs from depth "deep" on/],
])("%j selects nothing and says so", (options, message) => {
  expect(() => select(chapters, { ...all, ...options })).toThrow(SelectionError);
  expect(() => select(chapters, { ...all, ...options })).toThrow(message);
});

test.each([
  ["finalize/*", "finalize/bytes-have-arrived", true],
  ["finalize", "finalize/bytes-have-arrived", true],
  ["finalize/bytes", "finalize/bytes-have-arrived", false],
  ["*have*", "finalize/bytes-have-arrived", true],
  ["{a,b}/x", "b/x", true],
  ["a.x/y", "abx/y", false],
])("the pattern %s on %s gives %s", (glob, id, expected) => {
  expect(toPattern(glob).test(id)).toBe(expected);
});
