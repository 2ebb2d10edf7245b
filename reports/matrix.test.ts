import { describe, expect, it } from "vitest";
import { exampleReport } from "./lab/examples/example-builder.ts";
import { exampleCatalogue } from "./lab/examples/example-catalogue.ts";
import { conformantReport, failingReport, partialReport } from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";
import {
  columnName,
  hasDifferentVerdicts,
  renderMatrixJson,
  renderMatrixText,
  toConformanceMatrix,
} from "./matrix.ts";

describe("toConformanceMatrix", () => {
  it("has a column for each report and a row for each requirement in any of them", () => {
    const short = exampleReport({ requirements: exampleCatalogue.slice(1) });
    const matrix = toConformanceMatrix([short, failingReport()]);

    expect(matrix.columns.map(({ verdict }) => verdict)).toEqual(["conformant", "non-conformant"]);
    expect(matrix.rows).toHaveLength(exampleCatalogue.length);
    const first = matrix.rows.find((row) => row.id === exampleCatalogue[0]?.id);
    expect(first?.verdicts).toEqual([null, "passed"]);
    const finalize = matrix.rows.find((row) => row.id === "finalize/bytes-have-arrived");
    expect(finalize?.verdicts).toEqual(["passed", "failed"]);
  });

  it("puts observations side by side", () => {
    const silent = exampleReport({ observations: [] });
    const matrix = toConformanceMatrix([conformantReport(), silent]);

    expect(matrix.observations).toContainEqual({
      id: "publish/create-status",
      question: "Which status answers a release upload intent?",
      answers: ["201", null],
    });
    expect(matrix.observations.find(({ id }) => id === "advisories/severities")?.answers).toEqual([
      null,
      null,
    ]);
  });

  it("warns about reports that are hard to compare", () => {
    const quick = exampleReport({ run: { depth: "quick", interrupted: true } });

    expect(toConformanceMatrix([conformantReport(), quick]).cautions).toEqual([
      "The reports have different depths",
      "1 run was interrupted",
    ]);
    expect(toConformanceMatrix([conformantReport(), failingReport()]).cautions).toEqual([]);
  });

  it("finds different verdicts", () => {
    const rows = toConformanceMatrix([partialReport(), failingReport()]).rows.filter((row) =>
      hasDifferentVerdicts(row),
    );

    expect(rows.map(({ id }) => id)).toContain("finalize/bytes-have-arrived");
    expect(rows.map(({ id }) => id)).not.toContain("authentication/outsider-is-403");
  });
});

describe("renderMatrixText", () => {
  it("shows a letter for each verdict of a requirement that did not pass everywhere", () => {
    const text = renderMatrixText(toConformanceMatrix([conformantReport(), failingReport()]));
    const line = text.split("\n").find((one) => one.startsWith("finalize/bytes-have-arrived"));

    expect(line).toMatch(/^finalize\/bytes-have-arrived {2,} \. {2}F$/u);
    expect(text).not.toContain("search/offset-is-echoed");
    expect(text.replaceAll("\n", " ")).toContain(
      "46 cases, 32 passed by all, 9 with different verdicts, 5 passed or not tried",
    );
  });

  it("leaves out what was not tried in every report and passed in the others", () => {
    const short = exampleReport({ requirements: exampleCatalogue.slice(1) });
    const text = renderMatrixText(toConformanceMatrix([short, conformantReport()]));
    expect(text).not.toContain(exampleCatalogue[0]?.id);
  });

  it("shows control characters as escapes", () => {
    expect(renderMatrixText(toConformanceMatrix([hostileReport()]))).not.toMatch(
      /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u,
    );
  });

  it("names columns beyond the alphabet", () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
  });
});

describe("renderMatrixJson", () => {
  it("contains the whole matrix", () => {
    const matrix = toConformanceMatrix([conformantReport(), failingReport()]);

    expect(JSON.parse(renderMatrixJson(matrix))).toEqual(matrix);
  });
});
