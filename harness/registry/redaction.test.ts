import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedaction, placeholderPattern } from "./redaction.ts";

const secret = 'to/ken+"ü&<42>';

function redactionOf(value: string): ReturnType<typeof createRedaction> {
  const redaction = createRedaction();
  redaction.add(value, "publisher");
  return redaction;
}

const encodings: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ["raw", (text) => text],
  ["percent-encoded", encodeURIComponent],
  [
    "percent-encoded in lower case",
    (text) => encodeURIComponent(text).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ],
  ["percent-encoded twice", (text) => encodeURIComponent(encodeURIComponent(text))],
  ["form-encoded", (text) => new URLSearchParams([["", text]]).toString().slice(1)],
  ["JSON", (text) => JSON.stringify(text).slice(1, -1)],
  ["base64", (text) => Buffer.from(text).toString("base64")],
  ["base64url", (text) => Buffer.from(text).toString("base64url")],
  ["hexadecimal", (text) => Buffer.from(text).toString("hex")],
  ["base64 of a header value", (text) => Buffer.from(`Bearer ${text}`).toString("base64")],
  ["base64 of a pair", (text) => Buffer.from(`a:${text}:tail`).toString("base64")],
];

test.each(encodings)("a secret is taken out of text where it stands %s", (_name, encode) => {
  const encoded = encode(secret);
  const result = redactionOf(secret).text(`before ${encoded} after`);
  expect(result).toMatch(placeholderPattern);
  expect(result).toContain("before ");
  expect(result).toContain(" after");
  // the part that depends on the secret alone is gone
  expect(result).not.toContain(encoded.slice(4, -4));
});

test("whatever the secret, its raw form never survives", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4, maxLength: 40, unit: "binary" }), fc.string(), (value, around) => {
      expect(redactionOf(value).text(`${around}${value}${around}`)).not.toContain(value);
    }),
    {
      numRuns: 300,
      examples: [
        ["$&$1", ""],
        ["(a|b)*", ""],
        ["a-b^c", ""],
      ],
    },
  );
});

test("bytes that are no text come out as they went in, but for the secret", () => {
  const redaction = redactionOf("s3cr3t-value");
  const binary = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from("s3cr3t-value"),
    Buffer.from([0x80]),
  ]);
  const result = Buffer.from(redaction.bytes(binary));
  expect(result.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xfe, 0x00]));
  expect(result.at(-1)).toBe(0x80);
  expect(result.includes("s3cr3t-value")).toBe(false);
});

test("a placeholder is left as it is when the same label is learnt again", () => {
  const redaction = createRedaction();
  const placeholder = redaction.placeholder("publisher");
  redaction.add(placeholder, "publisher");
  expect(redaction.text(`Bearer ${placeholder}`)).toBe(`Bearer ${placeholder}`);
});

test("the longer of two secrets that begin alike is taken out whole", () => {
  const redaction = createRedaction();
  redaction.add("token", "short");
  redaction.add("token-of-the-publisher", "long");
  expect(redaction.text("token-of-the-publisher")).toBe(redaction.placeholder("long"));
});
