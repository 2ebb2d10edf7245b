import { expect, test } from "vitest";
import { describeConfirmations, runConfirmation, toConfirmations } from "./confirmations.ts";
import { kindsOfRuns } from "./kinds-of-runs.ts";

test("every kind of run and every group of choices is confirmed, and every chapter with some choices", () => {
  const tasks = toConfirmations({ isPart: false, seed: 1 });
  expect(tasks.map(({ confirms }) => confirms)).toEqual(
    expect.arrayContaining(kindsOfRuns.map(({ name }) => name)),
  );
  const withChoices = tasks.filter(({ choices }) => Object.keys(choices).length > 0);
  expect(withChoices.length).toBeGreaterThan(0);
  expect(withChoices.flatMap(({ only }) => only)).toEqual(
    expect.arrayContaining(["authentication/*", "every-response/*", "trust/*"]),
  );
});

test("a part of the self-test confirms no reports", () => {
  expect(toConfirmations({ isPart: true, seed: 1 })).toEqual([]);
});

test.each([
  ["states hook only", 1],
  ["tokens that are part of each other", 1],
  ["through a proxy", 1],
  ["in shards", 3],
])("%s: reports confirmed: %i", async (confirms, reports) => {
  const only = ["authentication/*", "publish/*"];
  const confirmations = await runConfirmation({ confirms, choices: {}, only, seed: 1 });
  expect(confirmations).toHaveLength(reports);
  expect(confirmations.filter(({ differences }) => differences.length > 0)).toEqual([]);
});

test("a run that is not of its kind is an error, since its report would prove nothing", async () => {
  const task = { confirms: "ended by --max-failures", choices: {}, only: ["search/*"], seed: 1 };
  await expect(runConfirmation(task)).rejects.toThrow("its run is not of this kind");
});

test("a report that is not confirmed is counted and told", () => {
  expect(
    describeConfirmations([
      { name: "plain", differences: [] },
      { name: "in shards", differences: ["different request headers", "another", "a third"] },
    ]),
  ).toEqual({
    lines: [
      "Reports confirmed: 1 of 2",
      "  not confirmed: in shards: different request headers, and 2 differences more",
    ],
    areAllConfirmed: false,
  });
});
