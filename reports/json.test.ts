import { describe, expect, it } from "vitest";
import type { Report } from "../schemas/report.ts";
import { exampleReport } from "./lab/examples/example-builder.ts";
import { conformantReport, failingReport } from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";
import { renderJson } from "./json.ts";

function withMembersReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMembersReversed);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([key, member]) => [key, withMembersReversed(member)]));
}

describe("renderJson", () => {
  it("contains the whole report", () => {
    for (const report of [conformantReport(), failingReport()]) {
      expect(JSON.parse(renderJson(report))).toEqual(report);
    }
  });

  it("contains the whole of a hostile report", () => {
    expect(JSON.parse(renderJson(hostileReport()))).toEqual(hostileReport());
  });

  it("leaves out the exchanges of a recording beside it", () => {
    const report = conformantReport();
    const recording = { file: "exchanges.ndjson", exchanges: report.exchanges.length };

    expect(JSON.parse(renderJson({ ...report, recording }))).toEqual({ ...report, recording, exchanges: [] });
  });

  it("writes each entry of a list on a line of its own", () => {
    const report = failingReport();

    const lines = renderJson(report).split("\n");

    for (const { id } of report.cases)
      expect(lines.filter((line) => line.startsWith(`{"id":"${id}","level"`))).toHaveLength(1);
  });

  it("writes members in a fixed order", () => {
    const report = failingReport();
    const text = renderJson(withMembersReversed(report) as Report);

    const counterexamples = /"counterexample":\{.*?\},"replay"/gsu;
    expect(text.replace(counterexamples, "")).toBe(renderJson(report).replace(counterexamples, ""));
    expect(text.startsWith('{\n  "reportVersion": 2,\n  "suite": {\n    "name"')).toBe(true);
  });

  it("ends with one newline", () => {
    expect(renderJson(conformantReport())).toMatch(/[^\n]\n$/u);
  });

  it("escapes control and format characters", () => {
    expect(renderJson(hostileReport())).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  it("writes big integers of a counterexample as strings", () => {
    const report = exampleReport({
      outcomes: {
        "publish/negative-size-is-refused": { verdict: "failed", counterexample: { size: 2n ** 64n } },
      },
    });

    expect(renderJson(report)).toContain('"size":"18446744073709551616"');
  });
});
