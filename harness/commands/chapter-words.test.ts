import { expect, test } from "vitest";
import { sentenceOfChapter, titleOfChapter } from "../../reports/chapter-words.ts";
import { chapters } from "../../suites/index.ts";

test("reports call each chapter as the catalogue does", () => {
  expect(chapters.map(({ id }) => titleOfChapter(id))).toEqual(chapters.map(({ title }) => title));
});

test("a report says of each chapter that judges something what it means that all passed", () => {
  const judging = chapters.filter(({ checks, invariants = [] }) => checks.length + invariants.length > 0);
  expect(judging.filter(({ id }) => sentenceOfChapter(id) === undefined).map(({ id }) => id)).toEqual([]);
});

test("a chapter of another suite has its name", () => {
  expect(titleOfChapter("no-such-chapter")).toBe("no-such-chapter");
  expect(sentenceOfChapter("no-such-chapter")).toBeUndefined();
});
