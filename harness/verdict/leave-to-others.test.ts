import { expect, test } from "vitest";
import type { Check } from "../check.ts";
import type { Exchange, Finding } from "../../schemas/report.ts";
import { leaveToOthers } from "./leave-to-others.ts";
import type { CheckOutcome } from "./check-outcome.ts";

function check(id: string, last: boolean): Check {
  const about = { level: "must", rule: id, source: "here", operations: ["getRelease"] } as const;
  return { ...about, id, last, run: () => Promise.resolve() };
}

function exchange(id: string): Exchange {
  return {
    id,
    actor: "somebody",
    operation: "getRelease",
    request: { method: "GET", url: "https://registry.example/", headers: [] },
    response: { status: 200, headers: [] },
    startedAtMs: 0,
    durationMs: 1,
  };
}

type Found = Omit<Finding, "rule">;

function found(id: string, member: string): Found {
  return { expected: "one", got: "another", exchange: id, member };
}

function failed(...findings: readonly Found[]): CheckOutcome {
  const [finding] = findings;
  if (finding === undefined) throw new Error("a failure needs a finding");
  return { outcome: { verdict: "failed", finding }, findings, exchanges: [], durationMs: 1 };
}

const checks = [check("a/one", false), check("audit/all", true)];
const exchanges = [exchange("a#0"), exchange("b#0"), exchange("c#0")];

function verdictWith(
  one: CheckOutcome,
  all: CheckOutcome,
  level: Check["level"] = "must",
): CheckOutcome | undefined {
  const outcomes = new Map([
    ["a/one", one],
    ["audit/all", all],
  ]);
  const ofLevel = checks.map((one) => ({ ...one, level }));
  return leaveToOthers(outcomes, ofLevel, { invariants: [], exchanges }).get("audit/all");
}

test("a finding about an exchange that another check reports blocks the check of the whole run", () => {
  const outcome = verdictWith(failed(found("a#0", "/purl")), failed(found("a#0", "/integrity")));

  expect(outcome?.outcome).toMatchObject({ verdict: "blocked", owner: { id: "a/one" } });
  expect(outcome?.findings).toEqual([]);
});

test("the same deviation of the same operation is left to the other check, too", () => {
  const outcome = verdictWith(failed(found("a#0", "/purl")), failed(found("b#0", "/purl")));

  expect(outcome?.outcome.verdict).toBe("blocked");
});

test("what nobody else reports stays, without the rest", () => {
  const own = found("c#0", "/integrity");
  const outcome = verdictWith(failed(found("a#0", "/purl")), failed(found("b#0", "/purl"), own));

  expect(outcome).toMatchObject({ outcome: { verdict: "failed", finding: own }, findings: [own] });
});

test("a warning blocks nothing", () => {
  const own = found("a#0", "/purl");
  const outcome = verdictWith(failed(found("a#0", "/purl")), failed(own), "should");

  expect(outcome).toMatchObject({ outcome: { verdict: "failed", finding: own }, findings: [own] });
});
