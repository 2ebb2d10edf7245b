import { describe, expect, it } from "vitest";
import type { Report, Verdict } from "../schemas/report.ts";
import { renderAnnotations } from "./annotations.ts";
import { renderBadge } from "./badge.ts";
import { countVerdicts } from "./chapters.ts";
import { renderConclusion, renderCounts } from "./conclusion.ts";
import {
  conformantReport,
  failingReport,
  interruptedReport,
  partialReport,
  undecidedReport,
} from "./lab/examples/example-report.ts";
import { renderHtml } from "./html/html-report.tsx";
import { acceptingReport } from "./lab/examples/accepting-report.ts";
import { unpackRows } from "./lab/examples/packed-rows.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { toMarkdown } from "./markdown-text.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderTerminal } from "./terminal.ts";

const reports: readonly (readonly [string, () => Report])[] = [
  ["conformant", conformantReport],
  ["failing", failingReport],
  ["partial", partialReport],
  ["interrupted", interruptedReport],
  ["undecided", undecidedReport],
];

function countMatches(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

const verdicts: readonly Verdict[] = ["passed", "failed", "warned", "skipped", "blocked", "errored"];

describe.each(reports)("every format of a %s report", (_name, makeReport) => {
  const report = makeReport();

  it("has the same verdict with the same counts", () => {
    const conclusion = renderConclusion(report);

    expect(renderTerminal(report, { color: false, width: 80 }).trimEnd().split("\n").at(-1)).toBe(conclusion);
    expect(
      renderTerminal(report, { color: false, width: 80, quiet: true }).trimEnd().split("\n").at(-1),
    ).toBe(conclusion);
    expect(renderMarkdown(report)).toContain(`**${toMarkdown(conclusion)}**`);
    expect(renderAnnotations(report).split("\n")[0]).toContain(`title=${report.verdict}::${conclusion}`);
    expect(renderHtml(report)).toContain(`<title>${report.verdict}: `);
    expect(renderHtml(report)).toContain(`${renderCounts(report)}. Exit code ${report.exitCode}`);
    expect(renderBadge(report)).toContain(renderCounts(report));
    expect((JSON.parse(renderJson(report)) as Report).verdict).toBe(report.verdict);
  });

  it("gives each requirement the same verdict", () => {
    const html = unpackRows(renderHtml(report))
      .map(({ row }) => row)
      .join("");
    const junit = renderJunit(report);

    for (const { id, verdict } of report.cases) {
      expect(html).toContain(`id="${id}" data-verdict="${verdict}"`);
      expect(junit).toContain(`<property name="${id} verdict" value="${verdict}"/>`);
    }
  });

  it("counts as many of each verdict as there are requirements with it", () => {
    const counts = countVerdicts(report.cases);
    const html = unpackRows(renderHtml(report))
      .map(({ row }) => row)
      .join("");

    expect(report.counts).toEqual(counts);
    for (const verdict of verdicts) {
      expect(countMatches(html, new RegExp(`<details class="requirement ${verdict}"`, "gu"))).toBe(
        counts[verdict],
      );
    }
  });
});

it("shows in every format what is wrong with a request that should have been refused", () => {
  const report = acceptingReport();
  const wrong = "/declaredSize is -1, right is 314";

  expect(renderTerminal(report, { color: false, width: 80 })).toContain(`  wrong     ${wrong}`);
  expect(renderMarkdown(report)).toContain(wrong);
  expect(renderHtml(report)).toContain(`<dt>Wrong</dt><dd><code>${wrong}</code></dd>`);
  expect(renderJunit(report)).toContain(`\nwrong: ${wrong}\n`);
  expect(renderAnnotations(report)).toContain(wrong);
});

it("shows nothing of the kind for a response that is wrong", () => {
  const report = failingReport();
  const cause = report.causes?.find(({ breaks }) => breaks === "authentication/challenge-comes-with-401");
  const alone = { ...report, causes: cause === undefined ? [] : [cause] };

  expect(renderMarkdown(alone)).not.toMatch(/^- (?:Wrong|Rule|Sent): /mu);
  expect(renderHtml(alone)).not.toContain('class="accepted-request"');
});
