import { expect, test } from "vitest";
import { cutAtWord } from "./short-text.ts";

test("a sentence is cut after a whole word, at its end only", () => {
  const sentence =
    "no conflict, since the run has neither published nor opened it, nor is a higher version expected";
  expect(cutAtWord(sentence, 200)).toBe(sentence);
  expect(cutAtWord(sentence, 60)).toBe("no conflict, since the run has neither published nor opened…");
  expect(cutAtWord(sentence, 66)).toBe("no conflict, since the run has neither published nor opened it…");
});

test("a value is known by its ends, and the sentence around it stays whole", () => {
  const value = `sha256:${"0123456789".repeat(6)}`;
  expect(cutAtWord(`got ${value} for both`, 60)).toBe(
    "got sha256:012345678901234567890123456…890123456789 for both",
  );
  expect(cutAtWord(value, 20)).toBe("sha256:0123456…56789");
});
