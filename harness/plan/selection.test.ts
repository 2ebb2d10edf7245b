import { expect, test } from "vitest";
import type { Operation } from "../../schemas/report.ts";
import type { Chapter, Check } from "../check.ts";
import { check as madeUpCheck, invariant } from "../run/made-up-run.test.fixture.ts";
import { isDeepEnough, profilesOf, select, SelectionError, toPattern } from "./selection.ts";

function check(id: string, more: Partial<Check> = {}): Check {
  return madeUpCheck(id, { operations: ["getRelease"], ...more });
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
    invariants: [invariant("every/rule", () => "held")],
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

test("the id of a requirement selects its cases, and a glob or a chapter only cases by their own ids", () => {
  const checks = [
    check("a/one", { of: "a/sentence" }),
    check("a/two", { of: "b/sentence" }),
    check("a/three", { of: "b/sentence" }),
  ];
  const among = [{ id: "a", title: "A", checks }];
  expect(ids(select(among, { ...all, only: ["b/sentence"] }))).toEqual(["a/two", "a/three"]);
  expect(ids(select(among, { ...all, skip: ["b/sentence"] }))).toEqual(["a/one"]);
  expect(ids(select(among, { ...all, only: ["a/*"], skip: ["a/t*"] }))).toEqual(["a/one"]);
});

test("a profile selects what speaks of its operations", () => {
  expect(ids(select(chapters, { ...all, profiles: ["search"] }))).toEqual(["a/two", "every/rule"]);
});

test("a requirement of several profiles is selected by each", () => {
  const checks = [check("a/both", { operations: ["getRelease", "searchVolumes"] })];
  for (const profile of ["read", "search"] as const)
    expect(ids(select([{ id: "a", title: "A", checks }], { ...all, profiles: [profile] }))).toEqual([
      "a/both",
    ]);
});

test.each<readonly [string, readonly Operation[]]>([
  ["search", ["searchVolumes"]],
  ["read", ["getVersionIndex", "getRelease", "getCapabilities"]],
  ["publish", ["createReleaseUpload", "finalizeReleaseUpload", "transferBytes"]],
  ["trust", ["createTrustUpload", "finalizeTrustUpload", "getTrustSummary", "getTrustDetail"]],
  ["advisories", ["searchAdvisories", "getAdvisory"]],
  ["unpublish", ["unpublishVersion"]],
])("the profile %s is that of its operations", (profile, operations) => {
  for (const operation of operations) expect(profilesOf({ operations: [operation] })).toEqual([profile]);
});

test("profiles have one order, whatever that of the operations", () => {
  const operations: readonly Operation[] = [
    "getAdvisory",
    "unpublishVersion",
    "getTrustSummary",
    "transferBytes",
    "searchVolumes",
    "getRelease",
  ];
  expect(profilesOf({ operations })).toEqual([
    "read",
    "search",
    "publish",
    "trust",
    "unpublish",
    "advisories",
  ]);
});

test.each([
  [undefined, "quick", true],
  ["quick", "quick", true],
  ["standard", "quick", false],
  ["standard", "deep", true],
  ["deep", "standard", false],
] as const)("a check from %s runs in a %s run: %s", (from, depth, runs) => {
  expect(isDeepEnough(from, depth)).toBe(runs);
});

test("checks have no carriers, and an invariant has those that speak of any of its operations", () => {
  expect(select(chapters, { ...all, only: ["every/rule", "a/two"] }).carriers).toEqual([]);
  const wide: Chapter = {
    id: "b",
    title: "B",
    checks: [
      check("b/one", { operations: ["getRelease", "searchVolumes"] }),
      check("b/two", { operations: ["getAdvisory"] }),
    ],
    invariants: (["searchVolumes", "getCapabilities"] as const).map((operation) =>
      invariant(`b/${operation}`, () => "held", { operations: [operation] }),
    ),
  };
  const { carriers } = select([wide], { ...all, only: ["b/searchVolumes", "b/getCapabilities"] });
  expect(carriers.map(({ id }) => id)).toEqual(["b/one"]);
});

test("an invariant alone is carried by the checks that speak of its operations", () => {
  const selection = select(chapters, { ...all, only: ["every/rule"] });
  expect(selection.checks).toEqual([]);
  expect(selection.carriers.map(({ id }) => id)).toEqual(["a/two"]);
});

test("a check of the whole run alone is carried by the checks that speak of its operations", () => {
  const late: Chapter = {
    id: "b",
    title: "B",
    checks: [
      check("b/one", { operations: ["getRelease"] }),
      check("b/two", { operations: ["getAdvisory"] }),
      check("b/all", { operations: ["getRelease"], last: true }),
    ],
  };
  expect(select([late], { ...all, only: ["b/all"] }).carriers.map(({ id }) => id)).toEqual(["b/one"]);
  expect(select([late], { ...all, only: ["b/all", "b/two"] }).carriers).toEqual([]);
});

test.each([
  [{ only: ["a/tow"] }, /--only "a\/tow": it matches no requirement, did you mean "a\/two"/],
  [{ skip: ["zzz/*"] }, /--skip "zzz\/\*": it matches no requirement$/],
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
  ["a.x/y", "a.x/y", true],
  ["a/t?o", "a/two", true],
  ["a/t?o", "a/to", false],
  ["{a,b}/x", "a,b/x", false],
])("the pattern %s on %s gives %s", (glob, id, expected) => {
  expect(toPattern(glob).test(id)).toBe(expected);
});
