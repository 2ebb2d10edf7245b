import { expect, test } from "vitest";
import { notSent } from "../transport/network-error.ts";
import { createJournal, type Journal } from "./journal.ts";
import { readAddress, readVersion } from "../recording/read-about.ts";
import { type ReleaseWrite, toReleaseWrite } from "../exchange/release-write.ts";
import type { WireOutcome } from "../transport/transport.ts";

function answered(status: number, body: unknown = {}): WireOutcome {
  return {
    response: { status, headers: [], body: Buffer.from(JSON.stringify(body)) },
    startedAtMs: 0,
    durationMs: 0,
  };
}

const lost: WireOutcome = { failure: "connection reset", startedAtMs: 0, durationMs: 0 };

function send(journal: Journal, method: string, path: string, outcome: WireOutcome, body?: unknown): void {
  journal.note(writeOf(method, path, body), outcome);
}

function writeOf(method: string, path: string, body?: unknown): ReleaseWrite {
  const names = readAddress(method, `/api/v1/volumes/${path}`, "");
  const write = toReleaseWrite({ ...names, ...readVersion(names, body) });
  if (write === undefined) throw new Error(`${method} ${path} writes no release`);
  return write;
}

function open(journal: Journal, path: string, uploadId: string): void {
  send(journal, "POST", path, answered(201, { uploadId }), { version: "1.0.0+b" });
}

test("a release is created by a finalize that succeeds, whichever check sent it", () => {
  const journal = createJournal();
  open(journal, "@scope/a", "u/1");
  expect(journal.releases()).toEqual([]);
  send(journal, "POST", "@scope/a/uploads/u%2F1/finalize", answered(201));
  expect(journal.releases()).toEqual([{ path: "@scope/a", version: "1.0.0+b", isCertain: true }]);
});

test("a finalize that is refused creates nothing", () => {
  const journal = createJournal();
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", answered(400));
  expect(journal.releases()).toEqual([]);
});

test.each([
  ["lost", lost],
  ["a server error", answered(500)],
])("a finalize whose answer is %s may have created a release", (_name, outcome) => {
  const journal = createJournal();
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", outcome);
  expect(journal.releases()).toEqual([{ path: "a", version: "1.0.0+b", isCertain: false }]);
  expect(journal.remaining()).toEqual([]);
  send(journal, "POST", "a/uploads/1/finalize", answered(201));
  expect(journal.releases()).toEqual([{ path: "a", version: "1.0.0+b", isCertain: true }]);
});

test("an upload that nobody saw opened has the version that its answer says", () => {
  const journal = createJournal();
  send(journal, "POST", "a/uploads/1/finalize", answered(201, { release: { version: "2.0.0" } }));
  expect(journal.releases()).toEqual([{ path: "a", version: "2.0.0", isCertain: true }]);
});

test("what a request has unpublished no longer remains, and stays in the journal", () => {
  const journal = createJournal();
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", answered(201));
  expect(journal.remaining()).toEqual(["a@1.0.0+b"]);
  send(journal, "DELETE", "a/1.0.0%2Bb", answered(404));
  expect(journal.remaining()).toEqual(["a@1.0.0+b"]);
  send(journal, "DELETE", "a/1.0.0+b", answered(204));
  expect(journal.remaining()).toEqual([]);
  expect(journal.releases()).toHaveLength(1);
});

test("a release is unpublished if a request that was sent after each answer about its publication succeeded", () => {
  const at = (startedAtMs: number, status: number): WireOutcome => ({
    ...answered(status),
    startedAtMs,
    durationMs: 10,
  });
  function isUnpublished(finalized: readonly WireOutcome[], unpublished: readonly WireOutcome[]): boolean {
    const journal = createJournal();
    open(journal, "a", "1");
    for (const outcome of unpublished) send(journal, "DELETE", "a/1.0.0+b", outcome);
    for (const outcome of finalized) send(journal, "POST", "a/uploads/1/finalize", outcome);
    return journal.isUnpublished({ path: "a", version: "1.0.0+b", isCertain: true });
  }
  expect(isUnpublished([at(0, 201)], [at(20, 204)])).toBe(true);
  expect(isUnpublished([at(0, 201)], [at(20, 404)]), "refused").toBe(false);
  expect(isUnpublished([at(0, 201)], [at(5, 204)]), "sent at once").toBe(false);
  expect(isUnpublished([at(0, 201), at(40, 201)], [at(20, 204)]), "again published").toBe(false);
  expect(isUnpublished([at(0, 201), at(10, 500)], [at(30, 204)]), "perhaps").toBe(false);
  expect(isUnpublished([], [at(20, 204)]), "never published").toBe(false);
});

