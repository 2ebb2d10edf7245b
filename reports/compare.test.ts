import { describe, expect, it } from "vitest";
import type { Verdict } from "../schemas/report.ts";
import { renderComparisonJson, renderComparisonText } from "./compare.ts";
import { type ChangeKind, compareReports } from "./comparison.ts";
import { exampleReport, type ExampleParts } from "./lab/examples/example-builder.ts";
import { exampleCatalogue } from "./lab/examples/example-catalogue.ts";
import { conformantReport, failingReport } from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";

const id = "search/offset-is-echoed";

function reportWith(
  verdict: Verdict | undefined,
  parts: ExampleParts = {},
): ReturnType<typeof exampleReport> {
  return verdict === undefined
    ? exampleReport({
        requirements: exampleCatalogue.filter((requirement) => requirement.id !== id),
        ...parts,
      })
    : exampleReport({ outcomes: { [id]: { verdict, reason: `it ${verdict}` } }, ...parts });
}

describe("compareReports", () => {
  it.each<readonly [Verdict | undefined, Verdict | undefined, ChangeKind, boolean]>([
    ["passed", "failed", "newly-failing", true],
    ["warned", "failed", "newly-failing", true],
    ["skipped", "failed", "newly-failing", true],
    [undefined, "failed", "newly-failing", true],
    ["passed", "skipped", "no-longer-decided", true],
    ["failed", "blocked", "no-longer-decided", true],
    ["passed", "errored", "no-longer-decided", true],
    ["passed", undefined, "no-longer-decided", true],
    ["passed", "warned", "newly-warned", false],
    ["skipped", "warned", "newly-warned", false],
    ["failed", "warned", "changed", false],
    ["skipped", "blocked", "changed", false],
    ["skipped", undefined, "changed", false],
    ["failed", "passed", "newly-passing", false],
    ["skipped", "passed", "newly-passing", false],
    [undefined, "passed", "added", false],
    [undefined, "skipped", "added", false],
  ])("calls %s that became %s %s", (before, after, kind, regressed) => {
    const comparison = compareReports(reportWith(before), reportWith(after));

    expect(comparison.changes.map((change) => [change.id, change.kind])).toEqual([[id, kind]]);
    expect(comparison.regressed).toBe(regressed);
    expect(comparison.unchanged).toBe(exampleCatalogue.length - 1);
  });

  it("finds no changes between a report and itself", () => {
    const comparison = compareReports(failingReport(), failingReport());

    expect(comparison).toMatchObject({
      changes: [],
      checksNoLongerRun: [],
      circumstances: [],
      regressed: false,
    });
  });

  it("finds checks that no longer ran, also if their requirement passes", () => {
    const before = exampleReport();
    const { checks } = before;
    const [first, ...others] = checks;
    const comparison = compareReports(before, { ...before, checks: others });

    expect(comparison.changes).toEqual([]);
    expect(comparison.checksNoLongerRun).toEqual([{ id: first?.id, title: first?.title, now: "absent" }]);
    expect(comparison.regressed).toBe(true);
  });

  it("lists the causes that came and those that went", () => {
    const toCause = (id: string): NonNullable<ReturnType<typeof exampleReport>["causes"]>[number] => ({
      id,
      sentence: `it answers ${id}`,
      explains: [],
      blocks: [],
      operations: ["searchVolumes"],
      count: 1,
      repeat: "npx volume-registry-conformance run",
      hint: "",
    });
    const before = exampleReport({ causes: [toCause("stays"), toCause("goes")] });
    const after = exampleReport({ causes: [toCause("comes"), toCause("stays")] });
    const comparison = compareReports(before, after);

    expect(comparison.newCauses).toEqual([{ id: "comes", sentence: "it answers comes" }]);
    expect(comparison.goneCauses).toEqual([{ id: "goes", sentence: "it answers goes" }]);
    const text = renderComparisonText(comparison);
    expect(text).toContain("New causes (1)\n  it answers comes\n");
    expect(text).toContain("Causes that are gone (1)\n  it answers goes\n");
    const { causes: _causes, ...older } = before;
    expect(compareReports(older, after).newCauses).toEqual([]);
  });

  it("lists the settings that differ", () => {
    const before = exampleReport();
    const after = exampleReport({ run: { depth: "quick" }, target: { baseUrl: "https://other.example" } });
    const other = { ...after, suite: { ...after.suite, digest: "sha256:other" } };

    expect(compareReports(before, other).circumstances).toEqual([
      { name: "base URL", before: "https://registry.example/base", after: "https://other.example" },
      { name: "suite digest", before: before.suite.digest, after: "sha256:other" },
      { name: "depth", before: "standard", after: "quick" },
    ]);
  });
});

