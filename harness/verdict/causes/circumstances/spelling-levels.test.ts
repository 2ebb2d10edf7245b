import { expect, test } from "vitest";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { toKeyLevels } from "./spelling-levels.ts";

function wordsOf(idempotencyKey: string): readonly string[] {
  const create = { operation: "createReleaseUpload", method: "POST", path: "volumes/v1" } as const;
  return toKeyLevels(exchange("create", { ...create, sent: { idempotencyKey } })).map(({ words }) => words);
}

test("what is unusual about the characters of a key is a level of its own", () => {
  expect(wordsOf("A-1")).toEqual([]);
  expect(wordsOf("A-é")).toEqual(["with characters beyond ASCII in the key"]);
  expect(wordsOf("A-🌍")).toEqual([
    "with characters beyond ASCII in the key",
    "with characters beyond U+FFFF in the key",
  ]);
  expect(wordsOf("A&1")).toEqual(["with characters in the key that formats escape"]);
});
