import type { Report, RunVerdict } from "../schemas/report.ts";
import { isSelection, renderCounts, renderSpecification } from "./conclusion.ts";

/** White text on these has a contrast of at least 4.5:1. */
const colors: Readonly<Record<RunVerdict, string>> = {
  conformant: "#15692c",
  partial: "#8a5a00",
  "non-conformant": "#b3261e",
  undecided: "#5b5f66",
};

/** The average width of a character in Verdana at 11px; `textLength` makes it hold for other fonts. */
const characterWidth = 6.6;
const padding = 7;

function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? character);
}

function renderCell(text: string, left: number, width: number): string {
  const middle = left + width / 2;
  const length = width - 2 * padding;
  return `<text x="${middle}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}

/**
 * A badge as SVG: the version of the API on the left, the run's verdict on the right. Unless the verdict is `conformant`, the
 * number of passed requirements follows. A quick run or a selection is marked. The badge contains no text of the registry.
 */
export function renderBadge(report: Report): string {
  const label = `registry API ${report.suite.specification}`;
  const { interrupted, depth } = report.run;
  const verdict = [
    report.verdict,
    ...(interrupted ? ["interrupted"] : []),
    ...(depth === "quick" ? ["quick run"] : []),
    ...(isSelection(report) ? ["selection"] : []),
  ].join(", ");
  const share = `${report.counts.passed}/${report.requirements.length}`;
  const message = verdict === "conformant" ? verdict : `${verdict} ${share}`;
  const widthOf = (text: string): number => Math.round(text.length * characterWidth) + 2 * padding;
  const [left, right] = [widthOf(label), widthOf(message)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeXml(`${label}: ${message}`)}">`,
    `<title>${escapeXml(`registry API ${renderSpecification(report)}: ${verdict} (${renderCounts(report)})`)}</title>`,
    `<clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#round)"><rect width="${left}" height="20" fill="#40444b"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${colors[report.verdict]}"/></g>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    renderCell(label, 0, left),
    renderCell(message, left, right),
    "</g></svg>",
    "",
  ].join("\n");
}
