/** The self-test's numbers in a README: a section between two markers, written and compared by `selftest`. */
import type { KillMatrix } from "../schemas/kill-matrix.ts";
import { formatCount } from "./measures.ts";

const begin = "<!-- selftest: written by `npm run generate` -->";
const end = "<!-- /selftest -->";

/** The number of binding requirements by chapter, in the order of the chapters. */
export type BindingRequirements = ReadonlyMap<string, number>;

/**
 * The section as Markdown. It has no timings and no digest, so that it changes only with the requirements and faults.
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
    `${formatCount(totals.killed)} of ${formatCount(totals.faults)} faults are detected by the requirement they break. ` +
      `${formatCount(matrix.unproven.length)} of ${formatCount(requirements)} binding requirements have no fault. ` +
      `${formatCount(totals.clean)} of ${formatCount(totals.choices)} legal registries (each choice alone, many choices ` +
      `together, and slow or reordered answers) pass.`,
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
 * @returns undefined if the document has no such section
 */
export function replaceProof(document: string, proof: string): string | undefined {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) return undefined;
  return document.slice(0, from) + proof + document.slice(to + end.length);
}

/** Whether a document's section is up to date. The alignment of the table does not matter. */
export function hasProof(document: string, proof: string): boolean {
  const replaced = replaceProof(document, proof);
  return replaced !== undefined && withoutLayout(replaced) === withoutLayout(document);
}

function withoutLayout(text: string): string {
  return text.replaceAll(/-{2,}/g, "--").replaceAll(/\s+/g, " ");
}
