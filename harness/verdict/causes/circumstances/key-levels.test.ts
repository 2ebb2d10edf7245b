import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { createKeyLevels } from "./key-levels.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { readEvents } from "./release-events.ts";

const post = { operation: "createReleaseUpload", method: "POST", path: "volumes/v1" } as const;

function create(id: string, idempotencyKey: string, status = 201): Exchange {
  return exchange(id, { ...post, sent: { idempotencyKey }, status, body: { uploadId: "u-1" } });
}

function wordsOf(shown: Exchange, before: readonly Exchange[] = []): readonly string[] {
  const all = [...before, shown];
  return createKeyLevels(all, readEvents(all))(shown).map(({ words }) => words);
}

test("what is unusual about the characters of a key is a level of its own", () => {
  expect(wordsOf(create("a", "A-1"))).toEqual([]);
  expect(wordsOf(create("a", "A-é"))).toEqual(["with characters beyond ASCII in the key"]);
  expect(wordsOf(create("a", "A-🌍"))).toEqual([
    "with characters beyond ASCII in the key",
    "with characters beyond U+FFFF in the key",
  ]);
  expect(wordsOf(create("a", "A&1"))).toEqual(["with characters in the key that formats escape"]);
});

test("a key was used before if a request with it succeeded", () => {
  const [first, refused] = [create("first", "A-1"), create("refused", "A-2", 400)];

  expect(wordsOf(create("again", "A-1"), [first, refused])).toEqual(["with a key that was used before"]);
  expect(wordsOf(create("other", "A-2"), [first, refused])).toEqual([]);
});

test("the key of a finalize is compared with that of the create of its upload", () => {
  const finalize = (idempotencyKey: string): Exchange =>
    exchange("finalize", {
      operation: "finalizeReleaseUpload",
      method: "POST",
      path: "volumes/v1/uploads/u-1/finalize",
      sent: { idempotencyKey },
    });

  expect(wordsOf(finalize("A-1"), [create("a", "A-1")])).toEqual(["with the key of its create"]);
  expect(wordsOf(finalize("A-2"), [create("a", "A-1")])).toEqual([
    "with another key than that of its create",
  ]);
});
