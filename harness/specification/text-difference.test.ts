import { expect, test } from "vitest";
import { compareTexts } from "./text-difference.ts";

const anchors = [
  { id: "rule:errors/1", place: "Errors, 1" },
  { id: "rule:errors/2", place: "Errors, 2" },
];
const before = "# A\n\n## Errors\n\n1. Every error is a problem.\n2. A status repeats.\n\nSome words here.\n";

test("white space is no difference", () => {
  expect(compareTexts(before, before.replaceAll(" is ", "  is  "), anchors)).toEqual([]);
});

test("a changed rule has both texts and its anchor", () => {
  expect(compareTexts(before, before.replace("a problem", "a problem document"), anchors)).toEqual([
    {
      heading: "Errors",
      before: "Every error is a problem.",
      after: "Every error is a problem document.",
      anchors: ["rule:errors/1"],
    },
  ]);
});

test("a new item before others changes none of them", () => {
  const after = before
    .replace("1. Every", "1. Read this first of all things.\n2. Every")
    .replace("2. A status", "3. A status");
  expect(compareTexts(before, after, anchors)).toMatchObject([
    { heading: "Errors", after: "Read this first of all things." },
  ]);
});

test("what is removed comes last, with its anchor; a rewritten sentence is one change", () => {
  const after = before.replace("2. A status repeats.\n", "").replace("Some words here.", "Some words there.");
  expect(compareTexts(before, after, anchors)).toEqual([
    { heading: "Errors", before: "Some words here.", after: "Some words there.", anchors: [] },
    { heading: "Errors", before: "A status repeats.", anchors: ["rule:errors/2"] },
  ]);
});

test("a word that is renamed keeps the anchor that was found by it", () => {
  const problems = ["not-found", "missing-bytes"].map((slug) => ({
    id: `answers:finalize/${slug}`,
    place: "Finalize, possible problems",
  }));
  const text = "# A\n\n## Finalize\n\nPossible problems: `not-found`, `missing-bytes`.\n";
  const [change] = compareTexts(text, text.replace("missing-bytes", "no-bytes"), problems);
  expect(change?.before).toContain("missing-bytes");
  expect(change?.anchors).toEqual(["answers:finalize/not-found", "answers:finalize/missing-bytes"]);
});
