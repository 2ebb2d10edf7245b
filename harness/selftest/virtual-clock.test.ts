import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createVirtualClock } from "./virtual-clock.ts";

test("what is due first goes on first, and the time up to then is skipped", async () => {
  const clock = createVirtualClock();
  const order: string[] = [];
  async function waitFor(name: string, inMs: number): Promise<void> {
    await clock.wait({ inMs, rank: 0 });
    order.push(name);
  }
  await Promise.all([waitFor("late", 3_600_000), waitFor("soon", 60_000), waitFor("later", 7_200_000)]);
  expect(order).toEqual(["soon", "late", "later"]);
  expect(clock.now()).toBeGreaterThanOrEqual(7_200_000);
});

test("a lower rank goes on first, also where it waits again and again", async () => {
  const clock = createVirtualClock();
  const order: number[] = [];
  async function work(rank: number): Promise<void> {
    for (let step = 0; step < 3; step++) {
      await clock.wait({ inMs: 0, rank });
      await turn();
      order.push(rank);
    }
  }
  await Promise.all([work(3), work(1), work(2)]);
  expect(order).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
});

test("nothing gets its turn while work is under way", async () => {
  const clock = createVirtualClock();
  const order: string[] = [];
  const working = clock.run(async () => {
    for (let turns = 0; turns < 50; turns++) await turn();
    order.push("work");
  });
  const waiting = clock.wait({ inMs: 0, rank: 0 }).then(() => order.push("turn"));
  await Promise.all([working, waiting]);
  expect(order).toEqual(["work", "turn"]);
});

test("a sleep is skipped where everything waits, and work takes no time", async () => {
  const clock = createVirtualClock();
  await Promise.all([clock.sleep(3_600_000), clock.sleep(60_000)]);
  await clock.run(async () => {
    for (let turns = 0; turns < 50; turns++) await turn();
  });
  expect(clock.now()).toBe(3_600_001);
});

test("a sleep ends while others work all the time, once the clock has passed it", async () => {
  const clock = createVirtualClock();
  const awakeAtMs: number[] = [];
  const sleeping = clock.sleep(100).then(() => awakeAtMs.push(clock.now()));
  await clock.run(async () => {
    while (awakeAtMs.length === 0) {
      clock.now();
      await turn();
    }
  });
  await sleeping;
  expect(awakeAtMs[0]).toBeGreaterThanOrEqual(100);
  expect(clock.now()).toBeLessThan(200);
});
