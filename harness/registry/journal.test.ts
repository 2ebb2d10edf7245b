import { expect, test } from "vitest";
import { createJournal, type Journal } from "./journal.ts";
import type { WireOutcome } from "./transport.ts";

const base = "http://registry.test/base";
const about = { headers: [], maxBytes: 1 };

function answered(status: number, body: unknown = {}): WireOutcome {
  return {
    response: { status, headers: [], body: Buffer.from(JSON.stringify(body)) },
    startedAtMs: 0,
    durationMs: 0,
  };
}

const lost: WireOutcome = { failure: "connection reset", startedAtMs: 0, durationMs: 0 };

function send(journal: Journal, method: string, path: string, outcome: WireOutcome, body?: unknown): void {
  const bytes = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
  journal.note({ ...about, ...bytes, method, url: `${base}/api/v1/volumes/${path}` }, outcome);
}

function open(journal: Journal, path: string, uploadId: string): void {
  send(journal, "POST", path, answered(201, { uploadId }), { version: "1.0.0+b" });
}

test("a release is created by a finalize that succeeds, whichever check sent it", () => {
  const journal = createJournal(base);
  open(journal, "@scope/a", "u/1");
  expect(journal.releases()).toEqual([]);
  send(journal, "POST", "@scope/a/uploads/u%2F1/finalize", answered(201));
  expect(journal.releases()).toEqual([{ path: "@scope/a", version: "1.0.0+b", isCertain: true }]);
});

test("a finalize that is refused creates nothing", () => {
  const journal = createJournal(base);
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", answered(400));
  expect(journal.releases()).toEqual([]);
});

test.each([
  ["lost", lost],
  ["a server error", answered(500)],
])("a finalize whose answer is %s may have created a release", (_name, outcome) => {
  const journal = createJournal(base);
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", outcome);
  expect(journal.releases()).toEqual([{ path: "a", version: "1.0.0+b", isCertain: false }]);
  expect(journal.remaining()).toEqual([]);
  send(journal, "POST", "a/uploads/1/finalize", answered(201));
  expect(journal.releases()).toEqual([{ path: "a", version: "1.0.0+b", isCertain: true }]);
});

test("an upload that nobody saw opened has the version that its answer says", () => {
  const journal = createJournal(base);
  send(journal, "POST", "a/uploads/1/finalize", answered(201, { release: { version: "2.0.0" } }));
  expect(journal.releases()).toEqual([{ path: "a", version: "2.0.0", isCertain: true }]);
});

test("what a request has unpublished no longer remains, and stays in the journal", () => {
  const journal = createJournal(base);
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", answered(201));
  expect(journal.remaining()).toEqual(["a@1.0.0+b"]);
  send(journal, "DELETE", "a/1.0.0%2Bb", answered(404));
  expect(journal.remaining()).toEqual(["a@1.0.0+b"]);
  send(journal, "DELETE", "a/1.0.0+b", answered(204));
  expect(journal.remaining()).toEqual([]);
  expect(journal.releases()).toHaveLength(1);
});

test("what goes elsewhere is not noted", () => {
  const journal = createJournal(base);
  journal.note(
    { ...about, method: "POST", url: "http://elsewhere.test/api/v1/volumes/a/uploads/1/finalize" },
    answered(201, { release: { version: "2.0.0" } }),
  );
  expect(journal.releases()).toEqual([]);
});
