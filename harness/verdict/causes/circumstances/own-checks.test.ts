import { expect, test } from "vitest";
import type { Compared } from "./compared.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { type Level, withLevel } from "./level.ts";
import { tellOwnChecks } from "./own-checks.ts";

const keyed = withLevel("request", "the key in the header");
const scoped = withLevel("form", "scoped names");

/** Requests of one check or another, each with some levels. */
function tell(
  those: readonly (readonly [actor: string, ...levels: readonly Level[]])[],
  right: typeof those,
): readonly string[] {
  const levels = new Map<string, readonly Level[]>();
  const [wrong, asWanted] = [those, right].map((all) =>
    all.map(([actor, ...own]) => {
      const id = `${actor}#${levels.size}`;
      levels.set(id, own);
      const sent = exchange(id, { operation: "createReleaseUpload", method: "POST", path: "volumes/v1" });
      return { exchange: { ...sent, actor } };
    }),
  );
  return tellOwnChecks(
    { those: wrong, asWanted } as unknown as Compared,
    (one) => levels.get(one.exchange.id) ?? [],
  );
}

test("what the accepted requests of a check have, and those that it saw refused have not, is told", () => {
  const those = [
    ["a/one.scoped", keyed, scoped],
    ["a/one.unscoped", keyed],
  ] as const;
  const right = [["a/one.scoped", scoped], ["a/one.unscoped"]] as const;
  expect(tell(those, right)).toEqual([
    "only with the key in the header (2 of 2 wrong responses, none of 2 right ones to the same checks)",
  ]);
});

test("two things that differ are both told", () => {
  const one = ["a/one.scoped", keyed, scoped] as const;
  expect(tell([one, one], [["a/one.scoped"], ["a/one.scoped"]])).toEqual([
    "only with the key in the header, or with scoped names (2 of 2 wrong responses, none of 2 right ones to the same checks)",
  ]);
});

test("nothing where other checks saw the refusals, where there are few, and where many things differ", () => {
  const attached = withLevel("release", "attachments of the release");
  const those = [
    ["a/one.scoped", keyed, scoped, attached],
    ["a/one.scoped", keyed, scoped, attached],
  ] as const;
  expect(tell(those, [["a/two.scoped"], ["a/two.scoped"]])).toEqual([]);
  expect(tell(those, [["a/one.scoped"]])).toEqual([]);
  expect(tell(those, [["a/one.scoped"], ["a/one.scoped"]])).toEqual([]);
});
