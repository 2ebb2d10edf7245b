import { expect, test } from "vitest";
import { repeatedMember } from "./repeated-member.ts";

test.each([
  ["in the outermost object", '{"a":1,"b":2,"a":3}', "a"],
  ["in an object of an array", '[{"a":[{"b":{},"c":0,"b":{}}]}]', "b"],
  ["after an object that has it too", '{"a":{"b":1},"b":2,"b":3}', "b"],
  ["with an escape", String.raw`{"a":1,"\u0061":2}`, "a"],
  ["with a quote in its name", String.raw`{"a\"b":1,"a\"b":2}`, 'a"b'],
  ["after a byte order mark and white space", '\uFEFF { "a" : 1 ,\n"a" : 2 }', "a"],
  ["with an empty name", '{"":1,"":2}', ""],
])("a repeated member %s is found", (_where, text, name) => {
  expect(repeatedMember(Buffer.from(text))).toBe(name);
});

test.each([
  ["members of different objects", '[{"a":1},{"a":{"a":{"a":1}}}]'],
  ["equal values", '{"a":"x","b":"x","c":["x","x"]}'],
  ["braces and colons in strings", String.raw`{"a":"{\"a\":1,","b":"a\":","c":"\\"}`],
  ["names that differ in case", '{"a":1,"A":2}'],
  ["no object", '"a"'],
])("%s are no repetition", (_what, text) => {
  expect(repeatedMember(Buffer.from(text))).toBeUndefined();
});
