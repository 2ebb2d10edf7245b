/** The self-test's numbers for a README: a section between two markers that is written, and found out of date, by machine. */
import type { KillMatrix } from "../schemas/kill-matrix.ts";
import { formatCount } from "./measures.ts";

const begin = "<!-- selftest: written by `npm run generate` -->";
const end = "<!-- /selftest -->";

/** How many requirements bind, by chapter, in the order of the chapters. */
export type BindingRequirements = ReadonlyMap<string, number>;

/**
 * The section as Markdown: no timings and no digest, so that it changes only with what the suite demands and how that is proven.
 */
export function renderProof(matrix: KillMatrix, binding: BindingRequirements): string {
  const { totals } = matrix;
  const requirements = [...binding.values()].reduce((sum, count) => sum + count, 0);
  const rows = [...binding].map(([chapter, count]) => {
    const faults = matrix.faults.filter(({ breaks }) => breaks.startsWith(`${chapter}/`));
    const killed = faults.filter(({ outcome }) => outcome === "killed").length;
    return `| ${chapter} | ${formatCount(count)} | ${formatCount(faults.length)} | ${formatCount(killed)} |`;
  });
  return [
    begin,
    "",
    `Of ${formatCount(totals.faults)} faults ${formatCount(totals.killed)} were found by the requirement they break; ` +
      `${formatCount(matrix.unproven.length)} of ${formatCount(requirements)} binding requirements have none. ` +
      `Of ${formatCount(totals.choices)} legal registries (each choice by itself, many at once, and slow or reordered answers) ` +
      `${formatCount(totals.clean)} were left in peace.`,
    "",
    "| chapter | binding requirements | faults | killed |",
    "| --- | --: | --: | --: |",
    ...rows,
    "",
    end,
  ].join("\n");
}

/**
 * A document with its section replaced.
 * @returns undefined where the document has no such section
 */
export function replaceProof(document: string, proof: string): string | undefined {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) return undefined;
  return document.slice(0, from) + proof + document.slice(to + end.length);
}

/** Whether a document's section says the same; how a formatter aligned the table does not matter. */
export function hasProof(document: string, proof: string): boolean {
  const replaced = replaceProof(document, proof);
  return replaced !== undefined && withoutLayout(replaced) === withoutLayout(document);
}

function withoutLayout(text: string): string {
  return text.replaceAll(/-{2,}/g, "--").replaceAll(/\s+/g, " ");
}
