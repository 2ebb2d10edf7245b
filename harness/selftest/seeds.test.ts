import { expect, test } from "vitest";
import { noAnswer } from "./matrix.ts";
import { planDefaults, toPlan } from "./plan.ts";
import { dependsOnSeed, describeSeeds, toSeedPlan, toSeedResults, toWholePlan } from "./seeds.ts";
import type { SelftestAnswer } from "./task.ts";

const fault = "leading-zero-in-major-accepted";
const plan = toPlan({ ...planDefaults, only: [fault] });
const seedPlan = toSeedPlan(plan, 3, ["scoped", "unscoped"]);
const breaks = plan.faults[0]?.breaks ?? "";
const noticed: SelftestAnswer = { ...noAnswer, red: [{ id: breaks, verdict: "failed", reason: "" }] };

test("each fault runs in one form at a time, with each seed, and only with its own requirement", () => {
  expect(
    seedPlan.tasks.map(({ circumstance, seed, first, isAlone }) => [circumstance, seed, first, isAlone]),
  ).toEqual(["scoped", "unscoped"].flatMap((form) => [1, 2, 3].map((seed) => [form, seed, breaks, true])));
});

test("the same verdict with each seed is fine, also where the fault is not noticed", () => {
  const answers = [noticed, noticed, noticed, noAnswer, noAnswer, noAnswer];
  const results = toSeedResults(seedPlan, answers);
  expect(results.map(dependsOnSeed)).toEqual([false, false]);
  expect(describeSeeds(results, 3)).toEqual([
    "3 seeds x 1 faults, each in one form of names: the same verdict each time for 2 of 2",
  ]);
});

test("a verdict that one seed alone gives is named with its seed", () => {
  const skipped: SelftestAnswer = { ...noAnswer, skipped: [breaks] };
  const results = toSeedResults(seedPlan, [noticed, noticed, noticed, noticed, noAnswer, skipped]);
  expect(results.map(dependsOnSeed)).toEqual([false, true]);
  expect(describeSeeds(results, 3)[0]).toBe(
    `SEED    ${fault} (unscoped)  ${breaks}: failed with 1; passed with 2; skipped with 3`,
  );
});

test("where the verdict depends on the seed, each run may take the whole suite", () => {
  const results = toSeedResults(seedPlan, [noticed, noticed, noticed, noticed, noAnswer, noticed]);
  const { trials, tasks } = toWholePlan(seedPlan, results);
  expect(trials.map(({ form }) => form)).toEqual(["unscoped"]);
  expect(tasks.map(({ circumstance, seed, isAlone }) => [circumstance, seed, isAlone])).toEqual([
    ["unscoped", 1, false],
    ["unscoped", 2, false],
    ["unscoped", 3, false],
  ]);
});
