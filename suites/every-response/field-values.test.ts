import { expect, test } from "vitest";
import { isChallengeList, isEntityTag, isHttpDate } from "./field-values.ts";

test.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
  "%s is an HTTP date",
  (value) => {
    expect(isHttpDate(value)).toBe(true);
  },
);

test.each(["2026-11-24T16:00:00Z", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT", ""])(
  '"%s" is not an HTTP date',
  (value) => {
    expect(isHttpDate(value)).toBe(false);
  },
);

test.each(['"a"', 'W/"a"', '""', '"5d41402abc4b2a76b9719d911017c592-3"', '"0x8D4BCC2E4835CD0"'])(
  "%s is an entity tag",
  (value) => {
    expect(isEntityTag(value)).toBe(true);
  },
);

test.each(["a", 'w/"a"', '"a', "'a'", "W/a", '"a", "b"'])("%s is not an entity tag", (value) => {
  expect(isEntityTag(value)).toBe(false);
});

test.each([
  "Bearer",
  'Bearer realm="registry"',
  'Bearer realm="a \\"b\\", c", error="invalid_token", error_description="expired"',
  "Bearer realm=registry",
  'Bearer realm = "a" ,error="b"',
  'Bearer, Basic realm="a"',
  'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
  "Negotiate oRQwEqADCgEBoQsGCSqGSIb3EgECAg==",
  "Negotiate, NTLM",
  ', Basic realm="a",, Bearer,',
  'DPoP algs="ES256 PS256"',
])("%s is a list of challenges", (value) => {
  expect(isChallengeList(value)).toBe(true);
});

test.each([
  "",
  "please log in first!",
  'realm="registry"',
  'Bearer realm="registry',
  "Bearer realm=https://registry.test/token",
  'Bearer realm="a" error="b"',
  "Bearer: token",
  '{"scheme":"Bearer"}',
])('"%s" is not a list of challenges', (value) => {
  expect(isChallengeList(value)).toBe(false);
});

test("a long value takes no long time", () => {
  expect(isChallengeList(`Bearer ${'a="b", '.repeat(2_000)}"`)).toBe(false);
  expect(isChallengeList(`${"a, ".repeat(4_000)}"`)).toBe(false);
  expect(isChallengeList(`a${" ,".repeat(8_000)}"`)).toBe(false);
});
