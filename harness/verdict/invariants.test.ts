import { expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import type { Answer } from "../exchange/answer.ts";
import { createInvariantJudge } from "./invariants.ts";
import { Blocked, Skipped } from "../outcome.ts";
import {
  check,
  emptyPage,
  invariant,
  problem,
  requirementOf,
  runMadeUp,
  throwing,
} from "../run/made-up-run.test.fixture.ts";

test("a rule for every response fails where one breaks it, and shows the first of each", async () => {
  const rule = invariant("a/rule", ({ exchange }) =>
    /one|two/.test(exchange.actor) ? { expected: "nothing of one", got: exchange.actor } : "held",
  );
  const report = await runMadeUp({
    chapter: { checks: [check("a/three"), check("a/two"), check("a/one")], invariants: [rule] },
  });
  const found = requirementOf(report, "a/rule");
  expect([found.verdict, found.reason]).toEqual(["failed", "got a/one, expected nothing of one"]);
  expect(found.checks).toEqual(["a/rule", "a/one", "a/two", "a/three", "preflight"]);
  expect(found.evidence.map(({ exchanges, verdict }) => [...exchanges, verdict])).toEqual([
    ["a/one#0", "failed"],
    ["a/two#0", "failed"],
    ["a/three#0", "passed"],
    ["preflight#0", "passed"],
    ["preflight#1", "passed"],
  ]);
  expect(report.checks.at(-1)).toMatchObject({
    id: "a/rule",
    exchanges: ["a/one#0", "a/two#0", "a/three#0", "preflight#0", "preflight#1"],
    findings: [
      { rule: "the rule of a/rule", expected: "nothing of one", got: "a/one", exchange: "a/one#0" },
      { got: "a/two" },
    ],
    replay: "npx volume-registry-conformance run --target target.json --only a/one --only a/rule --seed 1",
  });
});

test("five findings and three that held are kept, the first by their ids", async () => {
  const ids = ["h", "c", "b", "g", "a", "f", "e", "d", "i"].map((letter) => `a/${letter}`);
  const rule = invariant("a/rule", ({ exchange }) =>
    exchange.actor < "a/g" ? { expected: "", got: "" } : "held",
  );
  const report = await runMadeUp({ chapter: { checks: ids.map((id) => check(id)), invariants: [rule] } });
  expect(requirementOf(report, "a/rule").evidence.flatMap(({ exchanges }) => exchanges)).toEqual(
    ["a/a", "a/b", "a/c", "a/d", "a/e", "a/g", "a/h", "a/i"].map((id) => `${id}#0`),
  );
});

test.each([
  ["passed", "held", undefined],
  ["skipped", "not-applicable", "no response to judge in this run"],
] as const)("is %s where it is %s for each", async (verdict, judgement, reason) => {
  const report = await runMadeUp({
    chapter: { checks: [check("a/one")], invariants: [invariant("a/rule", () => judgement)] },
  });
  const found = requirementOf(report, "a/rule");
  expect([found.verdict, found.reason]).toEqual([verdict, reason]);
});

test.each([
  ["blocked", new Blocked("lost"), "lost"],
  ["skipped", new Skipped("needs a key"), "no response to judge: needs a key"],
])("without a response it is %s as its carriers were", async (verdict, error, reason) => {
  const rule = invariant("a/rule", () => "not-applicable");
  const unlike = check("a/two", {
    operations: ["getAdvisory"],
    run: throwing(new Blocked("of no concern")),
  });
  const report = await runMadeUp({
    chapter: { checks: [unlike, check("a/one", { run: throwing(error) })], invariants: [rule] },
  });
  const found = requirementOf(report, "a/rule");
  expect([found.verdict, found.reason]).toEqual([verdict, reason]);
});

test("where a check ran, the reason of another one is not that of the rule", async () => {
  const skipped = check("a/one", { run: throwing(new Skipped('needs "limits.largestArchive"')) });
  const report = await runMadeUp({
    chapter: { checks: [skipped, check("a/two")], invariants: [invariant("a/rule", () => "not-applicable")] },
  });
  expect(requirementOf(report, "a/rule").reason).toBe("no response to judge in this run");
});

test("where no check ran, the reason is what most of them need", async () => {
  const reasons = ["nothing to judge: no limit", "needs a", "needs b", "needs b"];
  const report = await runMadeUp({
    chapter: {
      checks: reasons.map((reason, place) => check(`a/${place}`, { run: throwing(new Skipped(reason)) })),
      invariants: [invariant("a/rule", () => "not-applicable")],
    },
  });
  expect(requirementOf(report, "a/rule").reason).toBe("no response to judge: needs b");
});

test("alone it has carriers, which are not reported", async () => {
  const report = await runMadeUp({
    chapter: { checks: [check("a/one")], invariants: [invariant("a/rule", () => "held")] },
    options: { only: ["a/rule"] },
  });
  expect(report.cases.map(({ id }) => id)).toEqual(["a/rule"]);
  expect(report.exchanges.map(({ id }) => id)).toContain("a/one#0");
});

test("the namespace of problems is learnt from the first known one", async () => {
  const bases: (string | undefined)[] = [];
  const rule = invariant("a/rule", (_answer, { problemBase }) => {
    bases.push(problemBase);
    return "held";
  });
  const report = await runMadeUp({
    chapter: { checks: [check("a/one", { run: throwing(new Skipped("")) })], invariants: [rule] },
    respond: ({ url }) => (url.includes("/volumes/") ? problem(404, "not-found") : emptyPage),
  });
  expect(bases).toEqual(["https://problems.test", "https://problems.test"]);
  expect(report.target.problemBase).toBe("https://problems.test");
});

/** An answer of an operation, as the judge sees it. */
function answered(operation: Exchange["operation"], status: number, type: unknown): Answer {
  const request = { method: "GET", url: "http://registry.test", headers: [] };
  return {
    exchange: { id: "a#0", actor: "a", operation, request, startedAtMs: 0, durationMs: 0 },
    status,
    url: request.url,
    bytes: new Uint8Array(),
    body: { type },
    isJson: true,
    endedAtMs: 0,
  };
}

test.each<readonly [Exchange["operation"], number, unknown, string | undefined]>([
  ["getRelease", 404, "urn:p/not-found", "urn:p"],
  ["getRelease", 400, "https://p.test/a/validation-failed", "https://p.test/a"],
  ["getRelease", 404, "https://p.test/gone", undefined],
  ["getRelease", 404, 404, undefined],
  ["getRelease", 399, "https://p.test/not-found", undefined],
  ["transferBytes", 404, "https://p.test/not-found", undefined],
  ["other", 404, "https://p.test/not-found", undefined],
])("of %s, a %d with the type %j teaches the namespace %j", (operation, status, type, base) => {
  const judge = createInvariantJudge([], undefined);
  judge.judge(answered(operation, status, type));
  expect(judge.problemBase()).toBe(base);
});

test("a namespace that is known is not learnt anew, and what the states hook answers is not judged", () => {
  const judge = createInvariantJudge([invariant("a/rule", () => "held")], "https://known.test");
  judge.judge(answered("state", 404, "https://p.test/not-found"));
  expect(judge.problemBase()).toBe("https://known.test");
  expect(judge.tally("a/rule")).toEqual({ judged: 0, held: [], findings: [] });
  judge.judge(answered("getRelease", 404, "https://p.test/not-found"));
  expect(judge.tally("a/rule").judged).toBe(1);
});
