import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { withAbout } from "../../../recording/read-about.ts";
import { readPlaces } from "./places.ts";
import { readEvents } from "./release-events.ts";

const startedAt = Date.parse("2026-01-02T03:04:05Z");

interface Read {
  readonly atMs: number;
  readonly body?: string;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly write?: true;
}

function toExchange(
  { atMs, body = "new", status = 200, headers = [], write }: Read,
  place: number,
): Exchange {
  const made: Exchange = {
    id: `one#${place}`,
    actor: "one",
    operation: write === true ? "unpublishVersion" : "getRelease",
    request: {
      method: write === true ? "DELETE" : "GET",
      url: "https://registry.test/api/v1/volumes/lamp/1.0.0",
      headers: [],
    },
    response: { status, headers, body: { size: 3, digest: body, text: body } },
    startedAtMs: atMs,
    durationMs: 5,
  };
  return withAbout(made, "https://registry.test");
}

function placesOf(reads: readonly Read[]): readonly (readonly string[])[] {
  const exchanges = reads.map(toExchange);
  const places = readPlaces(exchanges, readEvents(exchanges));
  return exchanges.map(({ id }) => (places.get(id) ?? []).map(({ words }) => words));
}

test("a read that goes back to what an earlier one had shown, although nothing was written", () => {
  const back = "when a read went back to what an earlier one had shown";
  const [old, fresh] = [{ body: "old" }, { body: "new" }];
  expect(
    placesOf([
      { atMs: 0, ...old },
      { atMs: 10, ...fresh },
      { atMs: 20, ...old },
      { atMs: 30, ...fresh },
      { atMs: 40, ...fresh },
    ]),
  ).toEqual([[], [], [back], [back], []]);
  // what was written in between may have brought it back
  expect(
    placesOf([
      { atMs: 0, ...old },
      { atMs: 10, ...fresh },
      { atMs: 20, write: true },
      { atMs: 30, ...old },
    ]),
  ).toEqual([[], [], [], []]);
  // two at once have no order
  expect(
    placesOf([
      { atMs: 0, ...old },
      { atMs: 10, ...fresh },
      { atMs: 12, ...old },
    ]),
  ).toEqual([[], [], []]);
});

test("servers whose clocks differ", () => {
  const at = (atMs: number, behindMs: number): Read => ({
    atMs,
    headers: [["Date", new Date(startedAt + atMs - behindMs).toUTCString()]],
  });
  expect(placesOf([at(0, 0), at(1000, 60_000), at(2000, 0), at(3000, 60_000)])).toEqual([
    ["from a server whose clock is ahead"],
    ["from a server whose clock is 60 s behind"],
    ["from a server whose clock is ahead"],
    ["from a server whose clock is 60 s behind"],
  ]);
  expect(placesOf([at(0, 0), at(500, 900), at(1000, 1800), at(2000, 300)])).toEqual([[], [], [], []]);
});

test("what servers and caches say of themselves", () => {
  expect(
    placesOf([
      {
        atMs: 0,
        headers: [
          ["X-Cache", "HIT"],
          ["Age", "12"],
        ],
      },
      { atMs: 10, headers: [["Age", "0"]] },
    ]),
  ).toEqual([["with an `age` in the response", "with `x-cache: HIT` in the response"], []]);
});
