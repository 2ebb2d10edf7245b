import { describe, expect, test } from "vitest";
import { failingReport } from "../../reports/lab/examples/example-report.ts";
import type { Report } from "../../schemas/report.ts";
import { findBaselineContradictions } from "./baseline-claims.ts";

/** A report whose baseline accepts its first failure until that day. */
function acceptedUntil(expires: string, accepted = 1): Report {
  const { baseline: _baseline, ...report } = failingReport();
  const failure = report.cases.find(({ verdict }) => verdict === "failed");
  const cases = report.cases.map(({ accepted: _accepted, ...one }) =>
    one.id === failure?.id ? { ...one, accepted: { reason: "known", expires } } : one,
  );
  return { ...report, cases, baseline: { file: "known.json", errors: [], accepted } };
}

describe("what a report says of its baseline", () => {
  test("holds together in an honest report", () => {
    expect(findBaselineContradictions(acceptedUntil("2099-01-01"))).toEqual([]);
  });

  test("cannot be without a baseline", () => {
    const { baseline: _baseline, ...report } = acceptedUntil("2099-01-01");
    expect(findBaselineContradictions(report).join()).toMatch(
      /accepted by a baseline, and the report has none/u,
    );
  });

  test("counts what it accepts", () => {
    expect(findBaselineContradictions(acceptedUntil("2099-01-01", 2)).join()).toMatch(
      /accepts 2 results, and 1/u,
    );
  });

  test("accepts nothing that had expired before the run", () => {
    expect(findBaselineContradictions(acceptedUntil("2020-01-01")).join()).toMatch(
      /accepted until 2020-01-01/u,
    );
  });

  test.each(["failed", "warned", "skipped", "blocked"] as const)(
    "accepts what has %s until the day of the run",
    (verdict) => {
      const report = acceptedUntil(failingReport().run.startedAt.slice(0, 10));
      const requirements = report.cases.map((one) =>
        one.accepted === undefined ? one : { ...one, verdict },
      );
      expect(findBaselineContradictions({ ...report, cases: requirements })).toEqual([]);
    },
  );

  test.each(["passed", "errored"] as const)("accepts nothing that has %s", (verdict) => {
    const report = acceptedUntil("2099-01-01");
    const requirements = report.cases.map((one) => (one.accepted === undefined ? one : { ...one, verdict }));
    expect(findBaselineContradictions({ ...report, cases: requirements })).toEqual([
      expect.stringMatching(new RegExp(`^requirement \\S+ is ${verdict}, which no baseline accepts$`)),
    ]);
  });
});
