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
