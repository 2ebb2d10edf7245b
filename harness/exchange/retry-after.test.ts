import { expect, test } from "vitest";
import type { Answer } from "./answer.ts";
import { toWait } from "./retry-after.ts";

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

test("a date without a Date header to count from is no help, so that clocks need not agree", () => {
  const asked = limited([["Retry-After", "Sat, 21 Nov 2026 10:00:05 GMT"]]);
  expect(toWait(asked, 2, 0.5)).toBe(1000);
});

test("a limiter that says at once and refuses again is waited for ever longer", () => {
  const waits = [0, 1, 2].map((attempt) => toWait(limited([["Retry-After", "0"]]), attempt, 0.5));
  expect(waits).toEqual([25, 500, 1000]);
});
