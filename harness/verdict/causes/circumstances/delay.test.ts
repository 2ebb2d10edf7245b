import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { tellDelay } from "./delay.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { readEvents } from "./release-events.ts";

/** A release that the hook yanks, and a read of its metadata so long after that. */
function readAfter(name: string, delayMs: number): readonly [yank: Exchange, read: Exchange] {
  const yank = exchange(`yank ${name}`, {
    operation: "state",
    method: "POST",
    path: "states",
    sent: { state: "release-status", params: { volume: name, version: "1.0.0", state: "yanked" } },
  });
  const read = exchange(`read ${name}`, { path: `volumes/${name}/1.0.0` });
  const about = { state: "release-status", volume: { segment: name }, version: "1.0.0" };
  return [
    { ...yank, about },
    { ...read, startedAtMs: yank.startedAtMs + yank.durationMs + delayMs },
  ];
}

function tell(wrongMs: readonly number[], rightMs: readonly number[]): string | undefined {
  const [wrong, right] = [wrongMs, rightMs].map((all, of) =>
    all.map((ms, place) => readAfter(`v${of}-${place}`, ms)),
  );
  const shown = (pairs: typeof wrong = []): { exchange: Exchange }[] =>
    pairs.map(([, read]) => ({ exchange: read }));
  return tellDelay(
    {
      operations: new Set(),
      those: shown(wrong),
      beyond: [],
      others: shown(right),
      whole: shown(right),
      isBreak: false,
    },
    readEvents([...(wrong ?? []), ...(right ?? [])].flat()),
  );
}

test("what is wrong only a while after a write is told with the time", () => {
  expect(tell([2100, 3000, 4000], [10, 20, 30, 500, 1900])).toBe(
    "only 2.1 s or more after the states hook set `yanked` (others: at most 1.9 s)",
  );
  expect(tell([10, 20, 150], [400, 500, 600, 700, 800])).toBe(
    "only within 150 ms after the states hook set `yanked` (others: 400 ms or more)",
  );
});

test("nothing is told where the times overlap, or where few are compared", () => {
  expect(tell([100, 3000, 4000], [10, 20, 30, 500, 1900])).toBeUndefined();
  expect(tell([2100, 3000], [10, 20, 30, 500, 1900])).toBeUndefined();
  expect(tell([2100, 3000, 4000], [10, 20, 30, 500])).toBeUndefined();
});
