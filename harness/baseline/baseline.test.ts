import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failingReport } from "../../reports/lab/examples/example-report.ts";
import type { Report, CaseResult, Verdict } from "../../schemas/report.ts";
import { applyBaseline, type Baseline, type BaselineEntry, updateBaseline } from "./baseline.ts";
import { readBaseline, writeBaseline } from "./read-baseline.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-baseline-"));

/** A report in which exactly these requirements have these verdicts. */
function reportOf(verdicts: Readonly<Record<string, Verdict>>): Report {
  const base = failingReport();
  const [sample] = base.cases;
  if (sample === undefined) throw new Error("the example report is empty");
  const { reason: _reason, cause: _cause, notOffered: _notOffered, ...plain } = sample;
  const requirements = Object.entries(verdicts).map(([id, verdict]): CaseResult => ({
    ...plain,
    id,
    verdict,
  }));
  return { ...base, run: { ...base.run, interrupted: false }, cases: requirements };
}

function entry(requirement: string, more: Partial<BaselineEntry> = {}): BaselineEntry {
  return { requirement, verdict: "failed", reason: "known", expires: "2026-12-31", ...more };
}

const casesOf = new Map([["a/sentence", ["a/x", "a/y"]]]);
const about = { known: new Set(["a/x", "a/y", "a/z"]), casesOf, today: "2026-11-21" };

function apply(report: Report, ...entries: readonly BaselineEntry[]): Report {
  const baseline: Baseline = { file: "baseline.json", entries };
  return applyBaseline(report, baseline, about);
}

test("a known failure is accepted: the exit code changes and no verdict does", () => {
  const report = reportOf({ "a/x": "failed", "a/y": "passed" });
  const applied = apply(report, entry("a/x"));
  expect(applied.exitCode).toBe(0);
  expect(applied.verdict).toBe(report.verdict);
  expect(applied.cases.map(({ verdict }) => verdict)).toEqual(["failed", "passed"]);
  expect(applied.cases[0]?.accepted).toEqual({ reason: "known", expires: "2026-12-31" });
  expect(applied.baseline).toEqual({ file: "baseline.json", errors: [], accepted: 1 });
});

test("a failure beside the known one still fails", () => {
  expect(apply(reportOf({ "a/x": "failed", "a/y": "failed" }), entry("a/x")).exitCode).toBe(1);
});

test("an entry for a requirement accepts the cases that it names, and no other", () => {
  const report = reportOf({ "a/x": "failed", "a/y": "failed" });
  const both = apply(report, entry("a/sentence", { cases: ["a/x", "a/y"] }));
  expect([both.exitCode, both.baseline?.accepted]).toEqual([0, 2]);
  const one = apply(report, entry("a/sentence", { cases: ["a/x"] }));
  expect([one.exitCode, one.baseline?.errors]).toEqual([1, []]);
  expect(apply(report, entry("a/sentence")).baseline?.errors).toEqual([
    '"a/sentence" has 2 cases, and the entry names none: list some of a/x, a/y in "cases"',
  ]);
  expect(apply(report, entry("a/sentence", { cases: ["a/z"] })).baseline?.errors).toEqual([
    '"a/z" is not a case of "a/sentence"',
  ]);
});

test("a known skip no longer makes the run partial", () => {
  expect(
    apply(reportOf({ "a/x": "skipped", "a/y": "passed" }), entry("a/x", { verdict: "skipped" })).exitCode,
  ).toBe(0);
});

describe("an entry is an error", () => {
  test.each([
    [
      "when it no longer matches",
      [entry("a/x")],
      { "a/x": "passed" },
      /"a\/x" is passed now, the baseline expects failed/,
    ],
    [
      "when another verdict came",
      [entry("a/x")],
      { "a/x": "blocked", "a/y": "passed" },
      /"a\/x" is blocked now/,
    ],
    [
      "when it has expired",
      [entry("a/x", { expires: "2026-11-20" })],
      { "a/x": "failed" },
      /"a\/x" expired on 2026-11-20/,
    ],
    [
      "when it names no requirement",
      [entry("a/nothing")],
      { "a/x": "passed" },
      /"a\/nothing" is not a requirement/,
    ],
    [
      "when it stands twice",
      [entry("a/x"), entry("a/x")],
      { "a/x": "failed", "a/y": "passed" },
      /"a\/x" has two entries/,
    ],
  ] as const)("%s", (_name, entries, verdicts, message) => {
    const applied = apply(reportOf(verdicts), ...entries);
    expect(applied.exitCode).toBe(1);
    expect(applied.baseline?.errors.join()).toMatch(message);
  });
});

test("an entry holds to the end of its last day", () => {
  expect(
    apply(reportOf({ "a/x": "failed", "a/y": "passed" }), entry("a/x", { expires: "2026-11-21" })).exitCode,
  ).toBe(0);
});

test("an entry for a requirement that this run did not select is passed over", () => {
  expect(apply(reportOf({ "a/y": "passed" }), entry("a/x")).baseline).toMatchObject({
    errors: [],
    accepted: 0,
  });
});

test("an entry for what failed in a strict run holds for the warning of another one, too", () => {
  const { exitCode, baseline } = apply(reportOf({ "a/x": "warned", "a/y": "passed" }), entry("a/x"));

  expect([exitCode, baseline?.errors]).toEqual([0, []]);
});

test("a new baseline keeps the reasons that still hold and leaves new ones to be written", async () => {
  const report = reportOf({ "a/x": "failed", "a/y": "blocked", "a/z": "passed" });
  const entries = updateBaseline(
    report,
    { file: "", entries: [entry("a/x"), entry("a/z")] },
    {
      expires: "2027-02-01",
      ...about,
    },
  );
  expect(entries).toEqual([
    entry("a/x"),
    { requirement: "a/y", verdict: "blocked", reason: "", expires: "2027-02-01" },
  ]);
  const file = join(folder, "new.json");
  await writeBaseline(file, entries);
  await expect(readBaseline(file)).rejects.toThrow(/"a\/y"/);
});

test("a new baseline keeps the entries of requirements that were not selected, and drops unknown ones", () => {
  const old = { file: "", entries: [entry("a/x"), entry("a/y"), entry("a/gone")] };
  const options = { ...about, expires: "2027-02-01" };
  expect(updateBaseline(reportOf({ "a/x": "passed" }), old, options)).toEqual([entry("a/y")]);
});

test.each([
  ["without a reason", { requirement: "a/x", verdict: "failed", expires: "2027-01-01" }],
  ["without an expiry date", { requirement: "a/x", verdict: "failed", reason: "known" }],
  ["with a date that is none", entry("a/x", { expires: "soon" })],
  ["with a verdict that cannot be accepted", { ...entry("a/x"), verdict: "errored" }],
])("a file with an entry %s is refused by name", async (_name, bad) => {
  const file = join(folder, "bad.json");
  writeFileSync(file, JSON.stringify({ entries: [bad] }));
  await expect(readBaseline(file)).rejects.toThrow(/"a\/x"/);
});

test("a file that is read has what was written", async () => {
  const file = join(folder, "good.json");
  await writeBaseline(file, [entry("a/x")]);
  expect(await readBaseline(file)).toEqual({ file, entries: [entry("a/x")] });
});
