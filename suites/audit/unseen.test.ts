import { expect, test } from "vitest";
import type { Tools } from "../../harness/check.ts";
import { attachedIn, lastAttached } from "./attached.ts";
import { type Books, openBooks } from "./books.ts";
import { downloadsIn } from "./downloads.ts";
import type { Noted } from "../../harness/ledger.ts";
import type { Finalized, NotedEntry } from "./ledger.ts";
import { toId } from "./timelines.ts";
import { doubtful, chooseWitnesses } from "./unseen.ts";

const base = "https://registry.example/api/v1";

function at(ms: number) {
  return { exchange: `a#${ms}`, requestUrl: `${base}/${ms}`, startedAtMs: ms, endedAtMs: ms + 1 };
}

/** A release that is published at a time. */
function published(ms: number, name: string, version: string): readonly NotedEntry[] {
  const uploadId = `${name} ${version}`;
  const release = { dist: { url: `/files/${name}/${version}` } };
  return [
    {
      kind: "opened",
      name,
      version,
      uploadId,
      sent: { version },
      key: undefined,
      credential: undefined,
      answered: {},
      sentAt: undefined,
      ...at(ms),
    },
    {
      kind: "finalized",
      name,
      version: "",
      uploadId,
      outcome: "success",
      answered: { release },
      ...at(ms + 2),
    },
  ];
}

function attached(ms: number, name: string, version: string): Finalized & Noted {
  const answered = { attachmentId: `attachment ${ms}` };
  return {
    kind: "trust-finalized",
    name,
    version,
    uploadId: `t${ms}`,
    outcome: "success",
    answered,
    ...at(ms),
  };
}

function refused(ms: number, name: string, version: string): NotedEntry {
  const about = { operation: "createTrustUpload", answered: "digest-mismatch" } as const;
  return { kind: "written", ...about, name, version, uploadId: "", ...at(ms) };
}

function read(
  ms: number,
  kind: "metadata" | "detail",
  name: string,
  version: string,
  body: unknown = {},
): NotedEntry {
  return { kind, name, version, status: 200, body, ...at(ms) };
}

function downloaded(ms: number, url: string): NotedEntry {
  return { kind: "downloaded", content: "", ...at(ms), requestUrl: url };
}

function toBooks(...entries: readonly NotedEntry[]): Books {
  const tools = { entries: () => entries, target: { limits: { settleMs: 10 } } };
  return openBooks(tools as unknown as Tools);
}

/** What is to be read, as texts. */
function unseen(books: Books, count = 9): readonly string[] {
  const witnesses = chooseWitnesses(books, [...books.timelines.values()], count);
  return witnesses.map(({ release, parts }) => `${toId(release)} ${[...parts].join(" ")}`);
}

const siblings = [...published(0, "a", "1.0.0"), ...published(4, "a", "2.0.0")];

test("the release that a refused write was about is read first, then one beside it", () => {
  expect(unseen(toBooks(...siblings, refused(10, "a", "1.0.0")))).toEqual([
    "a@1.0.0 state files",
    "a@2.0.0 state files",
  ]);
});

test("what was read since is not read again", () => {
  const books = toBooks(
    ...siblings,
    refused(10, "a", "1.0.0"),
    read(20, "metadata", "a", "1.0.0", { dist: { url: `${base}/files/1` } }),
    downloaded(30, `${base}/files/1`),
    read(40, "metadata", "a", "2.0.0"),
  );
  expect(unseen(books)).toEqual(["a@2.0.0 files"]);
});

test("a read before it happened shows nothing, and attachments are read where there are some", () => {
  const books = toBooks(
    ...published(0, "a", "1.0.0"),
    attached(5, "a", "1.0.0"),
    read(8, "metadata", "a", "1.0.0"),
    refused(10, "a", "1.0.0"),
  );
  expect(unseen(books)).toEqual(["a@1.0.0 state files attachments"]);
});

