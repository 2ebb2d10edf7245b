import { expect, test } from "vitest";
import { areOfOneKind, areSimilarKeys, describeKeys } from "./described-keys.ts";

const key = "c6d0a1f4-298b-4620-af13-b84743f7622e";

test.each([
  [key.toUpperCase(), "a key that differs only in letter case"],
  [` ${key}`, "a key that differs only in white space"],
  [key.replaceAll("-", ""), "a key that differs only in its punctuation"],
  [key.slice(0, 20), "a key of its first 20 characters"],
  [`${key}00`, "the key and 2 more characters"],
])("%j is a similar key, and told as one", (other, told) => {
  expect(areSimilarKeys(other, key)).toBe(true);
  expect(describeKeys(other, key)).toBe(told);
});

test("keys without anything in common are not similar", () => {
  expect(areSimilarKeys("another-key-of-another-client-0001", key)).toBe(false);
});

test("two keys are of one kind if their punctuation is", () => {
  expect(areOfOneKind(key, "11111111-2222-3333-4444-555555555555")).toBe(true);
  expect(areOfOneKind(key, key.replaceAll("-", ""))).toBe(false);
  expect(areOfOneKind(key, undefined)).toBe(false);
});
