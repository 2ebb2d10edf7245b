import { expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import { findLongestChain } from "./longest-chain.ts";

function exchange(id: string, startedAtMs: number, durationMs = 10): Exchange {
  const request = { method: "GET", url: "https://registry.test/", headers: [] };
  return { id, actor: id.replace(/#.*/, ""), operation: "other", request, startedAtMs, durationMs };
}

test("the longest chain is of the check with most requests in a row, and of the longest that runs after all", () => {
  const exchanges = [
    ...[0, 10, 20].map((at, place) => exchange(`long#${place}`, at)),
    ...[0, 1, 2, 3].map((at, place) => exchange(`wide#${place}`, at)),
    ...[30, 40].map((at, place) => exchange(`last#${place}`, at)),
  ];
  const outcomes = new Map(
    ["wide", "long", "last"].map((id) => {
      const own = exchanges.filter((one) => one.id.startsWith(id)).map((one) => one.id);
      return [id, { exchanges: own }];
    }),
  );
  expect(findLongestChain(outcomes, exchanges, [{ id: "last", alone: true }])).toEqual({
    checks: ["long", "last"],
    requests: 5,
  });
});

test("the two forms of a check, which run at once, are no chain together", () => {
  const exchanges = [".scoped", ".unscoped"].flatMap((form, place) =>
    [0, 20, 40].map((at) => exchange(`both${form}#${at}`, at + 10 * place)),
  );
  const outcomes = new Map([["both", { exchanges: exchanges.map(({ id }) => id) }]]);
  expect(findLongestChain(outcomes, exchanges, []).requests).toBe(3);
});

test("checks that end the run together count once, those one after the other each, and neither with its set-ups", () => {
  const exchanges = [
    ...[0, 10].map((at, place) => exchange(`given/shared#${place}`, at)),
    ...[100, 110, 120].map((at, place) => exchange(`a#${place}`, at)),
    ...[100, 110].map((at, place) => exchange(`b#${place}`, at)),
    exchange("c#0", 130),
    exchange("d#0", 140),
  ];
  const outcomes = new Map(
    ["a", "b", "c", "d", "e"].map((id) => {
      const own = exchanges.filter((one) => one.id.startsWith(id) || one.id.startsWith("given/"));
      return [id, { exchanges: own.map((one) => one.id) }];
    }),
  );
  const ends = { a: "together", b: "together", c: true, d: true, e: true } as const;
  const checks = Object.entries(ends).map(([id, last]) => ({ id, last }));
  expect(findLongestChain(outcomes, exchanges, checks)).toEqual({ checks: ["a", "c", "d"], requests: 5 });
});
