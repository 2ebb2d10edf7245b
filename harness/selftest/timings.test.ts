import { expect, test } from "vitest";
import type { Transport, WireRequest } from "../transport/transport.ts";
import { type Timing, timed, timings } from "./timings.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const request: WireRequest = { method: "GET", url: "http://registry.example/", headers: [], maxBytes: 1 };

/** A registry that notes in which order it is asked. */
function createAskedTransport(asked: string[]): Transport {
  return {
    live: true,
    send: async (_request, exchangeId) => {
      asked.push(exchangeId);
      return await Promise.resolve({ failure: "none", startedAtMs: 0, durationMs: 0 });
    },
    sleep: async () => {},
    now: () => performance.now(),
    close: async () => {},
  };
}

/** The order in which two checks, which begin together and send two requests each, are served. */
async function orderOf(timing: Timing, checks: readonly [string, string]): Promise<readonly string[]> {
  const asked: string[] = [];
  const transport = timed(createAskedTransport(asked), timing, createVirtualClock());
  await Promise.all(
    checks.map(async (check) => {
      await transport.send(request, `${check}#0`);
      await transport.send(request, `${check}#1`);
    }),
  );
  return asked.map((id) => id.split("#")[0] ?? id);
}

function timingsNamed(prefix: string): readonly Timing[] {
  return timings.filter(({ name }) => name.startsWith(prefix));
}

const pairs = Array.from({ length: 50 }, (_, index) => [`a/${index}`, `b/${index}`] as const);

test("of most pairs of checks either one is served first in some order, and then to its end", async () => {
  let both = 0;
  for (const [first, second] of pairs) {
    const orders = await Promise.all(
      timingsNamed("check-order").map((timing) => orderOf(timing, [first, second])),
    );
    for (const order of orders)
      expect([`${first},${first},${second},${second}`, `${second},${second},${first},${first}`]).toContain(
        order.join(),
      );
    if (new Set(orders.map(([leader]) => leader)).size === 2) both += 1;
  }
  expect(both).toBeGreaterThan(pairs.length * 0.75);
});

test("the request that was made last is sent first", async () => {
  const [timing] = timingsNamed("last-first");
  expect(timing && (await orderOf(timing, ["a", "b"]))).toEqual(["b", "b", "a", "a"]);
});

test("each answer is late in exactly one of the runs, by seconds of the run's clock", async () => {
  const late = timingsNamed("late-answers");
  for (const id of ["search/pages#0", "trust/create#3", "given/shared-release.scoped#1.1"]) {
    const durations = await Promise.all(
      late.map(async (timing) => {
        const transport = timed(createAskedTransport([]), timing, createVirtualClock());
        return (await transport.send(request, id)).durationMs;
      }),
    );
    expect(durations.filter((duration) => duration >= 1_000)).toHaveLength(1);
  }
});
