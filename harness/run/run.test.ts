import { describe, expect, test } from "vitest";
import { situation } from "../given/situation.ts";
import { Blocked, ExpectationFailed, Skipped } from "../outcome.ts";
import type { WireResponse } from "../transport/transport.ts";
import type { RunProgress } from "../plan/run-plan.ts";
import {
  check,
  emptyPage,
  exchangeMs,
  observation,
  requirementOf,
  runMadeUp,
  throwing,
} from "./made-up-run.test.fixture.ts";

describe("what becomes of a check", () => {
  test.each([
    ["passed", {}, undefined],
    ["failed", { run: throwing(new ExpectationFailed({ expected: "a", got: "b" })) }, "got b, expected a"],
    [
      "failed",
      { run: throwing(new ExpectationFailed({ expected: "the rule of a/one", got: "b" })) },
      "got b",
    ],
    [
      "warned",
      { level: "should", run: throwing(new ExpectationFailed({ expected: "a", got: "b" })) },
      "got b, expected a",
    ],
    ["blocked", { run: throwing(new Blocked("nobody was there")) }, "nobody was there"],
    ["skipped", { run: throwing(new Skipped("needs a key")) }, "needs a key"],
    ["errored", { run: throwing(new TypeError("a bug")) }, "TypeError: a bug"],
    ["errored", { run: throwing("no error at all") }, "no error at all"],
    [
      "skipped",
      { run: () => Promise.resolve() },
      "nothing to judge: the responses have nothing of what this is about",
    ],
  ] as const)("%s: %j", async (verdict, more, reason) => {
    const report = await runMadeUp({ chapter: { checks: [check("a/one", more)] } });
    const found = requirementOf(report, "a/one");
    expect([found.verdict, found.reason]).toEqual([verdict, reason]);
    expect(report.checks).toMatchObject([{ id: "a/one", verdict }]);
    expect(report.checks[0]?.message).toBe(reason);
    expect(report.counts[verdict]).toBe(1);
  });

  test("a finding names its rule, its exchange and its form, and the check the command that repeats it", async () => {
    const failing = check("a/one", {
      forms: "scoped",
      run: async ({ registry, expect: assert }) => assert.success(await registry.searchVolumes(), 201),
    });
    const report = await runMadeUp({ chapter: { checks: [failing] }, options: { seed: 7, depth: "quick" } });
    const finding = {
      rule: "the rule of a/one",
      expected: "status 201",
      got: '200 with {"items":[],"total":0,"limit":20,"offset":0}',
      exchange: "a/one.scoped#0",
      form: "scoped",
      wanted: { status: 201 },
    };
    expect(requirementOf(report, "a/one").evidence).toEqual([
      { check: "a/one", verdict: "failed", exchanges: ["a/one.scoped#0"], finding },
    ]);
    expect(report.checks).toEqual([
      {
        id: "a/one",
        title: "the rule of a/one",
        verdict: "failed",
        message: `got ${finding.got}, expected status 201`,
        durationMs: exchangeMs,
        exchanges: ["a/one.scoped#0"],
        findings: [finding],
        replay:
          "npx volume-registry-conformance run --target target.json --only a/one --seed 7 --depth quick",
      },
    ]);
  });

  test("the gravest of its forms counts, and each form's finding is kept", async () => {
    const failing = check("a/one", {
      forms: "each",
      run: async ({ form, expect: assert }) => {
        assert.that(form === "scoped", { expected: "scoped", got: form });
        await Promise.resolve();
      },
    });
    const blocked = check("a/two", {
      forms: "each",
      run: ({ form, expect: assert }) => {
        assert.that(true, { expected: "", got: "" });
        return form === "scoped"
          ? Promise.reject(new Skipped("no key"))
          : Promise.reject(new Blocked("lost"));
      },
    });
    const half = check("a/three", {
      forms: "each",
      run: ({ form, expect: assert }) => {
        assert.that(true, { expected: "", got: "" });
        return form === "scoped" ? Promise.reject(new Skipped("no key")) : Promise.resolve();
      },
    });
    const report = await runMadeUp({ chapter: { checks: [failing, blocked, half] } });
    // it is tried once more, crossed
    expect(requirementOf(report, "a/one").evidence.map(({ finding }) => finding?.form)).toEqual([
      "unscoped",
      "unscoped",
    ]);
    expect(report.cases.map(({ verdict }) => verdict)).toEqual(["failed", "blocked", "passed"]);
  });

  test("either form is enough, the second only where the first was skipped", async () => {
    const tried: string[] = [];
    const one = check("a/one", {
      forms: "either",
      level: "should",
      run: ({ form, expect: assert }) => {
        tried.push(form);
        assert.that(true, { expected: "", got: "" });
        return tried.length === 1 ? Promise.reject(new Skipped("no key")) : Promise.resolve();
      },
    });
    expect(requirementOf(await runMadeUp({ chapter: { checks: [one] } }), "a/one").verdict).toBe("passed");
    expect(tried.toSorted()).toEqual(["scoped", "unscoped"]);
    await runMadeUp({ chapter: { checks: [one] } });
    expect(tried).toHaveLength(3);
  });

  test("only the forms that the target offers are tried, and a quick run tries one", async () => {
    const tried: string[] = [];
    const one = check("a/one", {
      forms: "each",
      run: ({ form, expect: assert }) => {
        tried.push(form);
        assert.that(true, { expected: "", got: "" });
        return Promise.resolve();
      },
    });
    await runMadeUp({ chapter: { checks: [one] }, target: { namespace: { prefix: "conf" } } });
    expect(tried.splice(0)).toEqual(["unscoped"]);
    await runMadeUp({ chapter: { checks: [one] }, target: { namespace: { scope: "conf" } } });
    expect(tried.splice(0)).toEqual(["scoped"]);
    await runMadeUp({ chapter: { checks: [one] }, target: { namespace: {} } });
    expect(tried.splice(0)).toEqual(["scoped", "unscoped"]);
    await runMadeUp({ chapter: { checks: [one] }, options: { depth: "quick" } });
    expect(tried).toHaveLength(1);
  });

  test("a scenario starts over where the network failed, six times at most if the tries take little time", async () => {
    let sent = 0;
    const report = await runMadeUp({
      chapter: {
        checks: [
          check("a/one", {
            run: async ({ registry, expect: assert }) => {
              sent += 1;
              assert.success(await registry.createReleaseUpload({ segment: "conf-x" }, {}));
            },
          }),
        ],
      },
      target: { tokens: { publisher: "a-token-of-the-publisher" }, namespace: { prefix: "conf" } },
      respond: ({ method }) => (method === "POST" ? undefined : emptyPage),
    });
    const found = requirementOf(report, "a/one");
    expect(sent).toBe(6);
    expect(found).toMatchObject({
      verdict: "blocked",
      reason: "POST for createReleaseUpload got no usable response: connection reset",
      cause: "a/one#5",
    });
    expect(report.rootCauses).toContainEqual({
      cause: found.reason,
      exchange: "a/one#5",
      requirements: ["a/one"],
    });
  });

  test("what is alone runs when nothing else does, but others of its kind", async () => {
    let writersUnderWay = 0;
    const seen: number[] = [];
    function busy(id: string, alone: boolean): ReturnType<typeof check> {
      return check(id, {
        alone,
        run: async ({ registry, expect: assert }) => {
          if (!alone) writersUnderWay += 1;
          if (alone) seen.push(writersUnderWay);
          assert.success(await registry.searchVolumes());
          if (!alone) writersUnderWay -= 1;
        },
      });
    }
    const checks = [busy("a/one", true), busy("a/two", false), busy("a/three", true), busy("a/four", false)];
    await runMadeUp({ chapter: { checks }, options: { concurrency: 8 } });
    expect(seen).toEqual([0, 0]);
  });
});

