import { expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import { createUploadIds } from "./upload-ids.ts";

function create(segment: string, startedAtMs: number, status = 201): Exchange {
  return {
    id: `a/check#${startedAtMs}`,
    actor: "a/check",
    operation: "createReleaseUpload",
    about: { volume: { segment } },
    request: { method: "POST", url: "https://registry.example/api/v1/volumes/x", headers: [] },
    response: { status, headers: [], body: { size: 0, digest: "", text: '{"uploadId":"1"}' } },
    startedAtMs,
    durationMs: 5,
  };
}

test("ids are shared from the moment on at which a second volume got one", () => {
  const ids = createUploadIds();
  ids.note(create("a", 10), { uploadId: "1" });
  ids.note(create("a", 20), { uploadId: "1" });
  ids.note(create("b", 30, 409), { uploadId: "1" });
  expect(ids.areShared(1_000)).toBe(false);
  ids.note(create("b", 40), { uploadId: "1" });
  expect([44, 45].map((atMs) => ids.areShared(atMs))).toEqual([false, true]);
});

test("a replay knows them from the start, in any order", () => {
  const ids = createUploadIds([create("b", 40), create("a", 10)]);
  expect([44, 45].map((atMs) => ids.areShared(atMs))).toEqual([false, true]);
});

test("an id that comes again after the release of its upload was purged is not shared", () => {
  const purge = (segment: string, startedAtMs: number): Exchange => ({
    ...create(segment, startedAtMs),
    operation: "state",
    about: { volume: { segment }, state: "release-purged" },
  });
  const live = createUploadIds();
  live.note(create("a", 10), { uploadId: "1" });
  live.note(purge("a", 20), {});
  live.note(create("b", 30), { uploadId: "1" });
  const replayed = createUploadIds([create("b", 30), create("a", 10), purge("a", 20)]);
  expect([live, replayed].map((ids) => ids.areShared(1_000))).toEqual([false, false]);
  live.note(create("c", 40), { uploadId: "1" });
  expect(live.areShared(1_000)).toBe(true);
});
