import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Check, Tools } from "../check.ts";
import type { Form } from "../vocabulary.ts";
import { Blocked } from "../outcome.ts";
import {
  check,
  emptyPage,
  exchangeMs,
  observation,
  problem,
  requirementOf,
  runMadeUp,
} from "./made-up-run.test.fixture.ts";

/** A check that passes, and what it saw of its tools. */
async function toolsOf(
  look: (tools: Tools) => void | Promise<void>,
  more: Partial<Check> = {},
): Promise<void> {
  const one = check("a/one", {
    run: async (tools) => {
      tools.expect.that(true, { expected: "", got: "" });
      await look(tools);
    },
    ...more,
  });
  const report = await runMadeUp({ chapter: { checks: [one] } });
  expect(requirementOf(report, "a/one").verdict).toBe("passed");
}

/** The forms that checks with these ids were run in, in their order. */
async function formsOf(
  ids: readonly string[],
  more: Partial<Check>,
  run: Omit<Parameters<typeof runMadeUp>[0], "chapter"> = {},
): Promise<readonly (readonly [string, Form])[]> {
  const seen: (readonly [string, Form])[] = [];
  const checks = ids.map((id) =>
    check(id, {
      run: ({ form, expect: assert }) => {
        seen.push([id, form]);
        assert.that(true, { expected: "", got: "" });
        return Promise.resolve();
      },
      ...more,
    }),
  );
  await runMadeUp({ chapter: { checks }, ...run });
  return seen;
}