describe("renderComparisonText", () => {
  it("ends with the conclusion and the counts", () => {
    const text = renderComparisonText(compareReports(conformantReport(), failingReport()));

    expect(text.trimEnd().split("\n").at(-1)).toBe(
      "REGRESSED: 4 newly failing, 7 no longer decided, 1 newly warned, 2 newly passing, 7 checks no longer ran, 32 cases unchanged",
    );
    expect(text).toContain("  finalize/bytes-have-arrived  passed -> failed\n");
    expect(text).toContain("not offered: advisories -> nothing");
  });

  it("lists a check that no longer ran once: with its requirement, or separately if that passes", () => {
    const before = exampleReport();
    const [first, second, ...checks] = before.checks;
    const requirements = before.cases.filter(({ id }) => id !== first?.id);
    const text = renderComparisonText(compareReports(before, { ...before, cases: requirements, checks }));
    const linesWith = (id: string | undefined): readonly string[] =>
      text.split("\n").filter((line) => line.trim().split(" ")[0] === id);

    expect(linesWith(first?.id)).toEqual([`  ${first?.id}  passed -> absent`]);
    expect(linesWith(second?.id)).toEqual([`  ${second?.id}  absent`]);
    expect(text).toContain("Other checks that no longer ran (1)");
    expect(text).toContain("2 checks no longer ran");
  });

  it("counts the cases that only one of two runs has selected", () => {
    const before = exampleReport();
    const kept = new Set(exampleCatalogue.slice(0, 3).map(({ id }) => id));
    const after = {
      ...before,
      run: { ...before.run, only: ["publish/*"] },
      cases: before.cases.filter(({ id }) => kept.has(id)),
    };
    const text = renderComparisonText(compareReports(before, after));

    expect(text).toMatch(/^Not selected after \(\d+ requirements, \d+ cases\)$/mu);
    expect(text).not.toContain("-> absent");
    expect(renderComparisonText(compareReports(after, before))).toMatch(/^Not selected before /mu);
  });

  it("shows a reason that several changes share once", () => {
    const outcome = { verdict: "blocked", reason: "the registry went away" } as const;
    const [first, second] = exampleCatalogue.map((requirement) => requirement.id);
    const after = exampleReport({ outcomes: { [first ?? ""]: outcome, [second ?? ""]: outcome } });
    const text = renderComparisonText(compareReports(exampleReport(), after));

    expect(text.match(/the registry went away/gu)).toHaveLength(1);
    expect(text).toContain("      all 2: the registry went away\n");
  });

  it("reports no regression", () => {
    const text = renderComparisonText(compareReports(failingReport(), conformantReport()));

    expect(text.trimEnd().split("\n").at(-1)).toMatch(/^REGRESSED: 2 no longer decided/u);
    const better = renderComparisonText(compareReports(failingReport(), exampleReport()));
    expect(better.trimEnd().split("\n").at(-1)).toBe("NO REGRESSION: 12 newly passing, 34 cases unchanged");
  });

  it("shows control characters as escapes", () => {
    expect(renderComparisonText(compareReports(conformantReport(), hostileReport()))).not.toMatch(
      /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u,
    );
  });
});

describe("renderComparisonJson", () => {
  it("contains the whole comparison", () => {
    const comparison = compareReports(conformantReport(), failingReport());

    expect(JSON.parse(renderComparisonJson(comparison))).toEqual(comparison);
  });
});
