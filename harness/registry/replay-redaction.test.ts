import { expect, test } from "vitest";
import { createRedaction } from "./redaction.ts";
import { keepPlaceholders } from "./replay-redaction.ts";

const recorded = "is ~redacted.publisher-with-one-more-character~, was ~redacted.publisher~";

function replayRedaction(): ReturnType<typeof createRedaction> {
  const redaction = keepPlaceholders(createRedaction());
  redaction.add("~redacted.publisher~", "publisher");
  redaction.add("~redacted.publisher~x", "publisher-with-one-more-character");
  redaction.add("~redacted.publishe", "publisher-without-its-end");
  return redaction;
}

test("the placeholders of a recording stay as they are, whatever their tokens begin with", () => {
  const redaction = replayRedaction();
  expect(redaction.text(recorded)).toBe(recorded);
  expect(redaction.credential(recorded)).toBe(recorded);
  const bytes = Buffer.from(recorded);
  expect(redaction.bytes(bytes)).toBe(bytes);
});

test("what stands for a token is replaced beside them", () => {
  const redaction = replayRedaction();
  const text = `${recorded}, and ~redacted.publishe`;
  const replaced = `${recorded}, and ~redacted.publisher-without-its-end~`;
  expect(redaction.text(text)).toBe(replaced);
  expect(Buffer.from(redaction.bytes(Buffer.from(text))).toString()).toBe(replaced);
});
