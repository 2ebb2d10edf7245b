import { expect, test } from "vitest";
import { conformantReport, failingReport } from "../../reports/lab/examples/example-report.ts";
import type { Report, Verdict } from "../../schemas/report.ts";
import { renderRepeated, toRepeatedRuns } from "./repeat.ts";
import { findUnequal } from "./unequal-verdicts.ts";

const settings = {
  depth: "standard",
  seed: 40,
  profiles: [],
  only: [],
  skip: [],
  concurrency: 4,
  rate: 30,
  strict: false,
  readOnly: false,
  cleanUp: true,
  targetArguments: "",
} as const;

function withSeed(report: Report, seed: number, changed: Readonly<Record<string, Verdict>> = {}): Report {
  return {
    ...report,
    run: { ...report.run, seed },
    cases: report.cases.map((one) => ({ ...one, verdict: changed[one.id] ?? one.verdict })),
  };
}

test("the runs have consecutive seeds and folders of their own, and share concurrency and rate", () => {
  const runs = toRepeatedRuns(settings, { repeat: 3, out: "reports" });
  expect(runs.map(({ folder, settings: own }) => [folder, own.seed, own.concurrency, own.rate])).toEqual([
    ["reports/seed-40", 40, 1, 10],
    ["reports/seed-41", 41, 1, 10],
    ["reports/seed-42", 42, 1, 10],
  ]);
});

test("one run is not a repetition, and a single report file cannot hold several runs", () => {
  expect(() => toRepeatedRuns(settings, { repeat: 1, out: "reports" })).toThrow(/^Cannot use --repeat/);
  expect(() => toRepeatedRuns(settings, { repeat: 2, out: "reports", report: ["json:a.json"] })).toThrow(
    /^Cannot use --report with --repeat/,
  );
});

test("a requirement that is not the same in all runs is named with the seeds of each verdict", () => {
  const [first] = conformantReport().cases;
  const id = first?.id ?? "";
  const reports = [
    withSeed(conformantReport(), 1),
    withSeed(conformantReport(), 2, { [id]: "failed" }),
    withSeed(conformantReport(), 3),
  ];
  expect(findUnequal(reports).map((one) => one.id)).toEqual([id]);
  expect(renderRepeated(reports, "reports")).toContain(`  ${id}: passed with seeds 1, 3; failed with seed 2`);
});

test("equal runs say so, and the exit code is the most severe one", () => {
  const equal = renderRepeated([withSeed(conformantReport(), 1), withSeed(conformantReport(), 2)], "reports");
  expect(equal).toContain("Every requirement was the same in all 2 runs");
  expect(equal.at(-1)).toBe("Exit code 0, the most severe of the runs");
  const failing = renderRepeated([withSeed(conformantReport(), 1), withSeed(failingReport(), 2)], "reports");
  expect(failing.at(-1)).toBe("Exit code 1, the most severe of the runs");
});
