import { describe, expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import { parseJson, readJson } from "./json-body.ts";

const exchange: Exchange = {
  id: "a#0",
  actor: "a",
  operation: "getRelease",
  request: { method: "GET", url: "http://registry.test/", headers: [] },
  startedAtMs: 0,
  durationMs: 0,
};

function nested(levels: number): Buffer {
  return Buffer.from("[".repeat(levels) + "]".repeat(levels));
}

test.each([
  ["an object", '{"a":1}', { a: 1 }],
  ["null", "null", null],
  ["a byte order mark before it", "\uFEFF{}", {}],
  [
    "brackets inside of texts",
    JSON.stringify(["[".repeat(1000), `\\"${"{".repeat(1000)}`]),
    ["[".repeat(1000), `\\"${"{".repeat(1000)}`],
  ],
])("%s is read", (_name, text, value) => {
  expect(parseJson(Buffer.from(text), exchange)).toEqual({ value });
});

test.each([
  ["nothing", ""],
  ["no JSON", "<html>"],
  ["brackets without end", "[".repeat(5_000)],
])("%s is no JSON", (_name, text) => {
  expect(parseJson(Buffer.from(text), exchange)).toBeUndefined();
});

test("bytes that are no UTF-8 are no JSON", () => {
  expect(parseJson(Uint8Array.from([0x22, 0xff, 0x22]), exchange)).toBeUndefined();
});

test("256 levels are read, and more are blocked, however many", () => {
  expect(parseJson(nested(256), exchange)).toBeDefined();
  for (const levels of [257, 1_000_000]) {
    expect(() => parseJson(nested(levels), exchange)).toThrow("nests more than 256 levels deep");
  }
});

test("a member named __proto__ is a member and nothing else", () => {
  const value = parseJson(
    Buffer.from('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    exchange,
  )?.value;
  expect(Object.hasOwn(value as object, "__proto__")).toBe(true);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
});

test("a document of more than a quarter of a million values is blocked before it is parsed", () => {
  expect(() => parseJson(Buffer.from(`[${"{},".repeat(300_000)}{}]`), exchange)).toThrow(
    "holds more than 250000 values",
  );
});

describe.each([
  ["a space", " "],
  ["a byte order mark", "\uFEFF"],
  ["a byte order mark and white space", "\uFEFF \t\r\n"],
])("after %s", (_name, before) => {
  test("deep nesting is not parsed", () => {
    expect(() => parseJson(Buffer.from(before + nested(5_000).toString()), exchange)).toThrow("levels deep");
    expect(readJson(Buffer.from(before + nested(5_000).toString()))).toBeUndefined();
  });

  test("too many values are not parsed", () => {
    const many = Buffer.from(`${before}[${"0,".repeat(250_001)}0]`);
    expect(() => parseJson(many, exchange)).toThrow("holds more than 250000 values");
    expect(readJson(many)).toBeUndefined();
  });
});
