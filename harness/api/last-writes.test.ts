import { expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import type { Answer } from "../exchange/answer.ts";
import { createLastWrites } from "./last-writes.ts";
import { withAbout } from "../recording/read-about.ts";

const base = "https://registry.example/api/v1";

function exchange(
  operation: Exchange["operation"],
  path: string,
  about: { startedAtMs: number; status?: number; method?: string; sent?: string },
): Exchange {
  const { startedAtMs, status = 201, method = "POST", sent } = about;
  const one: Exchange = {
    id: `a/check#${startedAtMs}`,
    actor: "a/check",
    operation,
    request: {
      method,
      url: `${base}${path}`,
      headers: [],
      ...(sent === undefined ? {} : { body: { size: sent.length, digest: "", text: sent } }),
    },
    response: { status, headers: [] },
    startedAtMs,
    durationMs: 10,
  };
  return withAbout(one, "https://registry.example");
}

/** A read of a volume's document that began at this moment. */
function read(path: string, startedAtMs: number): Answer {
  const own = exchange("getRelease", path, { startedAtMs, status: 200, method: "GET" });
  return {
    exchange: own,
    status: 200,
    url: own.request.url,
    bytes: new Uint8Array(),
    body: undefined,
    isJson: false,
    endedAtMs: startedAtMs + 10,
  };
}

const finalize = "/volumes/@a/b/uploads/1/finalize";

test.each([
  ["the metadata", "/volumes/@a/b/1.0.0"],
  ["the index", "/index/volumes/@a/b"],
  ["a trust document", "/volumes/@a/b/2.0.0/trust/detail"],
])("a finalize concerns %s of its volume", (_, path) => {
  const writes = createLastWrites();
  writes.note(exchange("finalizeReleaseUpload", finalize, { startedAtMs: 5 }));
  expect(writes.before(read(path, 20))).toBe(15);
});

test.each([
  ["another volume", "/volumes/@a/b-c/1.0.0"],
  ["its namesake without a scope", "/volumes/b/1.0.0"],
])("it does not concern %s", (_, path) => {
  const writes = createLastWrites();
  writes.note(exchange("finalizeReleaseUpload", finalize, { startedAtMs: 5 }));
  expect(writes.before(read(path, 20))).toBeUndefined();
});

test("an unpublish, a trust finalize and a state of the hook are writes, a refused one and a create are none", () => {
  const path = "/volumes/@a/b/1.0.0";
  const at = { startedAtMs: 5 };
  const sent = JSON.stringify({ state: "release-status", params: { name: "@a/b", version: "1.0.0" } });
  const applied = [
    exchange("unpublishVersion", path, { ...at, method: "DELETE", status: 204 }),
    exchange("finalizeTrustUpload", `${path}/trust/uploads/1/finalize`, at),
    exchange("state", "/hook", { ...at, sent }),
  ];
  for (const one of applied) expect(createLastWrites([one]).before(read(path, 20))).toBe(15);
  const others = [
    exchange("finalizeReleaseUpload", finalize, { ...at, status: 409 }),
    exchange("createReleaseUpload", "/volumes/@a/b/uploads", at),
    exchange("state", "/hook", { ...at, sent: "no JSON" }),
  ];
  for (const one of others) expect(createLastWrites([one]).before(read(path, 20))).toBeUndefined();
});

test("a write that ended after the read began does not count, also if a replay knows it from the start", () => {
  const one = exchange("finalizeReleaseUpload", finalize, { startedAtMs: 5 });
  const other = exchange("finalizeReleaseUpload", finalize, { startedAtMs: 30 });
  const writes = createLastWrites([one, other]);
  expect(writes.before(read("/volumes/@a/b/1.0.0", 20))).toBe(15);
  expect(writes.before(read("/volumes/@a/b/1.0.0", 40))).toBe(40);
});

test("a read during a write may be behind, one that ended before it is not", () => {
  const writes = createLastWrites([exchange("finalizeReleaseUpload", finalize, { startedAtMs: 25 })]);
  const answer = (startedAtMs: number): Answer => ({
    ...read("/volumes/@a/b/9.9.9", startedAtMs),
    status: 409,
    body: { type: "https://problems.example/inconsistent-registry-state" },
  });
  expect(writes.isBehind(answer(20), 100)).toBe(true);
  expect(writes.isBehind(answer(10), 100)).toBe(false);
});

test("a read that answers inconsistent-registry-state soon after a write is behind, unless the hook made it so", () => {
  const answer = (path: string, startedAtMs: number, slug = "inconsistent-registry-state"): Answer => ({
    ...read(path, startedAtMs),
    status: 409,
    body: { type: `https://problems.example/${slug}` },
  });
  const writes = createLastWrites();
  writes.note(exchange("finalizeReleaseUpload", finalize, { startedAtMs: 5 }));
  expect(writes.isBehind(answer("/volumes/@a/b/9.9.9", 20), 100)).toBe(true);
  expect(writes.isBehind(answer("/volumes/@a/b/9.9.9", 20, "not-found"), 100)).toBe(false);
  expect(writes.isBehind(answer("/volumes/@a/b/9.9.9", 200), 100)).toBe(false);
  expect(writes.isBehind(answer("/volumes/b/9.9.9", 20), 100)).toBe(false);
  const state: Exchange = {
    ...exchange("state", "/hook", { startedAtMs: 6, status: 200 }),
    about: { state: "inconsistent", volume: { scope: "a", segment: "b" }, version: "1.0.0" },
  };
  writes.note(state);
  expect(writes.isBehind(answer("/volumes/@a/b/9.9.9", 20), 100)).toBe(false);
});
