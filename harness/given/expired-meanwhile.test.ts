import { expect, test } from "vitest";
import type { Answer } from "../exchange/answer.ts";
import { expiredMeanwhile } from "./expired-meanwhile.ts";

const expiries = new Map([["a/b", "2026-11-22T10:00:00.500Z"]]);

/** Ten minutes after the run began. */
const endedAtMs = 600_000;

function refusal(date: string, path = "/uploads/a%2Fb/finalize", slug = "upload-expired"): Answer {
  const url = `https://registry.test/api/v1/volumes/tool${path}`;
  const body = { type: `https://registry.test/problems/${slug}`, title: "", status: 410 };
  return {
    status: 410,
    body,
    endedAtMs,
    exchange: { request: { url }, response: { headers: [["date", date]] } },
  } as unknown as Answer;
}

test.each([
  ["the time is over by the registry's own clock", "Sun, 22 Nov 2026 10:00:00 GMT", undefined, true],
  ["long after it", "Sun, 22 Nov 2026 11:00:00 GMT", undefined, true],
  ["before it", "Sun, 22 Nov 2026 09:59:00 GMT", undefined, false],
  ["no date, and over by our clock", "", undefined, true],
  [
    "over by our clock, beside a date of the start of its connection",
    "Sun, 22 Nov 2026 09:59:30 GMT",
    undefined,
    true,
    "2026-11-22T09:50:20Z",
  ],
  ["no date, and not over by our clock", "", undefined, false, "2026-11-22T09:49:00Z"],
  ["an upload that nobody knows", "Sun, 22 Nov 2026 11:00:00 GMT", "/uploads/c/finalize", false],
])("%s", (_name, date, path, isExcused, startedAt = "2026-11-22T09:51:00Z") => {
  const run = { session: { expiries }, startedAtMs: Date.parse(startedAt) };
  expect(expiredMeanwhile(run, refusal(date, path)) !== undefined).toBe(isExcused);
});

test("another problem is never excused", () => {
  const other = refusal("Sun, 22 Nov 2026 11:00:00 GMT", undefined, "not-found");
  expect(expiredMeanwhile({ session: { expiries }, startedAtMs: 0 }, other)).toBeUndefined();
});
