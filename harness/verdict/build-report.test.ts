import { situation } from "../given/situation.ts";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Blocked, ExpectationFailed } from "../outcome.ts";
import {
  check,
  emptyPage,
  exchangeMs,
  invariant,
  requirementOf,
  runMadeUp,
  throwing,
} from "../run/made-up-run.test.fixture.ts";

test("what has passed is shown with its text, its profiles and its evidence, and no more", async () => {
  const one = check("a/one", {
    level: "should",
    reading: "as it is read",
    operations: ["searchVolumes", "getAdvisory"],
  });
  const rule = invariant("a/rule", ({ exchange }) =>
    exchange.actor === "a/one" ? "held" : "not-applicable",
  );
  const report = await runMadeUp({ chapter: { checks: [one], invariants: [rule] } });
  expect(report.cases).toStrictEqual([
    {
      id: "a/one",
      requirement: "a/one",
      level: "should",
      title: "the rule of a/one",
      chapter: "a",
      section: "Endpoints, Search",
      reading: "as it is read",
      operations: ["searchVolumes", "getAdvisory"],
      profiles: ["search", "advisories"],
      verdict: "passed",
      checks: ["a/one"],
      evidence: [{ check: "a/one", verdict: "passed", exchanges: ["a/one#0"] }],
    },
    {
      id: "a/rule",
      requirement: "a/rule",
      level: "must",
      title: "the rule of a/rule",
      chapter: "a",
      section: "",
      operations: ["searchVolumes"],
      profiles: ["search"],
      verdict: "passed",
      checks: ["a/rule", "a/one"],
      evidence: [{ check: "a/one", verdict: "passed", exchanges: ["a/one#0"] }],
    },
  ]);
  expect(report.checks).toStrictEqual([
    {
      id: "a/one",
      title: "the rule of a/one",
      verdict: "passed",
      durationMs: exchangeMs,
      exchanges: ["a/one#0"],
      findings: [],
      replay: "npx volume-registry-conformance run --target target.json --only a/one --seed 1",
    },
    {
      id: "a/rule",
      title: "the rule of a/rule",
      verdict: "passed",
      durationMs: 0,
      exchanges: ["a/one#0"],
      findings: [],
      replay: "npx volume-registry-conformance run --target target.json --only a/rule --seed 1",
    },
  ]);
  expect(report.target).toStrictEqual({ baseUrl: "http://registry.test", notOffered: [] });
  expect(report.run.profiles).toEqual(["read", "search", "publish", "trust", "unpublish", "advisories"]);
  expect(report.profiles.map(({ name, passed }) => [name, passed])).toEqual([
    ["read", 0],
    ["search", 2],
    ["publish", 0],
    ["trust", 0],
    ["unpublish", 0],
    ["advisories", 1],
  ]);
});

test("a rule that the preflight broke is repeated by itself, as is one that a set-up broke", async () => {
  const broken = invariant("a/rule", ({ exchange }) =>
    exchange.actor === "a/one" ? "held" : { expected: "none", got: exchange.actor },
  );
  const search = situation("set-up", ({ registry }) => registry.searchVolumes());
  const replays: string[] = [];
  for (const sharing of [false, true]) {
    const one = check("a/one", {
      forms: "scoped",
      run: async ({ given, expect: assert }) => {
        if (sharing) await search(given);
        assert.that(true, { expected: "", got: "" });
      },
    });
    const rule = sharing
      ? invariant("a/rule", ({ exchange }) =>
          exchange.actor.startsWith("given/") ? { expected: "none", got: "one" } : "held",
        )
      : broken;
    const report = await runMadeUp({ chapter: { checks: [one], invariants: [rule] } });
    const { verdict, checks } = requirementOf(report, "a/rule");
    expect([verdict, checks[1]]).toEqual(["failed", sharing ? "given/set-up" : "preflight"]);
    replays.push(report.checks.at(-1)?.replay ?? "");
  }
  expect(new Set(replays)).toEqual(
    new Set(["npx volume-registry-conformance run --target target.json --only a/rule --seed 1"]),
  );
});

test("exchanges of a check stand in the order in which they were sent, whichever ended first", async () => {
  const one = check("a/one", {
    run: async ({ registry, expect: assert }) => {
      const answers = await Promise.all(["b", "a", "c"].map((word) => registry.searchVolumes([["q", word]])));
      for (const answer of answers) assert.success(answer);
    },
  });
  let now = 0;
  const order: string[] = [];
  const report = await runMadeUp({
    chapter: { checks: [one] },
    options: { concurrency: 3 },
    plan: {
      transport: {
        live: true,
        send: async ({ url }, exchangeId) => {
          const startedAtMs = now++;
          // the first ends last
          if (exchangeId === "a/one#0") while (order.length < 2) await setImmediate();
          if (url.includes("q=")) order.push(exchangeId);
          return { response: emptyPage, startedAtMs, durationMs: 1 };
        },
        sleep: () => Promise.resolve(),
        now: () => performance.now(),
        close: () => Promise.resolve(),
      },
    },
  });
  expect(order.at(-1)).toBe("a/one#0");
  expect(requirementOf(report, "a/one").evidence[0]?.exchanges).toEqual(["a/one#0", "a/one#1", "a/one#2"]);
});

test("a rule of several features is skipped as not offered only where all of them are", async () => {
  const features = { unpublish: true, trust: false, advisories: true, search: true };
  const rule = invariant("a/rule", () => "not-applicable", { operations: ["getTrustDetail", "getRelease"] });
  const report = await runMadeUp({
    chapter: { checks: [check("a/one")], invariants: [rule] },
    target: { features },
  });
  expect(requirementOf(report, "a/rule")).toMatchObject({
    verdict: "skipped",
    reason: "no response to judge in this run",
  });
  expect(requirementOf(report, "a/rule")).not.toHaveProperty("notOffered");
});

test("only what is blocked has a cause, and only that is a root cause", async () => {
  const report = await runMadeUp({
    chapter: {
      checks: [
        check("a/one", { run: throwing(new ExpectationFailed({ expected: "x", got: "y" })) }),
        check("a/two", { run: throwing(new Blocked("no hook")) }),
      ],
    },
  });
  expect(report.cases.map(({ cause }) => cause)).toEqual([undefined, "no hook"]);
  expect(requirementOf(report, "a/one")).not.toHaveProperty("cause");
  expect(report.rootCauses).toStrictEqual([{ cause: "no hook", requirements: ["a/two"] }]);
});
