/** CTRF and in-toto: their required members, and the same verdict as every other format. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Report } from "../schemas/report.ts";
import { renderCtrf } from "./ctrf.ts";
import { renderInToto } from "./intoto.ts";
import { renderJson } from "./json.ts";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  partialReport,
  undecidedReport,
} from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";

interface Ctrf {
  readonly reportFormat: string;
  readonly specVersion: string;
  readonly results: {
    readonly tool: { readonly name: string };
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly {
      readonly name: string;
      readonly status: string;
      readonly duration: number;
      readonly suite: readonly string[];
      readonly rawStatus: string;
    }[];
  };
}

interface Statement {
  readonly subject: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly predicateType: string;
  readonly predicate: {
    readonly result: string;
    readonly configuration: readonly { readonly digest: { readonly sha256: string } }[];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

const reports: readonly (readonly [string, () => Report])[] = [
  ["conformant", conformantReport],
  ["failing", failingReport],
  ["partial", partialReport],
  ["interrupted", interruptedReport],
  ["undecided", undecidedReport],
  ["hostile", hostileReport],
];

describe.each(reports)("a %s report", (_name, makeReport) => {
  const report = makeReport();

  it("is CTRF: every requirement is a test, and it is green only with exit code 0", () => {
    const ctrf = JSON.parse(renderCtrf(report)) as Ctrf;
    expect(ctrf).toMatchObject({ reportFormat: "CTRF", specVersion: "1.0.0" });
    const { tests, summary } = ctrf.results;
    const own = tests.filter(({ name }) => name !== "run/verdict");
    expect(own.map(({ name, rawStatus }) => [name, rawStatus])).toEqual(
      report.cases.map(({ id, verdict }) => [id, verdict]),
    );
    for (const { duration, suite } of tests) {
      expect(Number.isInteger(duration)).toBe(true);
      expect(suite).toHaveLength(1);
    }
    for (const status of ["passed", "failed", "skipped", "pending", "other"])
      expect(summary[status], status).toBe(tests.filter((test) => test.status === status).length);
    expect(summary["tests"]).toBe(tests.length);
    expect(summary["failed"] === 0).toBe(report.exitCode === 0);
  });

  it("is an in-toto statement about report.json that is PASSED only with exit code 0", () => {
    const statement = JSON.parse(renderInToto(report)) as Statement;
    expect(statement).toHaveProperty("_type", "https://in-toto.io/Statement/v1");
    expect(statement.predicateType).toBe("https://in-toto.io/attestation/test-result/v0.1");
    const digest = createHash("sha256").update(renderJson(report)).digest("hex");
    expect(statement.predicate.configuration[1]?.digest.sha256).toBe(digest);
    expect(statement.subject).toHaveLength(1);
    expect(statement.predicate.result === "FAILED").toBe(report.exitCode !== 0);
    const { passedTests, warnedTests, failedTests } = statement.predicate;
    const { counts } = report;
    expect([passedTests.length, warnedTests.length, failedTests.length]).toEqual([
      counts.passed,
      counts.warned,
      counts.failed + counts.errored + counts.blocked,
    ]);
  });
});

it("the subject of a statement is the commit, if the target file names one", () => {
  const report = conformantReport();
  const commit = "d20ace7968ba43c0219f62d71334c1095bab1602";
  const target = { ...report.target, implementation: { name: "acme", version: "1.2.3", commit } };
  const statement = JSON.parse(renderInToto({ ...report, target })) as Statement;
  expect(statement.subject).toEqual([{ name: "acme@1.2.3", digest: { gitCommit: commit } }]);
});
