import { expect, test } from "vitest";
import { createLedger } from "./ledger.ts";
import type { Answer } from "./exchange/answer.ts";

function answered(id: string, endedAtMs: number): Answer {
  return {
    exchange: {
      id,
      actor: "somebody",
      operation: "getRelease",
      request: { method: "GET", url: "https://registry.example/", headers: [] },
      startedAtMs: 1,
      durationMs: endedAtMs - 1,
    },
    status: 200,
    url: "https://registry.example/",
    bytes: new Uint8Array(),
    body: undefined,
    isJson: false,
    endedAtMs,
  };
}

const statuses = createLedger(({ status }) => [{ status }]);

test("gives the entries of a run in the order in which their exchanges ended, however they were noted", () => {
  const run = {};
  for (const answer of [answered("b#0", 9), answered("c#0", 5), answered("a#0", 9)])
    statuses.note(run, answer, undefined);

  expect(statuses.entries(run).map(({ exchange }) => exchange)).toEqual(["c#0", "a#0", "b#0"]);
  expect(statuses.entries(run)[0]).toEqual({
    status: 200,
    exchange: "c#0",
    requestUrl: "https://registry.example/",
    startedAtMs: 1,
    endedAtMs: 5,
  });
});

test("keeps the entries of each run apart", () => {
  const run = {};
  statuses.note({}, answered("a#0", 2), undefined);

  expect(statuses.entries(run)).toEqual([]);
});
