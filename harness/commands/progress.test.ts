import { expect, test } from "vitest";
import type { ProgressState } from "../../reports/progress.ts";
import { createProgress } from "./progress.ts";

const state: ProgressState = {
  checksDone: 1,
  checksTotal: 10,
  chapter: "search",
  requests: 5,
  failed: 0,
  limiterWaitMs: 0,
  elapsedMs: 100,
};

function record(isTTY: boolean, quiet = false): string {
  let written = "";
  const stream = {
    isTTY,
    columns: 80,
    write: (text: string) => {
      written += text;
    },
  };
  const progress = createProgress(quiet, stream);
  progress.tell("probing https://registry.example");
  progress.wait({ milliseconds: 3_600_000, reason: "as Retry-After says" });
  progress.show(state);
  progress.end();
  return written;
}

test("a log has one line for each thing that is told", () => {
  const [probing, waiting, checks, ...others] = record(false).split("\n");
  expect([probing, waiting]).toEqual([
    "probing https://registry.example",
    "waiting 3600 s as Retry-After says",
  ]);
  expect(checks).toContain("10 %");
  expect(others).toEqual([""]);
});

test("a terminal draws one line again, keeps what is waited for, and ends with an empty line", () => {
  const written = record(true);
  expect(written).toContain("probing https://registry.example\r\u001B[Kwaiting 3600 s as Retry-After says\n");
  expect(written.endsWith("\r\u001B[K")).toBe(true);
});

test("a response that does not come is told with the time that is over, and the most that it may take", () => {
  let written = "";
  const stream = {
    isTTY: false,
    write: (text: string) => {
      written += text;
    },
  };
  const wait = { milliseconds: 28_000, reason: "the response to GET /api/v1/capabilities", waitedMs: 2_000 };
  createProgress(false, stream).wait(wait);
  expect(written).toBe("still waiting for the response to GET /api/v1/capabilities (2 s of 30 s)\n");
});

test("no line of a log is longer than 100 characters, and a path keeps its end", () => {
  const lines: string[] = [];
  const stream = { isTTY: false, write: (text: string) => lines.push(text) };
  const path = `/api/v1/volumes/@conformance/${"long-".repeat(30)}/uploads/42/finalize`;
  const progress = createProgress(false, stream);
  progress.wait({ milliseconds: 28_000, reason: `the response to POST ${path}`, waitedMs: 2_000 });
  progress.wait({ milliseconds: 28_000, reason: `as ${path} says` });
  progress.tell(`probing https://registry.example${path}`);
  expect(lines.map((line) => line.length)).toEqual([101, 101, 101]);
  expect(lines[0]).toMatch(
    /^still waiting for the response to POST .*….*\/uploads\/42\/finalize \(2 s of 30 s\)\n$/u,
  );
});

test("a quiet run tells nothing", () => {
  expect(record(true, true)).toBe("");
  expect(record(false, true)).toBe("");
});
