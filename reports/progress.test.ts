import { describe, expect, it } from "vitest";
import { hostileText } from "./lab/examples/hostile-report.ts";
import { isProgressDue, type ProgressState, renderProgress } from "./progress.ts";

const state: ProgressState = {
  checksDone: 30,
  checksTotal: 120,
  chapter: "finalize",
  requests: 1412,
  failed: 2,
  limiterWaitMs: 4100,
  elapsedMs: 20_000,
};

describe("renderProgress", () => {
  it("tells checks, failures, requests, time lost to the limiter and the chapter", () => {
    expect(renderProgress(state, { width: 100 })).toBe(
      "[####------------] 30/120 checks, 2 failed, 1,412 requests, 4.1 s rate-limited, finalize",
    );
  });

  it("leaves out what did not happen", () => {
    expect(renderProgress({ ...state, failed: 0, limiterWaitMs: 0, requests: 1 })).toBe(
      "[####------------] 30/120 checks, 1 request, finalize",
    );
  });

  it("stays on one line whatever the width and the chapter", () => {
    const line = renderProgress({ ...state, chapter: hostileText }, { width: 40 });

    expect(line).toHaveLength(39);
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  it("copes with a run without checks", () => {
    expect(renderProgress({ ...state, checksDone: 0, checksTotal: 0 })).toContain("0/0 checks");
  });
});

describe("isProgressDue", () => {
  it("owes the first line, each tenth and a line after half a minute", () => {
    expect(isProgressDue(undefined, state)).toBe(true);
    expect(isProgressDue(state, { ...state, checksDone: 35 })).toBe(false);
    expect(isProgressDue(state, { ...state, checksDone: 36 })).toBe(true);
    expect(isProgressDue(state, { ...state, elapsedMs: 50_000 })).toBe(true);
  });
});
