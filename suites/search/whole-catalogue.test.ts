import { expect, test } from "vitest";
import { isConsistent } from "./whole-catalogue.ts";

const pages = [
  { names: ["a", "b"], total: 3 },
  { names: ["c"], total: 3 },
];

test("pages of one list agree", () => {
  expect(isConsistent(pages, 3)).toBe(true);
  expect(isConsistent(pages.slice(0, 1), 3)).toBe(false);
  expect(isConsistent([...pages.slice(0, 1), { names: ["a"], total: 3 }], 3)).toBe(false);
});

test("an older, shorter list that one replica shows does not agree with the list before it", () => {
  expect(isConsistent([{ names: ["a"], total: 1 }], 3)).toBe(false);
});

test("without a total, the pages are compared with each other", () => {
  expect(isConsistent([{ names: ["a"], total: undefined }])).toBe(true);
});
