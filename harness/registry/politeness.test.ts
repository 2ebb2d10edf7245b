import { expect, test } from "vitest";
import type { Answer } from "./answer.ts";
import { createPoliteness, toWait } from "./politeness.ts";

function limited(headers: readonly (readonly [string, string])[]): Answer {
  const exchange = {
    id: "a#0",
    actor: "a",
    operation: "getRelease" as const,
    request: { method: "GET", url: "http://registry.test/", headers: [] },
    response: { status: 429, headers },
    startedAtMs: 0,
    durationMs: 0,
  };
  return {
    exchange,
    status: 429,
    url: exchange.request.url,
    bytes: new Uint8Array(),
    body: undefined,
    isJson: false,
    endedAtMs: 0,
  };
}

test.each([
  ["seconds", [["Retry-After", "3"]], 3000],
  ["zero seconds", [["retry-after", "0"]], 0],
  [
    "a date, from the response's own Date",
    [
      ["Retry-After", "Sat, 21 Nov 2026 10:00:05 GMT"],
      ["Date", "Sat, 21 Nov 2026 10:00:01 GMT"],
    ],
    5000,
  ],
  [
    "a date in the past",
    [
      ["Retry-After", "Sat, 21 Nov 2026 10:00:00 GMT"],
      ["Date", "Sat, 21 Nov 2026 11:00:00 GMT"],
    ],
    1000,
  ],
  ["no more than two minutes", [["Retry-After", "86400"]], 120_000],
] as const)("Retry-After is obeyed: %s", (_name, headers, expected) => {
  expect(toWait(limited(headers), 0, 0)).toBe(expected);
});

test.each([[[]], [[["Retry-After", "soon"]]], [[["Retry-After", "-1"]]]] as const)(
  "without a usable Retry-After (%j) the wait doubles",
  (headers) => {
    const waits = [0, 1, 2, 3].map((attempt) => toWait(limited(headers), attempt, 0.5));
    expect(waits).toEqual([250, 500, 1000, 2000]);
    expect(toWait(limited(headers), 30, 1)).toBeLessThanOrEqual(15_000);
  },
);

test("a tier that is held back waits, and another does not", async () => {
  const slept: number[] = [];
  let release = (): void => {};
  const politeness = createPoliteness({
    concurrency: 4,
    live: true,
    sleep: (milliseconds) => {
      slept.push(milliseconds);
      return new Promise((resolve) => {
        release = resolve;
      });
    },
  });
  politeness.hold("publisher", 60_000);
  const order: string[] = [];
  const held = politeness.run("publisher", () => Promise.resolve(order.push("publisher")));
  await politeness.run("anonymous", () => Promise.resolve(order.push("anonymous")));
  expect(order).toEqual(["anonymous"]);
  expect(slept).toHaveLength(1);
  expect(politeness.figures()).toMatchObject({ holding: true });
  expect(politeness.figures().limiterWaitMs).toBeGreaterThan(59_000);
  release();
  void held;
});

test("a replayed run is never held back", async () => {
  const politeness = createPoliteness({ concurrency: 1, live: false, sleep: () => Promise.resolve() });
  politeness.hold("anonymous", 60_000);
  expect(await politeness.run("anonymous", () => Promise.resolve("sent"))).toBe("sent");
  expect(politeness.figures().limiterWaitMs).toBe(0);
});
