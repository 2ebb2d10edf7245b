import { expect, test } from "vitest";
import type { CaseResult, Verdict } from "../../schemas/report.ts";
import { decide, decideProfile, toExitCode, toVerdict } from "./verdicts.ts";

type Judged = Pick<CaseResult, "level" | "verdict" | "profiles" | "notOffered" | "accepted">;

function results(
  ...verdicts: readonly (Verdict | "not-offered" | "accepted-failed" | "accepted-skipped")[]
): readonly Judged[] {
  const accepted = { reason: "known", expires: "2027-01-01" };
  return verdicts.map((verdict): Judged => {
    const common = { level: "must", profiles: ["read"] } as const;
    if (verdict === "not-offered") return { ...common, verdict: "skipped", notOffered: true };
    if (verdict === "accepted-failed") return { ...common, verdict: "failed", accepted };
    if (verdict === "accepted-skipped") return { ...common, verdict: "skipped", accepted };
    return { ...common, verdict };
  });
}

function exitCode(list: readonly Judged[], more: Partial<Parameters<typeof toExitCode>[0]> = {}): number {
  return toExitCode({ results: list, interrupted: false, baselineErrors: 0, ...more });
}

test.each([
  ["conformant", 0, ["passed"]],
  ["conformant", 0, ["passed", "warned"]],
  ["conformant", 0, ["passed", "not-offered"]],
  ["conformant", 0, ["not-offered"]],
  ["partial", 4, ["passed", "skipped"]],
  ["partial", 4, ["passed", "blocked"]],
  ["partial", 4, ["warned", "skipped"]],
  ["partial", 5, ["passed", "errored"]],
  ["non-conformant", 1, ["passed", "failed"]],
  ["non-conformant", 1, ["failed", "skipped", "blocked"]],
  ["non-conformant", 5, ["failed", "errored"]],
  ["non-conformant", 0, ["passed", "accepted-failed"]],
  ["partial", 0, ["passed", "accepted-skipped"]],
  ["undecided", 3, ["skipped", "blocked"]],
  ["undecided", 3, ["not-offered", "skipped"]],
  ["undecided", 3, []],
  ["undecided", 5, ["errored"]],
] as const)("is %s with exit code %i for %j", (verdict, code, verdicts) => {
  const list = results(...verdicts);
  expect(decide(list)).toBe(verdict);
  expect(exitCode(list)).toBe(code);
});

test("an interrupted run has its own exit code, whatever else is true", () => {
  expect(exitCode(results("failed", "errored"), { interrupted: true })).toBe(130);
});

test("an error of the baseline fails a run that is otherwise fine", () => {
  expect(exitCode(results("passed"), { baselineErrors: 1 })).toBe(1);
});

test("a profile counts the requirements by the cases that belong to it alone", () => {
  const described = ["a/one", "a/two"].map((id) => ({ id, title: "", section: "" }));
  const toCase = (requirement: string, result: Judged): CaseResult => {
    const id = `${requirement}-${result.profiles.join("-")}`;
    const about = { title: "", chapter: "a", section: "", operations: [], checks: [], evidence: [] };
    return { ...about, ...result, id, requirement };
  };
  const [passed, failed] = results("passed", "failed") as readonly [Judged, Judged];
  const own = [toCase("a/one", passed), toCase("a/two", failed)];
  const other = [toCase("a/one", { ...failed, profiles: ["trust"] })];
  expect(decideProfile("read", [...own, ...other], described)).toEqual({
    name: "read",
    verdict: "non-conformant",
    passed: 1,
    failed: 1,
    warned: 0,
    skipped: 0,
    blocked: 0,
    errored: 0,
  });
  expect(decideProfile("search", own, described).verdict).toBe("undecided");
});

test.each([
  ["failed", "must", "failed"],
  ["failed", "should", "warned"],
  ["blocked", "should", "blocked"],
  ["passed", "should", "passed"],
] as const)("what has %s at level %s is %s", (outcome, level, verdict) => {
  expect(toVerdict({ verdict: outcome }, level, false)).toBe(verdict);
});

test.each([
  ["failed", "failed"],
  ["blocked", "blocked"],
  ["passed", "passed"],
] as const)("in a strict run a recommendation that has %s is %s", (outcome, verdict) => {
  expect(toVerdict({ verdict: outcome }, "should", true)).toBe(verdict);
});
