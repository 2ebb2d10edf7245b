import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["namespce", "namespace"],
  ["tokns", "tokens"],
  ["baseurl", "baseUrl"],
  ["fixtuers", "fixtures"],
])("%s is nearest to %s", (word, expected) => {
  expect(nearest(word, ["baseUrl", "namespace", "tokens", "fixtures", "states"])).toBe(expected);
});

test("a word that is like none has no nearest", () => {
  expect(nearest("zzzzzz", ["baseUrl", "tokens"])).toBeUndefined();
});
