import { expect, test } from "vitest";
import type { RecordedBody } from "../schemas/report.ts";
import { lacksMember, summarizeBodyAt } from "./exchange-summary.ts";

function bodyOf(value: unknown): RecordedBody {
  const text = JSON.stringify(value, undefined, 2);
  return { size: text.length, digest: "", text };
}

const rows = bodyOf({
  items: Array.from({ length: 9 }, (_, place) => ({ version: `1.${place}.0`, "a/b": { state: "yanked" } })),
});

test("a member far from the start is shown with what is around it", () => {
  expect(summarizeBodyAt(rows, "/items/7/a~1b/state", 40)).toBe('…{"state":"yanked"}},{"version":"1.8.0","…');
});

test("of a list item that is near, the start is shown", () => {
  expect(summarizeBodyAt(rows, "/items/7/a~1b/state", 70)).toBe(
    '…{"version":"1.7.0","a/b":{"state":"yanked"}},{"version":"1.8.0","a/b":…',
  );
});

test.each([
  ["shown at the start", rows, "/items/0/version"],
  ["of no body", undefined, "/items"],
  ["not there", rows, "/items/9/version"],
  ["of a text", { size: 4, digest: "", text: "late" }, "/items"],
  ["the whole body", rows, ""],
])("a member that is %s is not", (_, body, member) => {
  expect(summarizeBodyAt(body, member, 100)).toBeUndefined();
});

test("what a JSON body lacks is told apart from what is no JSON", () => {
  expect(lacksMember(rows, "/items/0/other")).toBe(true);
  expect(lacksMember(rows, "/items/0/version")).toBe(false);
  expect(lacksMember({ size: 4, digest: "", text: "late" }, "/items")).toBe(false);
});
