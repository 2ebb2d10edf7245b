import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedaction, isOrdinary, placeholderPattern } from "./redaction.ts";

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
  ["base64 of JSON", (text) => Buffer.from(JSON.stringify({ token: text })).toString("base64")],
  ["hexadecimal in capitals", (text) => Buffer.from(text).toString("hex").toUpperCase()],
  ["hexadecimal with colons", (text) => toPairs(text).join(":")],
  ["hexadecimal with blanks, in capitals", (text) => toPairs(text).join(" ").toUpperCase()],
];

function toPairs(text: string): readonly string[] {
  return [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0"));
}

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
    fc.property(fc.string({ minLength: 8, maxLength: 40, unit: "binary" }), fc.string(), (value, around) => {
      fc.pre(!isOrdinary(value));
      expect(redactionOf(value).text(`${around}${value}${around}`)).not.toContain(value);
    }),
    {
      numRuns: 300,
      examples: [
        ["$&$1$&$1", ""],
        ["(a|b)*(a|b)*", ""],
        ["a-b^c[d-e]", ""],
      ],
    },
  );
});

test("secrets are found wherever they stand, the shortest one too, and side by side", () => {
  const redaction = createRedaction();
  redaction.add("aB3-xY9z", "one");
  redaction.add("a-longer/secret", "two");
  const [one, two] = [redaction.placeholder("one"), redaction.placeholder("two")];
  for (let before = 0; before < 12; before++) {
    for (let after = 0; after < 8; after++) {
      const [start, end] = [".".repeat(before), ".".repeat(after)];
      expect(redaction.text(`${start}aB3-xY9z${end}`)).toBe(`${start}${one}${end}`);
      expect(redaction.text(`${start}a-longer/secretaB3-xY9z${end}aB3-xY9z`)).toBe(
        `${start}${two}${one}${end}${one}`,
      );
    }
  }
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

const hex = (character: string, digits: number): string =>
  character.charCodeAt(0).toString(16).padStart(digits, "0");
const escapes: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `%${hex(character, 2).toUpperCase()}`,
  (character) => `%${hex(character, 2)}`,
  (character) => `\\u${hex(character, 4)}`,
  (character) => `\\u${hex(character, 4).toUpperCase()}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${hex(character, 2)};`,
];

test("a secret is found however many of its characters are escaped, and in whichever way", () => {
  const token = "vrt_Q7-x.9/k+Z=~a";
  const choices = fc.array(fc.constantFrom(...escapes), { minLength: token.length, maxLength: token.length });
  fc.assert(
    fc.property(choices, (chosen) => {
      const escaped = [...token].map((character, index) => chosen[index]?.(character) ?? character).join("");
      expect(redactionOf(token).text(`{"a":"100%","b":"${escaped}\\u0021"}`)).toBe(
        `{"a":"100%","b":"~redacted.publisher~\\u0021"}`,
      );
    }),
    { numRuns: 300 },
  );
});

describe("a secret is cut out with what readers do not see in it", () => {
  const token = "vrt_Q7-x.9/k+Z=~a";

  test.each([
    ["a line break", "\n"],
    ["a line break of HTTP, with indentation", "\r\n \t"],
    ["a line break in JSON", String.raw`\n`],
    ["a line break in JSON, with indentation", String.raw`\r\n  `],
    ["a NUL", "\0"],
    ["a NUL in JSON", String.raw`\u0000`],
    ["a soft hyphen", "\u00ad"],
    ["a character of no width", "\u200b"],
    ["a character of no width, in JSON", String.raw`\u200b`],
    ["bytes of UTF-8 of no width", Buffer.from("\u2060").toString("latin1")],
  ])("%s", (_name, between) => {
    for (const step of [1, 5, 8]) {
      const pieces = token.match(new RegExp(`.{1,${step}}`, "g")) ?? [];
      expect(redactionOf(token).text(`a: ${between}${pieces.join(between)}${between}b`)).toBe(
        `a: ${between}~redacted.publisher~${between}b`,
      );
    }
  });

  test.each([64, 76])("lines of base64 with %d characters, wherever the secret stands", (width) => {
    for (let before = 0; before < 120; before++) {
      const whole = Buffer.from(`${"x".repeat(before)}${token}${"y".repeat(40)}`).toString("base64");
      const lines = (whole.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("\r\n");
      const redacted = redactionOf(token).text(lines);
      expect(redacted).toContain("~redacted.publisher~");
      const rest = redacted.replaceAll(/~redacted[^~]*~|\s/g, "");
      // the characters at both edges have bits of the secret
      expect(whole.length - rest.length).toBeGreaterThanOrEqual(Math.floor((token.length * 8) / 6) - 2);
    }
  });

  test("text in lines without a secret stays as it is", () => {
    const text = "one\r\n  two\n\nthree\0four\u200bfive";
    expect(redactionOf(token).text(text)).toBe(text);
  });

  test("a text of too many lines with a secret in it is replaced as a whole", () => {
    const [first, second] = [token.slice(0, 9), token.slice(9)];
    const lines = "a\n".repeat(200_001);
    expect(redactionOf(token).text(lines)).toBe(lines);
    expect(redactionOf(token).text(`${lines}${first}\n${second}`)).toBe("~redacted.unsearchable-text~");
  });
});

test("a secret is found under several layers of escapes", () => {
  const token = 'to"ken/of 8';
  const layers = [JSON.stringify, encodeURIComponent, JSON.stringify] as const;
  const echoed = layers.reduce((text, layer) => layer(text), token);
  expect(redactionOf(token).text(`<${echoed}>`)).toContain("~redacted.publisher~");
  expect(redactionOf(token).text(`<${echoed}>`)).not.toContain("ken");
});

test("text without a secret is given back as it was, whatever its escapes", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom("%41", "\\u0041", "&#65;", "&amp;", '\\"', "%"),
      (text, escape) => {
        const input = `${text}${escape}${text}`;
        expect(redactionOf("a-secret-that-is-not-there").text(input)).toBe(input);
      },
    ),
  );
});

