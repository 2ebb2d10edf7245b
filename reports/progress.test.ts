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
  it("shows how far it is, failures, requests, wait for the rate limit, and the chapter", () => {
    expect(renderProgress(state, { width: 100 })).toBe(
      "[####------------] 25 %, 2 cases failed, 1,412 requests, 4.1 s rate-limited, finalize",
    );
  });

  it("leaves out counts of zero", () => {
    expect(renderProgress({ ...state, failed: 0, limiterWaitMs: 0, requests: 1 })).toBe(
      "[####------------] 25 %, 1 request, finalize",
    );
  });

  it("stays on one line for any width and chapter", () => {
    const line = renderProgress({ ...state, chapter: hostileText }, { width: 40 });

    expect(line).toHaveLength(39);
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  it("accepts a run without checks", () => {
    expect(renderProgress({ ...state, checksDone: 0, checksTotal: 0 })).toContain("0 %");
  });
});

describe("isProgressDue", () => {
  it("is due at first, at each tenth and after half a minute", () => {
    expect(isProgressDue(undefined, state)).toBe(true);
    expect(isProgressDue(state, { ...state, checksDone: 35 })).toBe(false);
    expect(isProgressDue(state, { ...state, checksDone: 36 })).toBe(true);
    expect(isProgressDue(state, { ...state, elapsedMs: 50_000 })).toBe(true);
  });
});
