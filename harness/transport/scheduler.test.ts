import { expect, test } from "vitest";
import { createBarrier } from "./barrier.ts";
import { createScheduler, type Scheduler, type SchedulerOptions } from "./scheduler.ts";

/** A clock that goes on only when somebody sleeps, to the nearest moment that anybody waits for. */
function createClock(): {
  now: () => number;
  sleep: (milliseconds: number) => Promise<void>;
  run: <T>(work: Promise<T>) => Promise<T>;
} {
  let moment = 0;
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    now: () => moment,
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        sleepers.push({ until: moment + milliseconds, wake: resolve });
      }),
    async run(work) {
      let isDone = false;
      void work.finally(() => {
        isDone = true;
      });
      for (let turn = 0; turn < 1_000_000; turn++) {
        for (let tick = 0; tick < 30; tick++) await Promise.resolve();
        if (isDone) break;
        sleepers.sort((a, b) => a.until - b.until);
        const next = sleepers.shift();
        if (next === undefined) continue;
        moment = Math.max(moment, next.until);
        next.wake();
      }
      return await work;
    },
  };
}

type Clock = ReturnType<typeof createClock>;

function politenessOf(clock: Clock, options: Partial<SchedulerOptions> = {}): Scheduler {
  return createScheduler({ concurrency: 4, live: true, sleep: clock.sleep, now: clock.now, ...options });
}

test("no more requests are under way at once than allowed", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock, { concurrency: 3 });
  let inside = 0;
  let most = 0;
  const work = Array.from({ length: 50 }, () =>
    scheduler.run("anonymous", async () => {
      inside += 1;
      most = Math.max(most, inside);
      await clock.sleep(10);
      inside -= 1;
    }),
  );
  await clock.run(Promise.all(work));
  expect(most).toBe(3);
});

/** When each request of a race is sent, beside others that fill all places. */
async function sendRace(concurrency: number, racers: number): Promise<readonly number[]> {
  const clock = createClock();
  const scheduler = politenessOf(clock, { concurrency, hasFixedConcurrency: true });
  const sentAt: number[] = [];
  const others = Array.from({ length: 40 }, (_, index) =>
    scheduler.run("anonymous", () => clock.sleep(10 + index)),
  );
  const barrier = createBarrier(racers);
  const race = Array.from({ length: racers }, () =>
    scheduler
      .run(
        "publisher",
        async () => {
          sentAt.push(clock.now());
          await clock.sleep(10);
        },
        { barrier },
      )
      .finally(barrier.end),
  );
  await clock.run(Promise.all([...others, ...race]));
  return sentAt;
}

test.each([
  [4, 2],
  [4, 4],
  [32, 6],
])("with %d places, %d requests of a race are sent at the same moment", async (concurrency, racers) => {
  expect(new Set(await sendRace(concurrency, racers)).size).toBe(1);
});

test.each([
  [1, 3],
  [2, 5],
])("with %d places, all of %d requests of a race are sent", async (concurrency, racers) => {
  expect(await sendRace(concurrency, racers)).toHaveLength(racers);
});

test("two races that wait for the same places are both sent", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock, { concurrency: 4, hasFixedConcurrency: true });
  const sent: string[] = [];
  const races = ["first", "second"].flatMap((name) => {
    const barrier = createBarrier(3);
    return [1, 2, 3].map(() =>
      scheduler
        .run(
          "publisher",
          async () => {
            sent.push(name);
            await clock.sleep(10);
          },
          { barrier },
        )
        .finally(barrier.end),
    );
  });
  await clock.run(Promise.all(races));
  expect(sent.toSorted()).toEqual(["first", "first", "first", "second", "second", "second"]);
});

test("a race goes on without a request that is never sent, and with fewer places", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock, { concurrency: 4 });
  const barrier = createBarrier(4);
  const sent: number[] = [];
  const race = [1, 2, 3].map((racer) =>
    scheduler
      .run("publisher", async () => await Promise.resolve(sent.push(racer)), { barrier })
      .finally(barrier.end),
  );
  barrier.end();
  scheduler.reduceConcurrency("overload");
  await clock.run(Promise.all(race));
  expect(sent).toHaveLength(3);
});

test.each([0.5, 7, 60, 250])("a rate of %d a second is kept in every second, and used", async (rate) => {
  const clock = createClock();
  const scheduler = politenessOf(clock, { rate });
  const sent: number[] = [];
  const count = Math.ceil(rate * 4);
  const work = Array.from({ length: count }, () =>
    scheduler.run("anonymous", async () => {
      sent.push(clock.now());
      await clock.sleep(1);
    }),
  );
  await clock.run(Promise.all(work));
  for (const from of sent) {
    const within = sent.filter((moment) => moment >= from && moment < from + 1000).length;
    expect(within).toBeLessThanOrEqual(Math.ceil(rate) + 1);
  }
  expect(sent.at(-1) ?? 0).toBeLessThanOrEqual((count / rate) * 1000);
});

test("a key that is paused waits, and takes no place from another", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock, { concurrency: 1 });
  scheduler.pause("publisher", 60_000);
  const order: string[] = [];
  const held = scheduler.run("publisher", () => Promise.resolve(order.push(`publisher at ${clock.now()}`)));
  const other = scheduler.run("anonymous", () => Promise.resolve(order.push(`anonymous at ${clock.now()}`)));
  expect(scheduler.figures().isPaused).toBe(true);
  await clock.run(Promise.all([held, other]));
  expect(order).toEqual(["anonymous at 0", "publisher at 60000"]);
  expect(scheduler.figures().limiterWaitMs).toBe(60_000);
});