test.each(["test", "secret", "password", "12345678", "Conformance", "TOKEN"])(
  "the ordinary word %s is taken out where a credential stands, and nowhere else",
  (word) => {
    const redaction = redactionOf(word);
    const sentence = `the purpose "${word}" of @${word}/alpha, test-${word}ing`;
    expect(redaction.text(sentence)).toBe(sentence);
    expect(redaction.text(`got Bearer ${word}, and bearer%20${word}.`)).toBe(
      "got Bearer ~redacted.publisher~, and bearer%20~redacted.publisher~.",
    );
    for (const member of ["token", "access_token"])
      expect(redaction.text(`{"${member}": "${word}"}`)).toBe(`{"${member}": "~redacted.publisher~"}`);
    expect(redaction.text(`Bearer ${word}er`)).toBe(`Bearer ${word}er`);
    expect(redaction.credential(`Token ${word} ${word}`)).toBe(
      "Token ~redacted.publisher~ ~redacted.publisher~",
    );
  },
);

test("a secret in many escapes, at two depths, is cut out each time and everything else stays", () => {
  const redaction = redactionOf(secret);
  const escaped = [...Buffer.from(secret)].map((byte) => `%25${byte.toString(16).padStart(2, "0")}`).join("");
  const once = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const filler = "%2541%41 ".repeat(1_000);
  expect(redaction.text(`${filler}${escaped}-${once}-${filler}${escaped}`)).toBe(
    `${filler}${redaction.placeholder("publisher")}-${redaction.placeholder("publisher")}-${filler}${redaction.placeholder("publisher")}`,
  );
});

test("a text that cannot be searched in bounded time is replaced as a whole", () => {
  const redaction = createRedaction();
  for (let index = 0; index < 300; index++) redaction.add(`${"a".repeat(40)}${index}b`, `upload-${index}`);
  expect(redaction.text("a".repeat(100_000))).toBe(redaction.placeholder("unsearchable-text"));
  expect(redaction.text("a".repeat(100))).toBe("a".repeat(100));
});

describe("in a replay, placeholders stand for the tokens", () => {
  function replaying(): ReturnType<typeof createRedaction> {
    const redaction = createRedaction({ isReplay: true });
    redaction.add("~redacted.publisher~", "publisher");
    redaction.add("~redacted.publisher~x", "publisher-with-one-more-character");
    redaction.add("~redacted.publishe", "publisher-without-its-end");
    redaction.add("edacted.publisher~", "publisher-without-its-beginning");
    redaction.add("~REDACTED.PUBLISHER~", "publisher-in-other-case");
    return redaction;
  }

  test.each([
    ["Bearer ~redacted.publisher~", "Bearer ~redacted.publisher~"],
    ["Bearer ~redacted.publisher~x", "Bearer ~redacted.publisher-with-one-more-character~"],
    ["Bearer ~redacted.publishe", "Bearer ~redacted.publisher-without-its-end~"],
    ["Bearer edacted.publisher~", "Bearer ~redacted.publisher-without-its-beginning~"],
    ["Bearer ~REDACTED.PUBLISHER~", "Bearer ~redacted.publisher-in-other-case~"],
    ["~redacted.publisher~ ~redacted.publisher~", "~redacted.publisher~ ~redacted.publisher~"],
    ["~redacted.publisher-of-others~", "~redacted.publisher-of-others~"],
    ["x~redacted.upload-authorization~y", "x~redacted.upload-authorization~y"],
  ])("%s is recorded as %s", (text, recorded) => {
    expect(replaying().text(text)).toBe(recorded);
    expect(Buffer.from(replaying().bytes(Buffer.from(text))).toString()).toBe(recorded);
  });

  test("what is redacted once is the same when it is redacted again", () => {
    const redaction = replaying();
    const once = redaction.text(
      "Bearer ~redacted.publisher~x and ~redacted.publishe and ~redacted.publisher~",
    );
    expect(redaction.text(once)).toBe(once);
  });
});

describe("tokens that are part of each other", () => {
  test.each([
    ["vrt_abcdefgh1234", "vrt_abcdefgh12345678"],
    ["abcdefgh12345678", "vrt_abcdefgh12345678"],
    ["cdefgh123456", "vrt_abcdefgh12345678"],
  ])("%s in %s", (part, whole) => {
    for (const [first, second] of [
      [part, whole],
      [whole, part],
    ]) {
      const redaction = createRedaction();
      redaction.add(first ?? "", first === part ? "part" : "whole");
      redaction.add(second ?? "", second === part ? "part" : "whole");
      const text = redaction.text(`a ${part} b ${whole} c`);
      expect(text).not.toContain(part);
      expect(text).toContain("a ~redacted.part~ b ");
    }
  });

  test("a registry that writes a placeholder around a token hides nothing", () => {
    const redaction = createRedaction();
    redaction.add("abcdefgh12345678", "publisher");
    expect(redaction.text("~redacted.abcdefgh12345678~")).not.toContain("abcdefgh12345678");
  });
});
