import { expect, test } from "vitest";
import { keepResults, toChanges } from "./changes.ts";
import { type KeptResults, nothingKept } from "./kept-results.ts";
import { noAnswer } from "./matrix.ts";
import { type Plan, planDefaults, toPlan } from "./plan.ts";
import { type Reach, readReach } from "./reach.ts";
import type { SelftestAnswer } from "./task.ts";

const plan = toPlan({ ...planDefaults, only: [] });
const reach = await readReach();

/** Each fault is noticed by its requirement, and no choice is reported. */
function goodAnswers({ faults, choices }: Plan): readonly SelftestAnswer[] {
  return [
    ...faults.map(({ breaks }) => ({
      ...noAnswer,
      red: [{ id: breaks, verdict: "failed" as const, reason: "" }],
    })),
    ...choices.map(() => noAnswer),
  ];
}

const whole = { plan, wholeChoices: plan.choices.length, checkSources: reach.checkSources };
const allKept: KeptResults = keepResults(nothingKept, whole, goodAnswers(plan), reach);

/** The digests after an edit of one file of checks. */
function withChangedSource(name: string): Reach {
  const ids = reach.checkSources.find((source) => source.name === name)?.ids ?? [];
  return {
    ...reach,
    ofFault: (fault) => (ids.includes(fault.breaks) ? "changed" : reach.ofFault(fault)),
    checkSources: reach.checkSources.map((one) => (one.name === name ? { ...one, digest: "changed" } : one)),
  };
}

test("every fault, every choice and every file of checks has a digest", () => {
  const nothing = reach.ofFault({ name: "no-such-fault", breaks: "no/such-requirement" });
  expect(plan.faults.filter((fault) => reach.ofFault(fault) === nothing)).toEqual([]);
  const files = new Set(plan.faults.map((fault) => reach.ofFault(fault)));
  expect(files.size).toBeGreaterThan(100);
  const checked = new Set(reach.checkSources.flatMap(({ ids }) => ids));
  expect(plan.faults.filter(({ breaks }) => !checked.has(breaks))).toEqual([]);
});

test("without kept results everything runs", () => {
  const changes = toChanges(plan, nothingKept, reach);
  expect(changes.plan.tasks).toEqual(plan.tasks);
  expect(changes.kept).toBe(0);
});

test("after a whole self-test with good results nothing runs", () => {
  const changes = toChanges(plan, allKept, reach);
  expect(changes.plan.tasks).toEqual([]);
  expect(changes.kept).toBe(plan.tasks.length);
});

test("a changed check runs with its faults, and alone with every choice", () => {
  const name = "suites/publish/size";
  const changed = withChangedSource(name);
  const changes = toChanges(plan, allKept, changed);
  expect(changes.checkSources.map((source) => source.name)).toEqual([name]);
  expect(changes.plan.faults.length).toBeGreaterThan(0);
  expect(changes.plan.faults.filter(({ breaks }) => !breaks.startsWith("publish/"))).toEqual([]);
  expect(changes.plan.choices).toEqual(plan.choices);
  expect(changes.wholeChoices).toBe(0);
  const [task] = changes.plan.tasks.slice(changes.plan.faults.length);
  expect([task?.first, ...(task?.beside ?? [])]).toEqual(changes.checkSources[0]?.ids);
  expect(task?.isAlone).toBe(true);

  const kept = keepResults(allKept, changes, goodAnswers(changes.plan), changed);
  expect(toChanges(plan, kept, changed).plan.tasks).toEqual([]);
});

test("a changed rule for every response has quick runs with the groups of choices", () => {
  const changes = toChanges(plan, allKept, withChangedSource("suites/every-response/json"));
  const tasks = changes.plan.tasks.slice(changes.plan.faults.length);
  expect(tasks.length).toBeLessThan(plan.choices.length / 2);
  expect(new Set(tasks.map(({ depth }) => depth))).toEqual(new Set(["quick"]));
  expect(changes.plan.choices.map(({ name }) => name)).toContain("group-1");
});

test("a changed engine runs with one fault of each file of checks and one choice of each kind", () => {
  const changed = { ...reach, shared: "changed" };
  const changes = toChanges(plan, allKept, changed);
  const broken = new Set(plan.faults.map(({ breaks }) => breaks));
  const files = reach.checkSources.filter(({ ids }) => ids.some((id) => broken.has(id)));
  expect(changes.plan.faults).toHaveLength(files.length);
  expect(changes.plan.choices.length).toBeLessThan(10);
  expect(changes.ofOtherEngine).toBe(plan.tasks.length - changes.plan.tasks.length);

  const kept = keepResults(allKept, changes, goodAnswers(changes.plan), changed);
  expect(toChanges(plan, kept, changed).plan.tasks).toEqual([]);
});

test("what goes wrong is not kept, and runs again", () => {
  const [fault] = plan.faults;
  const kept = keepResults(nothingKept, whole, [noAnswer, ...goodAnswers(plan).slice(1)], reach);
  expect(toChanges(plan, kept, reach).plan.faults).toEqual([fault]);
  const alarm: SelftestAnswer = { ...noAnswer, red: [{ id: "a/b", verdict: "failed", reason: "" }] };
  const reported = keepResults(nothingKept, whole, [...goodAnswers(plan).slice(0, -1), alarm], reach);
  expect(toChanges(plan, reported, reach).checkSources).toEqual(reach.checkSources);
});

test("what has no answer yet is not kept", () => {
  const [first, ...rest] = goodAnswers(plan);
  const kept = keepResults(nothingKept, whole, [first, ...rest.map(() => undefined)], reach);
  expect(Object.keys(kept.faults)).toEqual([plan.faults[0]?.name]);
  expect(kept.choices).toEqual({});
});
