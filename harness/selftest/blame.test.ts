import { expect, test } from "vitest";
import { describeBlame, describeFirstCauses, describeMissedLimits, describeOperations } from "./blame.ts";
import type { SelftestAnswer } from "./task.ts";

/** Whole runs with so many causes and failed requirements each. */
function runsWith(...diagnoses: readonly (readonly [causes: number, failed: number])[]): SelftestAnswer[] {
  return diagnoses.map(([causes, failed]) => ({
    red: [],
    skipped: [],
    requests: 0,
    durationMs: 0,
    diagnosis: { causes, failed, breaks: undefined, others: [], operations: [] },
  }));
}

const precise = Array.from({ length: 18 }, () => [1, 1] as const);

test("one cause for nine tenths of the faults is well diagnosed", () => {
  const answers = runsWith(...precise, [2, 3], [3, 12]);
  expect(describeMissedLimits([], answers)).toEqual([]);
  const faults = answers.map((_, place) => ({ name: `fault-${place}` }));
  expect(describeBlame(faults, answers)).toEqual([
    "Diagnosis of 20 single faults in whole runs: one cause for 90 %, at most three for 100 %",
    "Requirements failed for one fault: median 1, nine tenths at most 1, most 12",
    "More than one cause: fault-18 (2, 3 failed)",
    "More than one cause: fault-19 (3, 12 failed)",
  ]);
});

const imprecise: readonly (readonly [
  name: string,
  limit: string,
  diagnoses: readonly (readonly [number, number])[],
])[] = [
  [
    "more than one cause too often",
    "one cause for at least 90 %",
    [
      [2, 1],
      [2, 1],
      [2, 1],
    ],
  ],
  [
    "more than three causes",
    "at most three causes for at least 99 %",
    [
      [1, 1],
      [1, 1],
      [4, 1],
    ],
  ],
  [
    "more than twelve failed requirements",
    "at most 12 failed",
    [
      [1, 1],
      [1, 1],
      [1, 13],
    ],
  ],
  [
    "more than three failed requirements too often",
    "nine tenths with at most 3 failed",
    [
      [1, 4],
      [1, 4],
      [1, 4],
    ],
  ],
];

test.each(imprecise)("%s is not: %s", (_name, limit, diagnoses) => {
  const answers = runsWith(...precise.slice(0, 17), ...diagnoses);
  expect(describeMissedLimits([], answers)).toEqual([`Diagnosis misses its limit: ${limit}`]);
});

test("a fault with more than three causes is named, and no share is rounded up", () => {
  const answers = runsWith([4, 7], ...precise);
  expect(describeBlame([{ name: "names-are-lost" }], answers)).toEqual([
    "Diagnosis of 19 single faults in whole runs: one cause for 94.7 %, at most three for 94.7 %",
    "Requirements failed for one fault: median 1, nine tenths at most 1, most 7",
    "More than one cause: names-are-lost (4, 7 failed)",
  ]);
});

test("where only the requirement that finds a fault was run, there is no distribution", () => {
  const [answer] = runsWith([9, 99]);
  const { diagnosis: _none, ...alone } = answer ?? { red: [], skipped: [], requests: 0, durationMs: 0 };
  expect(describeMissedLimits([], [alone])).toEqual([]);
  expect(describeBlame([], [alone])).toEqual([]);
});

test("a cause is about the operation of the broken requirement, or it is counted as another", () => {
  const breaks = "finalize/bytes-have-arrived";
  const answers = runsWith([1, 1], [1, 1]).map((answer, place) => ({
    ...answer,
    diagnosis: {
      causes: 1,
      failed: 1,
      breaks,
      others: [],
      operations: [place === 0 ? ("finalizeReleaseUpload" as const) : ("searchVolumes" as const)],
    },
  }));
  const faults = ["right", "wrong"].map((name) => ({ name, breaks }));
  expect(describeOperations(faults, answers)).toEqual([
    "First cause is about an operation of the broken requirement: 1 of 2",
    "First cause is about another operation: wrong (searchVolumes)",
  ]);
  expect(describeOperations(faults, [])).toEqual([]);
});

test("the first cause breaks the requirement that the fault names, in most runs", () => {
  const breaks = "finalize/bytes-have-arrived";
  const answersWith = (...firsts: readonly (string | undefined)[]): SelftestAnswer[] =>
    runsWith(...firsts.map(() => [1, 1] as const)).map((answer, place) => ({
      ...answer,
      diagnosis: { causes: 1, failed: 1, others: [], operations: [], breaks: firsts[place] },
    }));
  const own = Array.from({ length: 36 }, () => breaks);
  const faults = Array.from({ length: 40 }, (_, place) => ({ name: `fault-${place}`, breaks }));

  const missing = answersWith("a/other", undefined, "a/other", "a/other", ...own);
  expect(describeFirstCauses(faults, missing)).toEqual([
    "First cause breaks the fault's own requirement: 36 of 40",
    `First cause breaks another requirement: fault-0 (a/other, not ${breaks})`,
    `First cause breaks another requirement: fault-1 (nothing, not ${breaks})`,
    `First cause breaks another requirement: fault-2 (a/other, not ${breaks})`,
    `First cause breaks another requirement: fault-3 (a/other, not ${breaks})`,
  ]);
  expect(describeMissedLimits(faults, missing)).toEqual([
    "Diagnosis misses its limit: a first cause that breaks the requirement that should lead for at least 97 %",
  ]);
  expect(describeMissedLimits(faults, answersWith("a/other", breaks, breaks, breaks, ...own))).toEqual([]);
  expect(describeFirstCauses(faults, [])).toEqual([]);
});

test("another requirement may lead only where the fault, the check or the audit names it", () => {
  const faults = [
    { name: "stated", breaks: "every-response/lists-repeat-no-volume-and-no-version" },
    { name: "audited", breaks: "audit/downloads-are-what-was-uploaded" },
    { name: "unseen", breaks: "audit/downloads-are-what-was-uploaded" },
    { name: "declared", breaks: "finalize/bytes-have-arrived", leads: "a/plainer" },
  ];
  const firsts = ["version-index/lists-each-version-once", "a/other", "a/other", "a/plainer"];
  const answers = runsWith(...firsts.map(() => [1, 1] as const)).map((answer, place) => ({
    ...answer,
    diagnosis: {
      causes: 1,
      failed: 1,
      breaks: firsts[place],
      others: place === 1 ? ["audit/downloads-are-what-was-uploaded"] : [],
      operations: [],
    },
  }));

  expect(describeFirstCauses(faults, answers)).toEqual([
    "First cause breaks the fault's own requirement: 0 of 4",
    "First cause breaks a check that states the same rule: 1 of 4",
    "First cause breaks a requirement that an audit or a story leaves its findings to: 1 of 4",
    "First cause breaks a plainer requirement that the fault names: 1 of 4",
    "First cause breaks another requirement: unseen (a/other, not audit/downloads-are-what-was-uploaded)",
  ]);
});
