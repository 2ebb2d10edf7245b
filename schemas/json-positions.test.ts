import { expect, test } from "vitest";
import { scanJson, toPosition } from "./json-positions.ts";

const text = `{
  "a": [1, { "b/c": "\\"}" }],
  "d": {}
}`;

test.each([
  ["", 1, 1],
  ["/a", 2, 3],
  ["/a/0", 2, 9],
  ["/a/1/b~1c", 2, 14],
  ["/d", 3, 3],
])("the value at %j is in line %d, column %d", (pointer, line, column) => {
  expect(toPosition(text, scanJson(text).places.get(pointer) ?? -1)).toEqual({ line, column });
});

test.each([
  ["{", 1],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ["[1 2]", 3],
  ['{"a":abc}', 5],
  ["// comment", 0],
  ["{} {}", 3],
  ['"line\nbreak"', 0],
])("%j stops being JSON at offset %d", (broken, errorAt) => {
  expect(scanJson(broken).errorAt).toBe(errorAt);
  expect(() => JSON.parse(broken) as unknown).toThrow(SyntaxError);
});

test.each(["{}", " [] ", "-1.5e+3", '{"a":[true,false,null,"\\u00e9"]}'])("%j is JSON", (whole) => {
  expect(scanJson(whole).errorAt).toBeUndefined();
});
