import { expect, test } from "vitest";
import { type CheckFile, toChapter } from "./check-file.ts";

const run = async (): Promise<void> => {};

const file: CheckFile = {
  source: "Part one",
  operations: ["getRelease"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  reading: "As it is written.",
  checks: [
    { id: "a/one", rule: "One.", run },
    { id: "a/two", rule: "Two.", level: "should", source: "Part two", needs: [], from: "quick", run },
  ],
  invariants: [{ id: "a/always", rule: "Always.", judge: () => "held" }],
  observations: [{ id: "a/open", question: "Open?", observe: async () => "yes" }],
  untested: [{ id: "a/unseen", rule: "Unseen.", reason: "Nobody sees it." }],
};

const chapter = toChapter({ id: "a", title: "A", files: [file] });

test("a check has what its file states, and a level of must", () => {
  expect(chapter.checks[0]).toEqual({
    id: "a/one",
    rule: "One.",
    level: "must",
    source: "Part one",
    operations: ["getRelease"],
    needs: ["token:publisher"],
    forms: "either",
    from: "standard",
    reading: "As it is written.",
    run,
  });
});

test("what a check states itself stands before what its file states", () => {
  expect(chapter.checks[1]).toMatchObject({ level: "should", source: "Part two", needs: [], from: "quick" });
});

test("invariants, observations and untested rules have only the members that they speak of", () => {
  expect(Object.keys(chapter.invariants?.[0] ?? {}).toSorted()).toEqual(
    ["id", "judge", "level", "operations", "rule", "source"].toSorted(),
  );
  expect(Object.keys(chapter.observations?.[0] ?? {}).toSorted()).toEqual(
    ["forms", "from", "id", "needs", "observe", "operations", "question", "source"].toSorted(),
  );
  expect(chapter.untested).toEqual([
    { id: "a/unseen", rule: "Unseen.", reason: "Nobody sees it.", source: "Part one" },
  ]);
});

test("the entries of a chapter are in the order of its files", () => {
  const second: CheckFile = {
    source: "Part",
    operations: ["getRelease"],
    checks: [{ id: "a/last", rule: "Last.", run }],
  };
  const { checks } = toChapter({ id: "a", title: "A", files: [file, second] });
  expect(checks.map(({ id }) => id)).toEqual(["a/one", "a/two", "a/last"]);
});
