import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { cutMiddle, toShortText, toVisibleLines, toVisibleText } from "./visible-text.ts";

describe("toVisibleText", () => {
  it("escapes what a terminal obeys", () => {
    expect(toVisibleText("a\u001b[31mb\u0007\r\n\t\u009b\u202e\u{e0041}")).toBe(
      "a\\x1b[31mb\\x07\\r\\n\\t\\x9b\\u{202e}\\u{e0041}",
    );
  });

  it("does not change ordinary text", () => {
    expect(toVisibleText("Zürich, 東京, \\d+ 👍")).toBe("Zürich, 東京, \\d+ 👍");
  });

  it("escapes lone surrogates", () => {
    expect(toVisibleText("a\ud800b")).toBe("a\\u{d800}b");
  });

  it("escapes every invisible character, and nothing more when applied twice", () => {
    assert(
      property(string({ unit: "binary" }), (text) => {
        const visible = toVisibleText(text);
        expect(visible).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(toVisibleText(visible)).toBe(visible);
      }),
    );
  });
});

describe("toVisibleLines", () => {
  it("keeps newlines only", () => {
    expect(toVisibleLines("a\r\nb\nc\rd\u001b")).toBe("a\nb\nc\\rd\\x1b");
  });
});

describe("toShortText", () => {
  it("cuts whole characters and counts the missing ones", () => {
    expect(toShortText("👍👍👍", 2)).toBe("👍👍… (1 more characters)");
    expect(toShortText("👍👍", 2)).toBe("👍👍");
  });

  it("cuts after a word, if one ends near", () => {
    expect(toShortText("one two three four five", 10)).toBe("one two… (16 more characters)");
  });
});

it("leaves out the middle of a text that is too long, because a path says at its end what it is about", () => {
  expect(cutMiddle("GET /a", 10)).toBe("GET /a");
  expect(cutMiddle("GET /volumes/@a/b/1.0.0", 15)).toBe("GET /vo…b/1.0.0");
});