test("one release that shows it is enough, and the maximum number is kept", () => {
  const others = [...published(0, "b", "1.0.0"), refused(11, "b", "1.0.0")];
  const books = toBooks(...siblings, refused(10, "a", "1.0.0"), ...others);
  expect(unseen(books)).toHaveLength(2);
  expect(unseen(books, 1)).toHaveLength(1);
});

test("a download belongs to the release that had its address last, also through a redirect", () => {
  const books = toBooks(
    ...published(0, "a", "1.0.0"),
    {
      kind: "redirected",
      to: "https://store.example/1",
      ...at(5),
      requestUrl: `${base.slice(0, -7)}/files/a/1.0.0`,
    },
    downloaded(6, "https://store.example/1"),
    downloaded(7, "https://store.example/2"),
    {
      kind: "redirected",
      to: "https://store.example/3?signature=~redacted.url-signature~",
      ...at(8),
      requestUrl: `${base.slice(0, -7)}/files/a/1.0.0`,
    },
    downloaded(9, "https://store.example/3?signature=~redacted.url-signature~"),
  );
  expect(downloadsIn(books).map(({ release }) => release)).toEqual(["a@1.0.0"]);
});

test("a release is in doubt if its last metadata or its last row since it was published did not show it as it is", () => {
  const yanked = { status: { state: "yanked" } };
  const row = (ms: number, more: object): NotedEntry => {
    const rows = [{ version: "1.0.0", ...more }];
    return { kind: "index", name: "a", version: "", status: 200, rows, ...at(ms) };
  };
  const doubts = (...entries: readonly NotedEntry[]): readonly string[] => {
    const books = toBooks(...published(0, "a", "1.0.0"), ...entries);
    const found = doubtful(books, [...books.timelines.values()]);
    return found.map(({ release, parts }) => `${toId(release)} ${[...parts].join(" ")}`);
  };
  expect(doubts(read(5, "metadata", "a", "1.0.0", yanked))).toEqual(["a@1.0.0 state"]);
  expect(doubts(read(5, "metadata", "a", "1.0.0", yanked), read(7, "metadata", "a", "1.0.0"))).toEqual([]);
  expect(doubts(row(5, yanked))).toEqual(["a@1.0.0 row"]);
  expect(doubts(row(5, yanked), row(7, {}))).toEqual([]);
  expect(doubts(row(1, yanked), read(1, "metadata", "a", "1.0.0", yanked))).toEqual([]);
});

test("of attachments that were finalized at once, each may be the last one", () => {
  const of = (...entries: readonly NotedEntry[]): unknown =>
    lastAttached(attachedIn(toBooks(...published(0, "a", "1.0.0"), ...entries)).get("a@1.0.0") ?? []);
  const first = attached(5, "a", "1.0.0");
  expect(of(first)).toEqual({ ids: ["attachment 5"], sinceMs: 6 });
  expect(of(first, attached(8, "a", "1.0.0"))).toEqual({ ids: ["attachment 8"], sinceMs: 9 });
  expect(of({ ...first, endedAtMs: 9 }, attached(8, "a", "1.0.0"))).toEqual({
    ids: ["attachment 5", "attachment 8"],
    sinceMs: 9,
  });
});

test("a repeated finalize of an older upload does not make it the last attachment", () => {
  const of = (...entries: readonly NotedEntry[]): unknown =>
    lastAttached(attachedIn(toBooks(...published(0, "a", "1.0.0"), ...entries)).get("a@1.0.0") ?? []);
  const first = attached(5, "a", "1.0.0");
  const second = attached(8, "a", "1.0.0");
  const repeated = { ...first, ...at(11) };
  expect(of(first, second, repeated)).toEqual({ ids: ["attachment 8"], sinceMs: 9 });
  const lost: NotedEntry = { ...first, outcome: "uncertain", answered: undefined };
  expect(of(lost, second, repeated)).toMatchObject({ ids: ["attachment 5", "attachment 8"] });
  expect(of(second, { ...lost, ...at(11) }, { ...repeated, ...at(14) })).toEqual({
    ids: ["attachment 5"],
    sinceMs: 15,
  });
});
