import { describe, expect, it } from "vitest";
import { renderBadge } from "./badge.ts";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  partialReport,
  undecidedReport,
} from "./lab/examples/example-report.ts";
import { hostileReport } from "./lab/examples/hostile-report.ts";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("renderBadge", () => {
  it("has the verdict, in the picture and for screen readers", () => {
    for (const report of [conformantReport(), failingReport(), partialReport(), undecidedReport()]) {
      const badge = renderBadge(report);

      expect(badge).toMatch(new RegExp(`aria-label="registry API 0\\.1\\.0-rc\\.1: ${report.verdict}`, "u"));
      expect(badge).toContain(`>${report.verdict}`);
    }
  });

  it("has the number of passed requirements, and marks an interrupted run", () => {
    expect(renderBadge(partialReport())).toContain(">partial 40/46<");
    expect(renderBadge(interruptedReport())).toContain(">partial, interrupted 15/46<");
  });

  it("marks a selection and a quick run", () => {
    const report = conformantReport();
    const { run } = report;
    const total = `${report.counts.passed}/${report.cases.length}`;

    expect(renderBadge({ ...report, run: { ...run, only: ["search/*"] } })).toContain(
      `>conformant, selection ${total}<`,
    );
    expect(renderBadge({ ...report, run: { ...run, profiles: ["read"] } })).toContain(
      `>conformant, selection ${total}<`,
    );
    expect(renderBadge({ ...report, run: { ...run, depth: "quick" } })).toContain(
      `>conformant, quick run ${total}<`,
    );
  });

  it("has enough contrast", () => {
    for (const report of [conformantReport(), failingReport(), partialReport(), undecidedReport()]) {
      const fills = renderBadge(report).match(/#[0-9a-f]{6}/gu) ?? [];

      expect(fills.length).toBeGreaterThan(1);
      for (const fill of fills) expect(1.05 / (luminance(fill) + 0.05)).toBeGreaterThan(4.5);
    }
  });

  it("contains no text of the registry", () => {
    expect(renderBadge(hostileReport())).toBe(renderBadge(failingReport()));
  });
});
