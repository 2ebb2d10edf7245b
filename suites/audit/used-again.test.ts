import { expect, test } from "vitest";
import type { Noted } from "../../harness/ledger.ts";
import type { NotedEntry } from "./ledger.ts";
import { hasComeAgain, withSeparateUploads } from "./used-again.ts";

function at(moment: number): Noted {
  return { exchange: `a/check#${moment}`, requestUrl: "", startedAtMs: moment, endedAtMs: moment + 1 };
}

function opened(moment: number, version: string, expiresAt?: string, uploadId = "u"): NotedEntry {
  return {
    kind: "opened",
    name: "conf-a",
    version,
    uploadId,
    sent: { version },
    key: undefined,
    credential: undefined,
    answered: { uploadId, ...(expiresAt === undefined ? {} : { expiresAt }) },
    sentAt: Date.UTC(2026, 0, 1),
    ...at(moment),
  };
}

function finalized(moment: number): NotedEntry {
  return {
    kind: "finalized",
    name: "conf-a",
    version: "",
    uploadId: "u",
    outcome: "refused",
    answered: undefined,
    ...at(moment),
  };
}

function idsOf(entries: readonly NotedEntry[]): readonly string[] {
  return withSeparateUploads(entries).map((entry) => ("uploadId" in entry ? entry.uploadId : ""));
}

test("an id that comes again after its finalize is that of another upload", () => {
  expect(idsOf([opened(1, "1.0.0"), finalized(3), opened(5, "2.0.0"), finalized(7)])).toEqual([
    "u",
    "u",
    "u (2)",
    "u (2)",
  ]);
});

test("an id that comes again while its upload is open stays the same, so that the rule about ids sees it", () => {
  expect(idsOf([opened(1, "1.0.0"), opened(5, "2.0.0")])).toEqual(["u", "u"]);
});

test("a repeated create with the same content is about the same upload", () => {
  expect(idsOf([opened(1, "1.0.0"), finalized(3), opened(5, "1.0.0")])).toEqual(["u", "u", "u"]);
});

test("a create that is repeated once its id names another upload is about the first one", () => {
  const entries = [opened(1, "1.0.0"), finalized(3), opened(5, "2.0.0"), opened(7, "1.0.0"), finalized(9)];
  expect(idsOf(entries)).toEqual(["u", "u", "u (2)", "u", "u (2)"]);
});

test("an id may come again when its upload has expired", () => {
  expect(idsOf([opened(1, "1.0.0", "2025-12-31T23:59:59Z"), opened(5, "2.0.0")])).toEqual(["u", "u (2)"]);
});

test("a finalize that began before the id came again is about the first upload", () => {
  const late = { ...finalized(4), endedAtMs: 9 };
  expect(idsOf([opened(1, "1.0.0"), finalized(2), opened(5, "2.0.0"), late])).toEqual([
    "u",
    "u",
    "u (2)",
    "u",
  ]);
});

test("an id of two uploads has come again for both", () => {
  const entries = withSeparateUploads([opened(1, "1.0.0"), finalized(3), opened(5, "2.0.0")]);
  expect([hasComeAgain("u", entries), hasComeAgain("u (2)", entries), hasComeAgain("v", entries)]).toEqual([
    true,
    true,
    false,
  ]);
});
