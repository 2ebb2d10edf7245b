import { describe, expect, it } from "vitest";
import type { Report } from "../schemas/report.ts";
import { indexReport } from "./evidence-list.ts";
import { acceptingReport } from "./lab/examples/accepting-report.ts";
import { exampleReport } from "./lab/examples/example-builder.ts";
import { conformantReport, failingReport } from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";
import { renderJson } from "./json.ts";
import { describeRequest } from "./request-lines.ts";

function withMembersReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMembersReversed);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([key, member]) => [key, withMembersReversed(member)]));
}

/** The written report without the lines about requests, which follow from the rest. */
function parseWithoutLines(report: Report): Report {
  const written = JSON.parse(renderJson(report)) as Report;
  const causes = written.causes?.map(({ request: _lines, ...cause }) => cause);
  return causes === undefined ? written : { ...written, causes };
}

describe("renderJson", () => {
  it("contains the whole report", () => {
    for (const report of [conformantReport(), failingReport()]) {
      expect(parseWithoutLines(report)).toEqual(report);
    }
  });

  it("contains the whole of a hostile report", () => {
    expect(parseWithoutLines(hostileReport())).toEqual(hostileReport());
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

    // their members are in the order in which the check has them
    const counterexamples = /"counterexample":\{.*?\},"replay"|"text":"(?:[^"\\]|\\.)*"/gsu;
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

it("says of a cause what is wrong with a request that was accepted, as the reports for people do, and not what was said before", () => {
  const report = acceptingReport();
  const forged = (report.causes ?? []).map((cause) => ({
    ...cause,
    request: [{ label: "header", text: "forged" } as const],
  }));
  const written = JSON.parse(renderJson({ ...report, causes: forged })) as Report;
  const index = indexReport(report);
  expect(written.causes?.map(({ request = [] }) => request)).toEqual(
    (report.causes ?? []).map((cause) => describeRequest(cause, index)),
  );
  expect(written.causes?.flatMap(({ request = [] }) => request).length).toBeGreaterThan(0);
  const withoutExchanges = JSON.parse(renderJson({ ...report, exchanges: [], causes: forged })) as Report;
  expect(withoutExchanges.causes).toEqual(forged);
});