test("what a check of the end asks for early is built beside the other checks, and its failure says nothing there", async () => {
  const shared = situation("a/shared", async ({ registry }) => await registry.searchVolumes());
  const ofTheEnd = check("a/last", {
    last: true,
    forms: "unscoped",
    prepare: async ({ given }) => await shared(given),
    run: async ({ given, expect: assert }) => assert.success(await shared(given)),
  });
  const failing = check("a/failing", { last: true, prepare: throwing(new Blocked("not yet")) });
  const report = await runMadeUp({ chapter: { checks: [ofTheEnd, failing, check("a/early")] } });

  expect(report.cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    "a/last passed",
    "a/failing passed",
    "a/early passed",
  ]);
  const actors = report.exchanges.map(({ actor }) => actor);
  expect(actors.filter((actor) => actor.startsWith("given/"))).toHaveLength(1);
  expect(actors.findIndex((actor) => actor.startsWith("given/"))).toBeLessThan(actors.indexOf("a/failing"));
});

test("an observation gives its answer, or says why it has none", async () => {
  const report = await runMadeUp({
    chapter: {
      observations: [
        observation("a/seen", async ({ registry }) => `answered ${(await registry.searchVolumes()).status}`),
        observation("a/skipped", () => Promise.reject(new Skipped("needs a key"))),
        observation("a/failed", () => Promise.reject(new ExpectationFailed({ expected: "x", got: "y" }))),
      ],
    },
  });
  expect(
    report.observations.map(({ id, answer, observed, exchanges }) => [id, answer, observed, exchanges]),
  ).toEqual([
    ["a/seen", "answered 200", true, ["a/seen#0"]],
    ["a/skipped", "needs a key", false, []],
    ["a/failed", "got y, expected x", false, []],
  ]);
});

