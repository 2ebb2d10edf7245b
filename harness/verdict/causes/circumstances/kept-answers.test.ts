import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../../schemas/report.ts";
import { type Sighting, toDeviation } from "../deviation.ts";
import { createCircumstances } from "./circumstances.ts";
import type { Circumstances } from "./contrast.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { openRecordedRun } from "./recorded-run.ts";
import { createStories } from "./story.ts";

function read(id: string, state: string, credential?: string): Exchange {
  const made = exchange(id, { path: "volumes/v1/1.0.0", body: { version: "1.0.0", status: { state } } });
  return { ...made, about: { ...made.about, ...(credential === undefined ? {} : { credential }) } };
}

function unpublish(id: string): Exchange {
  return exchange(id, {
    operation: "unpublishVersion",
    method: "DELETE",
    path: "volumes/v1/1.0.0",
    status: 204,
    body: "",
  });
}

function sighting(shown: Exchange): Sighting {
  const finding = { expected: "tombstoned", got: '"available"', member: "/status/state" };
  return {
    requirement: { id: "a/one", verdict: "failed", operations: ["getRelease"] } as unknown as CaseResult,
    deviation: toDeviation("a/one", shown, finding),
    ...finding,
    isMain: true,
    exchanges: [shown.id],
  };
}

function tell(all: readonly Exchange[], shown: Exchange): Circumstances {
  const group = [sighting(shown)];
  return createCircumstances(openRecordedRun(all, group))(group);
}

test("an answer from before the last write, where equal reads got another one, is one that something has kept", () => {
  const shown = read("late", "available");
  const all = [
    read("first", "available"),
    unpublish("delete"),
    read("new", "tombstoned"),
    shown,
    read("last", "tombstoned"),
  ].map((one, place) => ({ ...one, startedAtMs: place * 3000 }));
  const last = all[3] ?? shown;
  const { lines, kind } = tell(all, last);
  expect(kind).toBe("kept");
  expect(lines).toEqual([
    "this answer is that of the same read 9 s before; since then `DELETE` was answered 204",
    "1 of 3 equal reads since then got it, and the others did not: several caches, or servers, that differ",
  ]);
  expect(createStories(openRecordedRun(all, [sighting(last)]))(sighting(last))).toEqual([
    "the same read, with the same answer, which was right then",
    "`DELETE` of 1.0.0 without a token -> 204 (6 s before)",
  ]);
});

/** A read, a write, and two reads after it, the second by the first caller. */
function readBy(one: string | undefined, other: string | undefined, second: string): readonly Exchange[] {
  return [
    read("first", "available", one),
    unpublish("delete"),
    read("other", second, other),
    read("late", "available", one),
  ];
}

function linesOf(all: readonly Exchange[]): readonly string[] {
  const shown = all.at(-1);
  return shown === undefined ? [] : tell(all, shown).lines;
}

test("the callers that get an old answer are told, where the others do not", () => {
  expect(linesOf(readBy("publisher", undefined, "tombstoned"))[1]).toBe(
    "only requests with `Authorization` get it (1 of 1; of 1 current answers none)",
  );
  expect(linesOf(readBy(undefined, "publisher", "tombstoned"))[1]).toBe(
    "only anonymous requests get it (1 of 1; of 1 current answers none)",
  );
});

test("where every read since the write has the old answer, the write may have had no effect", () => {
  expect(linesOf(readBy(undefined, undefined, "available"))).toEqual([]);
});

test("what is attached to a release makes its metadata no older", () => {
  const first = read("first", "available");
  const attached = exchange("attached", {
    operation: "finalizeTrustUpload",
    method: "POST",
    path: "volumes/v1/1.0.0/trust/uploads/u/finalize",
    status: 201,
  });
  expect(linesOf([first, attached, read("new", "tombstoned"), read("late", "available")])).toEqual([]);
});

test("answers that are all kept are told where what is read late for the first time is right", () => {
  const inVolume = (volume: string, one: Exchange): Exchange => ({
    ...one,
    id: `${one.id} of ${volume}`,
    request: { ...one.request, url: one.request.url.replace("/v1/1.0.0", `/${volume}/1.0.0`) },
    about: { ...one.about, volume: { segment: volume }, version: "1.0.0" },
  });
  const publish = exchange("finalize", {
    operation: "finalizeReleaseUpload",
    method: "POST",
    path: "volumes/v1/uploads/u/finalize",
    status: 201,
  });
  const kept = ["k1", "k2"].flatMap((volume) =>
    [publish, read("first", "available"), unpublish("delete"), read("late", "available")].map((one) =>
      inVolume(volume, one),
    ),
  );
  const fresh = ["f1", "f2", "f3", "f4", "f5"].flatMap((volume) =>
    [publish, unpublish("delete"), read("only", "tombstoned")].map((one) => inVolume(volume, one)),
  );
  const tellAll = (all: readonly Exchange[]): Circumstances => {
    const timed = all.map((one, place) => ({ ...one, startedAtMs: place * 3000 }));
    const group = timed.filter(({ id }) => id.startsWith("late")).map(sighting);
    return createCircumstances(openRecordedRun(timed, group))(group);
  };
  const { lines, kind } = tellAll([...kept, ...fresh]);
  expect(kind).toBe("kept");
  expect(lines).toEqual([
    "this answer is that of the same read 6 s before; since then `DELETE` was answered 204",
    "all 2 wrong responses are older answers to the same read; 5 reads that were the first from their address are right",
  ]);
  expect(tellAll(kept).kind).not.toBe("kept");
});
