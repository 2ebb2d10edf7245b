import { expect, test } from "vitest";
import type { Verdict } from "../../schemas/report.ts";
import { toChoiceResult } from "./matrix.ts";
import { toPlan } from "./plan.ts";

const [one] = toPlan({ only: ["intent-lifetime"], depth: "standard", seed: 1, combinations: 0 }).choices;

test.each([
  ["what it blocks", "blocked", ["a/one"], "clean"],
  ["what it blocks", "blocked", [], "false-alarm"],
  ["a warning", "warned", ["a/one"], "clean"],
  ["a failure", "failed", ["a/one"], "false-alarm"],
] as const)("%s of a choice: %s where %j may be so is %s", (_, verdict: Verdict, ids, outcome) => {
  if (one === undefined) throw new Error("expected a choice");
  const answer = { red: [{ id: "a/one", verdict, reason: "" }], skipped: [], requests: 0, durationMs: 0 };
  expect(toChoiceResult({ ...one, skips: ids, warns: ids }, answer).outcome).toBe(outcome);
});