test("the report says how the run was done, and how long it took", async () => {
  const progress: RunProgress[] = [];
  const report = await runMadeUp({
    chapter: {
      checks: [
        check("a/one"),
        check("a/two", { run: throwing(new ExpectationFailed({ expected: "x", got: "y" })) }),
      ],
    },
    options: { profiles: ["search"], only: ["a/*"], skip: [], strict: true },
    target: { implementation: { name: "made-up" } },
    plan: { onProgress: (at) => progress.push(at) },
  });
  expect(report).toMatchObject({
    verdict: "non-conformant",
    exitCode: 1,
    counts: { passed: 1, failed: 1 },
    profiles: [{ name: "search", verdict: "non-conformant", passed: 1, failed: 1 }],
    target: { baseUrl: "http://registry.test", implementation: { name: "made-up" }, notOffered: [] },
    run: {
      startedAt: "2026-01-02T03:04:05.000Z",
      // the preflight has two, and one check none
      durationMs: 3 * exchangeMs,
      requests: 3,
      stateRequests: 0,
      profiles: ["search"],
      only: ["a/*"],
      strict: true,
      interrupted: false,
    },
    left: [],
    created: [],
  });
  expect(progress).toMatchObject([
    { checksDone: 1, checksTotal: 2, chapter: "a", failed: 0 },
    { checksDone: 2, checksTotal: 2, chapter: "a", failed: 1, requests: 3 },
  ]);
});

test("what a run was interrupted before is blocked, and says so", async () => {
  const controller = new AbortController();
  const stopping = check("a/one", {
    run: async ({ registry, expect: assert }) => {
      assert.success(await registry.searchVolumes());
      controller.abort();
    },
  });
  const report = await runMadeUp({
    chapter: { checks: [stopping, check("a/two")] },
    options: { concurrency: 1 },
    plan: { signal: controller.signal },
  });
  expect(report.cases.map(({ id, verdict }) => [id, verdict])).toEqual([
    ["a/one", "passed"],
    ["a/two", "blocked"],
  ]);
  expect(report).toMatchObject({ exitCode: 130, run: { interrupted: true } });
});

test("causes are listed once each, the widest first", async () => {
  const lost = (cause: string, exchange?: string): (() => Promise<void>) =>
    throwing(new Blocked(cause, exchange === undefined ? {} : { exchange }));
  const report = await runMadeUp({
    chapter: {
      checks: [
        check("a/one", { run: lost("narrow") }),
        check("a/two", { run: lost("wide", "given/x#1") }),
        check("a/three", { run: lost("wide", "given/x#1") }),
      ],
    },
  });
  expect(report.rootCauses).toEqual([
    { cause: "wide", exchange: "given/x#1", requirements: ["a/two", "a/three"] },
    { cause: "narrow", requirements: ["a/one"] },
  ]);
});

test.each<readonly [string, () => WireResponse | undefined, string | RegExp]>([
  ["nobody answers", () => undefined, "Cannot reach http://registry.test: connection reset"],
  [
    "what answers is no registry",
    () => ({ status: 200, headers: [], body: Buffer.from("hello") }),
    /does not look like a registry: every request was answered 200\./,
  ],
])("nothing is tested where %s", async (_case, respond, message) => {
  await expect(runMadeUp({ chapter: { checks: [check("a/one")] }, respond })).rejects.toThrow(message);
});
