import { expect, test } from "vitest";
import type { Exchange, Finding } from "../../../../schemas/report.ts";
import { toDeviation } from "../deviation.ts";
import { exchange, type Sent } from "./made-up-exchange.test.fixture.ts";
import { openRecordedRun } from "./recorded-run.ts";
import { type Fact, tellUpload } from "./upload-facts.ts";

const id = "0123456789abcdef0123456789abcdef";

const created = exchange("create", {
  operation: "createReleaseUpload",
  method: "POST",
  path: "volumes/v1",
  sent: { version: "1.0.0" },
  status: 201,
  body: { uploadId: id, expiresAt: "2026-01-01T00:15:00Z", upload: { url: "https://registry.test/bytes/1" } },
});

function put(): Exchange {
  const sent = exchange("put", { operation: "transferBytes", method: "PUT", path: "x", sent: "abc" });
  return { ...sent, request: { ...sent.request, url: "https://registry.test/bytes/1" } };
}

function finalize(slug: string, sent: Partial<Sent> = {}, uploadId: string = id): Exchange {
  return exchange("shown", {
    operation: "finalizeReleaseUpload",
    method: "POST",
    path: `volumes/v1/uploads/${uploadId}/finalize`,
    status: 400,
    answered: [["Date", "Thu, 01 Jan 2026 00:00:00 GMT"]],
    body: { type: `https://problems.test/${slug}` },
    ...sent,
  });
}

function factOf(all: readonly Exchange[], about: Partial<Finding> = {}): Fact | undefined {
  const deviation = toDeviation("a/one", all.at(-1), { expected: "", got: "", ...about });
  return tellUpload(deviation, openRecordedRun(all, [])());
}

test("bytes that came are told where a finalize misses them", () => {
  const shown = finalize("missing-uploaded-bytes");
  const later = { ...shown, startedAtMs: shown.startedAtMs + 8000 };
  expect(factOf([created, put(), later])?.line).toMatch(
    /^the bytes were there \(`PUT` of \d+ bytes -> 200\) 8 s before; the `expiresAt` of the upload is 15 min after this response$/,
  );
  expect(factOf([created, later])).toBeUndefined();
});

test("an upload that is not over is told where a finalize says that it is", () => {
  const shown = finalize("upload-expired", { status: 410 });
  expect(factOf([created, put(), shown])?.line).toBe(
    "the `expiresAt` of this upload is 15 min after the `Date` of this response",
  );
  const answered = [["Date", "Thu, 01 Jan 2026 00:16:00 GMT"]] as const;
  expect(factOf([created, finalize("upload-expired", { status: 410, answered })])).toBeUndefined();
  const hook = exchange("hook", { operation: "state", method: "POST", path: "states" });
  const forced = { ...hook, about: { state: "intent-expired", uploadId: id } };
  expect(factOf([created, forced, finalize("upload-expired", { status: 410 })])).toBeUndefined();
});

test("an id that was never given out is told to be like one that was, where an upload was found", () => {
  const wanted = { wanted: { problems: ["not-found"] } };
  const cut = id.slice(0, -1);
  expect(factOf([created, finalize("missing-uploaded-bytes", {}, cut)], wanted)?.line).toBe(
    "no upload has the id that was sent; that of another upload begins with it",
  );
  expect(factOf([created, finalize("missing-uploaded-bytes", {}, "f".repeat(32))], wanted)).toBeUndefined();
  expect(factOf([created, finalize("missing-uploaded-bytes")], wanted)).toBeUndefined();
});
