import { expect, test } from "vitest";
import type { Check } from "../check.ts";
import { Blocked } from "../outcome.ts";
import { check, runMadeUp } from "../run/made-up-run.test.fixture.ts";
import { situation } from "./situation.ts";

/** A check that asks for something and says what it got. */
function asking(
  id: string,
  ask: (given: Parameters<Check["run"]>[0]["given"]) => Promise<unknown>,
  more: Partial<Check> = {},
): Check {
  return check(id, {
    ...more,
    forms: "scoped",
    run: async ({ given, expect: assert }) => {
      await ask(given);
      assert.that(true, { expected: "", got: "" });
    },
  });
}

test("a situation is built once in a run, by an actor of its own, and its exchanges are evidence of every check", async () => {
  let built = 0;
  const search = situation("search", async ({ registry }) => {
    built += 1;
    return await registry.searchVolumes();
  });
  const checks = [asking("a/one", search), asking("a/two", search)];

  const report = await runMadeUp({ chapter: { checks } });

  expect(built).toBe(1);
  expect(report.checks.map(({ exchanges }) => exchanges)).toEqual([
    ["given/search.scoped#0"],
    ["given/search.scoped#0"],
  ]);
});

test("each run builds its own", async () => {
  let built = 0;
  const counted = situation("counted", async () => {
    built += 1;
  });
  await runMadeUp({ chapter: { checks: [asking("a/one", counted)] } });
  await runMadeUp({ chapter: { checks: [asking("a/one", counted)] } });
  expect(built).toBe(2);
});

test("a scenario that restarts gets one that nobody has used, with all that it is made of", async () => {
  const built: string[] = [];
  const inner = situation("inner", async () => {
    built.push("inner");
  });
  const outer = situation("outer", async ({ given }) => {
    await inner(given);
    built.push("outer");
  });
  let tries = 0;
  const restarting = asking("a/one", async (given) => {
    await outer(given);
    tries += 1;
    if (tries === 1) throw new Blocked("lost", { isTransient: true });
  });
  await runMadeUp({ chapter: { checks: [restarting, asking("a/two", outer)] } });
  expect(built).toEqual(["inner", "outer", "inner", "outer"]);
});

test("a check at the end of the run keeps the set-up that the other checks used, since it judges the result", async () => {
  let built = 0;
  const counted = situation("counted", async () => {
    built += 1;
  });
  let tries = 0;
  const restarting = async (given: Parameters<Check["run"]>[0]["given"]): Promise<void> => {
    await counted(given);
    tries += 1;
    if (tries === 1) throw new Blocked("lost", { isTransient: true });
  };
  const checks = [asking("a/one", counted), asking("a/two", restarting, { last: true })];
  await runMadeUp({ chapter: { checks } });
  expect([tries, built]).toEqual([2, 1]);
});

test("a key made of arguments tells situations apart", async () => {
  const built: string[] = [];
  const named = situation(
    (name: string) => `named-${name}`,
    async (_tools, name) => {
      built.push(name);
    },
  );
  const checks = ["a", "b", "a"].map((name, index) =>
    asking(`a/check-${"xyz"[index] ?? ""}`, (given) => named(given, name)),
  );
  await runMadeUp({ chapter: { checks } });
  expect(built).toEqual(["a", "b"]);
});

test("every check that asks for one that fails gets its cause", async () => {
  const broken = situation("broken", () => Promise.reject(new Blocked("nobody was there")));
  const report = await runMadeUp({
    chapter: { checks: [asking("a/one", broken), asking("a/two", broken)] },
  });
  expect(report.checks.map(({ verdict, message }) => [verdict, message])).toEqual([
    ["blocked", "nobody was there"],
    ["blocked", "nobody was there"],
  ]);
});

test("two situations with one key are a bug of the suite", async () => {
  const one = situation("same", () => Promise.resolve(1));
  const other = situation("same", () => Promise.resolve("other"));
  const report = await runMadeUp({ chapter: { checks: [asking("a/one", one), asking("a/two", other)] } });
  expect(report.checks.map(({ verdict }) => verdict)).toEqual(["passed", "errored"]);
  expect(report.checks[1]?.message).toContain('Two set-ups have the key "given/same.scoped"');
});
