import { expect, test } from "vitest";
import { type ConcurrencyLimit, createConcurrencyLimit } from "./concurrency-limit.ts";

/** Answers as many requests as are allowed at once, again and again, and says how many are allowed then. */
function afterRounds(limit: ConcurrencyLimit, rounds: number, latencyOf: (atOnce: number) => number): number {
  for (let round = 0; round < rounds; round++) {
    const atOnce = limit.size();
    for (let index = 0; index < atOnce; index++) limit.answered("read", latencyOf(atOnce));
  }
  return limit.size();
}

test("it begins with four, and doubles up to its ceiling while the latency stays", () => {
  const limit = createConcurrencyLimit({ ceiling: 32 });
  expect(limit.size()).toBe(4);
  expect(afterRounds(limit, 1, () => 50)).toBe(8);
  expect(afterRounds(limit, 9, () => 50)).toBe(32);
  expect(limit.most()).toBe(32);
});

test("a registry that works on one request at a time gets few", () => {
  const limit = createConcurrencyLimit({ ceiling: 32 });
  const size = afterRounds(limit, 200, (atOnce) => 20 * atOnce);
  expect(size).toBeGreaterThanOrEqual(4);
  expect(size).toBeLessThanOrEqual(12);
});

test("an overload halves it at once, down to one, and it grows slowly from then on", () => {
  const limit = createConcurrencyLimit({ ceiling: 32 });
  afterRounds(limit, 10, () => 50);
  limit.overloaded();
  expect(limit.size()).toBe(16);
  expect(afterRounds(limit, 2, () => 50)).toBe(17);
  for (let index = 0; index < 9; index++) limit.overloaded();
  expect(limit.size()).toBe(1);
});

test("a few lost requests never take it below its beginning", () => {
  const limit = createConcurrencyLimit({ ceiling: 32 });
  afterRounds(limit, 10, () => 50);
  for (let index = 0; index < 3; index++) limit.failed();
  expect(limit.size()).toBe(4);
  for (let index = 0; index < 9; index++) {
    for (let answers = 0; answers < 10; answers++) limit.answered("a", 50);
    limit.failed();
  }
  expect(limit.size()).toBeGreaterThanOrEqual(4);
});

test("where many are lost, one is left", () => {
  const limit = createConcurrencyLimit({ ceiling: 32 });
  afterRounds(limit, 10, () => 50);
  for (let index = 0; index < 9; index++) limit.failed();
  expect(limit.size()).toBe(1);
});

test("it is never above its ceiling, and what is fixed stays", () => {
  expect(afterRounds(createConcurrencyLimit({ ceiling: 2 }), 20, () => 50)).toBe(2);
  const fixed = createConcurrencyLimit({ ceiling: 64, isFixed: true });
  expect(afterRounds(fixed, 20, (atOnce) => atOnce * 10)).toBe(64);
});