test("a release is at stake once a create or finalize of it got no answer, and no other is", () => {
  const journal = createJournal();
  function mayAlreadyBeApplied(path: string, version?: string): boolean {
    return journal.mayAlreadyBeApplied(writeOf("POST", path, { version }));
  }
  open(journal, "a", "1");
  expect(mayAlreadyBeApplied("a/uploads/1/finalize")).toBe(false);
  send(journal, "POST", "a/uploads/1/finalize", lost);
  expect(mayAlreadyBeApplied("a/uploads/1/finalize")).toBe(true);
  expect(mayAlreadyBeApplied("a", "1.0.0+b")).toBe(true);
  expect(mayAlreadyBeApplied("a", "1.0.1")).toBe(false);
  expect(mayAlreadyBeApplied("b", "1.0.0+b")).toBe(false);

  send(journal, "POST", "@scope/b", lost, { version: "1.0.0" });
  expect(mayAlreadyBeApplied("@scope/b", "1.0.0")).toBe(true);
  open(journal, "@scope/b", "2");
  expect(mayAlreadyBeApplied("@scope/b", "1.0.0+b")).toBe(false);
  send(journal, "POST", "@scope/b", answered(201, { uploadId: "3" }), { version: "1.0.0" });
  expect(mayAlreadyBeApplied("@scope/b", "1.0.0"), "one that was opened after all").toBe(false);

  open(journal, "a", "4");
  expect(mayAlreadyBeApplied("a", "1.0.0+b"), "an open upload does not say what became of a finalize").toBe(
    true,
  );
  send(journal, "POST", "a/uploads/4/finalize", answered(201));
  expect(mayAlreadyBeApplied("a", "1.0.0+b"), "one that was published after all").toBe(false);
});

test("a version that is published is not at stake because a further create or finalize of it got no answer", () => {
  const journal = createJournal();
  const create = writeOf("POST", "a", { version: "1.0.0+b" });
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", answered(201));
  send(journal, "POST", "a", lost, { version: "1.0.0+b" });
  send(journal, "POST", "a/uploads/1/finalize", lost);
  expect(journal.mayAlreadyBeApplied(create)).toBe(false);
  send(journal, "DELETE", "a/1.0.0+b", answered(204));
  send(journal, "POST", "a", lost, { version: "1.0.0+b" });
  expect(journal.mayAlreadyBeApplied(create), "one that was unpublished is free").toBe(true);
});

test("a release that the states hook took away is at stake again, and no longer remains", () => {
  const journal = createJournal();
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", answered(201));
  journal.remove({ path: "a", version: "1.0.0+b" });
  expect(journal.remaining()).toEqual([]);
  open(journal, "a", "2");
  send(journal, "POST", "a/uploads/2/finalize", lost);
  expect(journal.mayAlreadyBeApplied(writeOf("POST", "a", { version: "1.0.0+b" }))).toBe(true);
});

test("a request that was not sent, or was interrupted, puts nothing at stake", () => {
  const journal = createJournal();
  const unsent = { failure: `${notSent}the run was interrupted`, startedAtMs: 0, durationMs: 0 };
  send(journal, "POST", "a", unsent, { version: "1.0.0" });
  expect(journal.mayAlreadyBeApplied(writeOf("POST", "a", { version: "1.0.0" }))).toBe(false);
});

test.each([502, 503, 504])("a create or finalize that a gateway answered with %d is at stake", (status) => {
  const journal = createJournal();
  send(journal, "POST", "a", answered(status), { version: "1.0.0" });
  expect(journal.mayAlreadyBeApplied(writeOf("POST", "a", { version: "1.0.0" }))).toBe(true);
  open(journal, "b", "1");
  send(journal, "POST", "b/uploads/1/finalize", answered(status));
  expect(journal.mayAlreadyBeApplied(writeOf("POST", "b/uploads/1/finalize"))).toBe(true);
});

test("what an actor has published is at stake when it starts over, until it is published again", () => {
  const journal = createJournal();
  const request = writeOf("POST", "a/uploads/1/finalize");
  open(journal, "a", "1");
  journal.note(request, answered(201), "one");
  journal.restartScenario("another");
  expect(journal.mayAlreadyBeApplied(request, "one")).toBe(false);
  journal.restartScenario("one");
  expect(journal.mayAlreadyBeApplied(request, "one")).toBe(true);
  journal.note(request, answered(201), "one");
  expect(journal.mayAlreadyBeApplied(request, "one")).toBe(false);
});

test("what one actor lost puts nothing at stake for another, whichever of them comes first", () => {
  const journal = createJournal();
  const create = writeOf("POST", "a", { version: "1.0.0" });
  journal.note(create, answered(504), "one");
  expect(journal.mayAlreadyBeApplied(create, "another")).toBe(false);
  journal.note(create, answered(201, { uploadId: "1" }), "another");
  expect(journal.mayAlreadyBeApplied(create, "one")).toBe(true);
});

test("a version is lost where its finalize got no answer, or where the one who finalized it starts over", () => {
  const journal = createJournal();
  open(journal, "a", "1");
  send(journal, "POST", "a/uploads/1/finalize", lost);
  expect(journal.lostVersions("a")).toEqual(["1.0.0+b"]);
  send(journal, "POST", "a/uploads/1/finalize", answered(201));
  expect(journal.lostVersions("a")).toEqual([]);
  journal.restartScenario("");
  expect(journal.lostVersions("a")).toEqual(["1.0.0+b"]);
  expect(journal.lostVersions("ab")).toEqual([]);
});
