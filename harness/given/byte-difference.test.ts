import { expect, test } from "vitest";
import { createImmediateQuotes, quoting } from "../expect/quote.ts";
import { describeByteDifference } from "./byte-difference.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

test.each([
  ["abc\n", "abc\r\n", String.raw`from byte 4 on: "\n" in place of "\r\n" (4 bytes, 5 were sent)`],
  ["abc", "abcdefghijklm", 'from byte 4 on: the end in place of "defghijk"… (3 bytes, 13 were sent)'],
  ["abd", "abc", 'from byte 3 on: "d" in place of "c" (3 bytes)'],
  ["abcd", "abc", 'from byte 4 on: "d" in place of the end (4 bytes, 3 were sent)'],
  ["\u00e9", "e", String.raw`from byte 1 on: "\u{c3}\u{a9}" in place of "e" (2 bytes, 1 were sent)`],
])("%j in place of %j is told in words", (got, sent, words) => {
  expect(describeByteDifference(bytes(got), bytes(sent))).toBe(words);
});

test("no part of a secret is shown", () => {
  const quotes = createImmediateQuotes((text) => text.replaceAll("a-long-secret", "~"));
  const told = quoting.run(quotes, () => describeByteDifference(bytes("x a-long-secret"), bytes("x a-lawn")));
  expect(told).toBe('from byte 6 on: a secret in place of "awn" (15 bytes, 8 were sent)');
});