test("waiting counts once however many wait, and not at all while something is under way", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock);
  const busy = scheduler.run("publisher", () => clock.sleep(40_000));
  scheduler.pause("anonymous", 60_000);
  const held = Array.from({ length: 5 }, () => scheduler.run("anonymous", () => Promise.resolve()));
  await clock.run(Promise.all([busy, ...held]));
  expect(scheduler.figures().limiterWaitMs).toBeGreaterThanOrEqual(20_000);
  expect(scheduler.figures().limiterWaitMs).toBeLessThan(30_000);
});

test("a sleep that an interrupt cuts short lets the request go on to be refused", async () => {
  const scheduler = createScheduler({
    concurrency: 1,
    live: true,
    sleep: () => Promise.resolve(),
    now: () => 0,
  });
  scheduler.pause("anonymous", 60_000);
  expect(await scheduler.run("anonymous", () => Promise.resolve("went on"))).toBe("went on");
});

test("a key has stalled when its limiter accepts nothing for longer than our patience, until it does", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock);
  scheduler.pause("publisher", 100);
  expect(scheduler.hasStalled("publisher", 50)).toBe(false);
  await clock.run(clock.sleep(90));
  expect(scheduler.hasStalled("publisher", 50)).toBe(true);
  expect(scheduler.hasStalled("anonymous", 50)).toBe(false);
  scheduler.recordSuccess("publisher");
  expect(scheduler.hasStalled("publisher", 50)).toBe(false);
});

test("a replayed run never waits", async () => {
  const scheduler = createScheduler({
    concurrency: 1,
    live: false,
    sleep: () => Promise.reject(new Error("slept")),
    now: () => 0,
  });
  scheduler.pause("anonymous", 60_000);
  expect(await scheduler.run("anonymous", () => Promise.resolve("sent"))).toBe("sent");
  expect(scheduler.figures()).toMatchObject({ limiterWaitMs: 0, isPaused: false });
});

/** A token bucket that answers a refusal with whole seconds, as usual ones do. */
function createLimiter(perSecond: number, burst: number): (moment: number) => boolean {
  let level = burst;
  let at = 0;
  return (moment) => {
    level = Math.min(burst, level + ((moment - at) / 1000) * perSecond);
    at = moment;
    if (level < 1) return false;
    level -= 1;
    return true;
  };
}

test.each([
  [25, 10, 400],
  [60, 20, 900],
  [2, 2, 30],
])(
  "a limiter of %d a second with bursts of %d costs little more time than it must, and few refusals",
  async (perSecond, burst, count) => {
    const clock = createClock();
    const scheduler = politenessOf(clock);
    const isAllowed = createLimiter(perSecond, burst);
    let refusals = 0;
    async function one(): Promise<void> {
      for (;;) {
        const allowed = await scheduler.run("anonymous", async () => {
          await clock.sleep(2);
          return isAllowed(clock.now());
        });
        if (allowed) return scheduler.recordSuccess("anonymous");
        refusals += 1;
        scheduler.pause("anonymous", 1000);
      }
    }
    await clock.run(Promise.all(Array.from({ length: count }, one)));
    expect(clock.now()).toBeLessThan((count / perSecond) * 1000 * 1.25 + 3_000);
    expect(refusals).toBeLessThan(count * 0.05 + 10);
  },
);

test("a pace that nobody needs does not grow, so that a later crowd is not refused for it", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock);
  const isAllowed = createLimiter(25, 10);
  let refusals = 0;
  async function one(): Promise<void> {
    const allowed = await scheduler.run("anonymous", async () => {
      await clock.sleep(2);
      return isAllowed(clock.now());
    });
    if (allowed) return scheduler.recordSuccess("anonymous");
    refusals += 1;
    scheduler.pause("anonymous", 1000);
    await one();
  }
  await clock.run(Promise.all(Array.from({ length: 200 }, one)));
  const before = refusals;
  for (let idle = 0; idle < 100; idle++) {
    await clock.run(clock.sleep(600));
    await clock.run(one());
  }
  await clock.run(Promise.all(Array.from({ length: 50 }, one)));
  expect(refusals - before).toBeLessThan(8);
});

test("the requests of the longest rows go first, and every third place is for the one who has waited longest", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock, { concurrency: 1 });
  const sent: string[] = [];
  function send(name: string, priority: number): Promise<void> {
    return scheduler.run("anonymous", () => Promise.resolve(void sent.push(name)), { priority });
  }
  const short = ["a", "b", "c", "d"].map((name) => send(name, 0));
  const long = ["A", "B", "C", "D"].map((name) => send(name, 50));
  await clock.run(Promise.all([...short, ...long]));
  // the first found a free place
  expect(sent.join("")).toBe("aABbCDcd");
});

test("an urgent request does not wait for those of its key, which wait for requests of other keys", async () => {
  const clock = createClock();
  const scheduler = politenessOf(clock, { concurrency: 1 });
  const sent: string[] = [];
  function send(
    name: string,
    about: { readonly priority?: number; readonly isUrgent?: boolean },
  ): Promise<void> {
    const key = /[a-z]/u.test(name) ? "anonymous" : "publisher";
    return scheduler.run(key, () => Promise.resolve(void sent.push(name)), about);
  }
  const others = ["1", "2", "3", "4"].map((name) => send(name, { priority: 50 }));
  const waiting = ["a", "b"].map((name) => send(name, {}));
  await clock.run(Promise.all([...others, ...waiting, send("u", { isUrgent: true })]));
  expect(sent.indexOf("u")).toBeLessThan(3);
});
