import type { Report, RunVerdict } from "../schemas/report.ts";
import { isSelection, renderCounts } from "./conclusion.ts";

/** Dark enough that white text on them reads at 4.5:1 or better. */
const colors: Readonly<Record<RunVerdict, string>> = {
  conformant: "#15692c",
  partial: "#8a5a00",
  "non-conformant": "#b3261e",
  undecided: "#5b5f66",
};

/** Average advance of 11px Verdana-like digits and letters; `textLength` makes the browser honour it whatever font it has. */
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
 * A badge as SVG: the interface version on the left, the run's verdict on the right, with the share of passed requirements
 * unless all of the suite was seen to hold; what a quick run or a selection gives is called so. Nothing a registry sent is in it.
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
    `<title>${escapeXml(`${label}: ${verdict} (${renderCounts(report)})`)}</title>`,
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