describe("the forms of names", () => {
  test.each(["scoped", "unscoped"] as const)("a check of %s names runs in that form alone", async (form) => {
    expect(await formsOf(["a/one"], { forms: form })).toEqual([["a/one", form]]);
  });

  test("a check of no names makes those that the target offers", async () => {
    expect(await formsOf(["a/one"], { forms: "none" })).toEqual([["a/one", "unscoped"]]);
    const target = { namespace: { scope: "conf" } };
    expect(await formsOf(["a/one"], { forms: "none" }, { target })).toEqual([["a/one", "scoped"]]);
  });

  test("the seed never decides in which forms a check runs", async () => {
    for (let seed = 0; seed < 12; seed++) {
      for (const forms of ["either", "each"] as const) {
        const seen = await formsOf(["a/one"], { forms, level: "must" }, { options: { seed } });
        expect(seen.map(([, form]) => form)).toEqual(["scoped", "unscoped"]);
      }
      const should = await formsOf(["a/one"], { forms: "either", level: "should" }, { options: { seed } });
      expect(should.map(([, form]) => form)).toEqual(["scoped"]);
      const costly = await formsOf(["a/one"], { forms: "one", level: "must" }, { options: { seed } });
      expect(costly.map(([, form]) => form)).toEqual(["scoped"]);
    }
  });

  test.each([
    ["each", "must", {}, [true, true]],
    ["either", "must", {}, [true, true]],
    ["either", "should", {}, [false]],
    ["one", "must", {}, [false]],
    ["either", "should", { options: { depth: "deep" } }, [true, true]],
    ["one", "must", { options: { depth: "deep" } }, [true, true]],
    ["each", "must", { options: { depth: "quick" } }, [false]],
    ["each", "must", { target: { namespace: { scope: "conf" } } }, [false]],
  ] as const)("a check with forms %s and level %s learns whether it runs in both forms", async (...row) => {
    const [forms, level, run, expected] = row;
    const seen: boolean[] = [];
    const one = check("a/one", {
      forms,
      level,
      run: ({ runsInBothForms, expect: assert }) => {
        seen.push(runsInBothForms);
        assert.that(true, { expected: "", got: "" });
        return Promise.resolve();
      },
    });
    await runMadeUp({ chapter: { checks: [one] }, ...run });
    expect(seen).toEqual(expected);
  });

  test("a check that could not judge an optional member passes, and says which", async () => {
    const judging = (body: unknown, path: string): Check =>
      check(path, {
        run: async ({ registry, expect: assert }) => {
          const answer = await registry.getCapabilities();
          assert.that(true, { expected: "", got: "" });
          assert.echo({ ...answer, body }, ["items", 0, "name"], "a");
          assert.echo({ ...answer, body: {} }, ["items", 1, "name"], "a");
        },
      });
    const checks = [judging({ items: [{ name: "a" }] }, "a/present"), judging({}, "a/absent")];
    const report = await runMadeUp({ chapter: { checks } });
    expect(report.cases.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([
      ["a/present", "passed", undefined],
      ["a/absent", "passed", "judged in part: the responses have no `items.*.name`"],
    ]);
  });

  test("the report names the form in which a check was not tried", async () => {
    const assertion = ({ expect: assert }: Tools): Promise<void> =>
      Promise.resolve(assert.that(true, { expected: "", got: "" }));
    const checks = [
      check("a/both", { forms: "either", level: "must", run: assertion }),
      check("a/one", { forms: "either", level: "should", run: assertion }),
    ];
    const report = await runMadeUp({ chapter: { checks } });
    expect(report.checks.map(({ id, untriedForm }) => [id, untriedForm])).toEqual([
      ["a/both", undefined],
      ["a/one", "unscoped"],
    ]);
  });

  test("responses without the optional member leave nothing to judge", async () => {
    const one = check("a/one", {
      forms: "none",
      run: async ({ registry, expect: assert }) =>
        assert.echo(await registry.getCapabilities(), ["no-such-member"], 1),
    });
    const result = requirementOf(await runMadeUp({ chapter: { checks: [one] } }), "a/one");
    expect(result).toMatchObject({ verdict: "skipped", notOffered: true });
    expect(result.reason).toContain("nothing to judge: the responses have no `no-such-member`");
  });

  test("a quick run takes one form, the same for all checks of a chapter", async () => {
    const chapters = ["a", "b", "c", "d", "e", "f"];
    const ids = chapters.flatMap((chapter) => [`${chapter}/one`, `${chapter}/two`]);
    const seen = await formsOf(ids, { forms: "each" }, { options: { depth: "quick" } });
    const forms = new Map(seen);
    expect(seen).toHaveLength(ids.length);
    for (const chapter of chapters) expect(forms.get(`${chapter}/one`)).toBe(forms.get(`${chapter}/two`));
    expect(new Set(forms.values()).size).toBe(2);
  });
});

describe("an observation in both forms", () => {
  test.each([
    [
      "each answer once",
      (form: Form) => `seen in ${form} names`,
      "seen in scoped names; seen in unscoped names",
    ],
    ["the same answer once", () => "seen", "seen"],
  ])("gives %s", async (_case, answer, expected) => {
    const report = await runMadeUp({
      chapter: {
        observations: [
          { ...observation("a/seen", ({ form }) => Promise.resolve(answer(form))), forms: "each" },
        ],
      },
    });
    expect(report.observations[0]?.answer).toBe(expected);
  });
});

describe("tools", () => {
  test("the clock is the check's own, and starts with its first exchange", async () => {
    await toolsOf(async ({ registry, now, wallClock }) => {
      expect(now()).toBe(0);
      await registry.searchVolumes();
      // the preflight took the first two
      expect(now()).toBe(3 * exchangeMs);
      expect(wallClock()).toBe(Date.parse("2026-01-02T03:04:05Z") + 3 * exchangeMs);
    });
  });

  test("a reference is resolved against the address of the answer", async () => {
    await toolsOf(async ({ registry, resolve }) => {
      const answer = await registry.searchVolumes();
      expect(resolve("../x?y#z", answer)).toBe("http://registry.test/api/x?y#z");
      expect(resolve("https://elsewhere.test", answer)).toBe("https://elsewhere.test/");
      expect(resolve("http://[", answer)).toBeUndefined();
    });
  });

  test("what is not there yet is asked for again, until it is", async () => {
    let asked = 0;
    const one = check("a/one", {
      run: async ({ registry, eventually, now, expect: assert }) => {
        const release = { volume: { segment: "conf-x" }, version: "1.0.0" };
        assert.success(await eventually(() => registry.getRelease(release), { since: { sinceMs: now() } }));
      },
    });
    const report = await runMadeUp({
      chapter: { checks: [one] },
      respond: ({ url }) => {
        if (!url.endsWith("conf-x/1.0.0")) return emptyPage;
        asked += 1;
        return asked < 3 ? problem(404, "not-found") : emptyPage;
      },
    });
    expect([requirementOf(report, "a/one").verdict, asked]).toEqual(["passed", 3]);
  });

  test("a wait is no shorter because others of its check wait at the same time", async () => {
    async function pollsOfEach(versions: readonly string[]): Promise<number> {
      let polls = 0;
      const one = check("a/one", {
        run: async ({ registry, eventually, now, expect: assert }) => {
          const since = { sinceMs: now() };
          const releases = versions.map((version) => ({ volume: { segment: "conf-x" }, version }));
          await Promise.all(
            releases.map((release) => eventually(() => registry.getRelease(release), { since })),
          );
          assert.that(true, { expected: "", got: "" });
        },
      });
      await runMadeUp({
        chapter: { checks: [one] },
        respond({ url }) {
          if (!url.includes("/conf-x/")) return emptyPage;
          polls += 1;
          return problem(404, "not-found");
        },
      });
      return polls / versions.length;
    }

    const alone = await pollsOfEach(["1.0.0"]);
    expect(alone).toBeGreaterThan(5);
    expect(await pollsOfEach(["1.0.0", "1.0.1", "1.0.2"])).toBe(alone);
  });

  test("a property's counterexample is the smallest, and stands in the report", async () => {
    const one = check("a/one", {
      run: async ({ property, expect: assert }) => {
        const input = fc.integer({ min: 0, max: 999 });
        await property({ input, runs: { quick: 5, standard: 60, deep: 100 } }, async (number) => {
          assert.that(number < 40, { expected: "less than 40", got: String(number) });
          await Promise.resolve();
        });
      },
    });
    const report = await runMadeUp({ chapter: { checks: [one] } });
    expect(report.checks[0]).toMatchObject({
      verdict: "failed",
      counterexample: 40,
      message: "got 40, expected less than 40",
    });
  });

  test("a check has a number of its own, another one with another seed", async () => {
    const numbers: number[] = [];
    const look = ({ seed, expect: assert }: Tools): Promise<void> => {
      numbers.push(seed);
      assert.that(true, { expected: "", got: "" });
      return Promise.resolve();
    };
    const checks = [check("a/one", { run: look }), check("a/two", { run: look, forms: "each" })];
    for (const seed of [1, 1, 2]) await runMadeUp({ chapter: { checks }, options: { seed } });
    expect(numbers.slice(0, 3)).toEqual(numbers.slice(3, 6));
    expect(new Set(numbers).size).toBe(6);
  });
});

test("what a scenario leaves under way is waited for", async () => {
  let ended = 0;
  const one = check("a/one", {
    run: async ({ registry, expect: assert }) => {
      assert.that(true, { expected: "", got: "" });
      void registry.searchVolumes().then(() => (ended += 1));
      await Promise.resolve();
    },
  });
  const report = await runMadeUp({ chapter: { checks: [one] } });
  expect(ended).toBe(1);
  expect(requirementOf(report, "a/one").evidence[0]?.exchanges).toEqual(["a/one#0"]);
});

test("a block without an exchange is its own cause", async () => {
  const one = check("a/one", { run: () => Promise.reject(new Blocked("no hook")) });
  expect(requirementOf(await runMadeUp({ chapter: { checks: [one] } }), "a/one").cause).toBe("no hook");
});

test("a case of a property whose answer is lost is tried again, and those before it are not", async () => {
  const tried: number[] = [];
  const losing = check("a/losing", {
    forms: "scoped",
    run: async (tools) => {
      const input = fc.constantFrom(1, 2, 3);
      const runs = { quick: 0, standard: 0, deep: 0 };
      await tools.property({ input, runs, examples: [1, 2, 3] }, (value) => {
        tried.push(value);
        const isLost = value === 2 && tried.filter((one) => one === 2).length === 1;
        if (isLost) throw new Blocked("lost", { isTransient: true });
        tools.expect.that(true, { expected: "", got: "" });
        return Promise.resolve();
      });
    },
  });
  const report = await runMadeUp({ chapter: { checks: [losing] } });
  expect(tried).toEqual([1, 2, 2, 3]);
  expect(report.cases.map(({ verdict }) => verdict)).toEqual(["passed"]);
});
