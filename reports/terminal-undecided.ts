/** What was not decided, on a terminal: by its reasons. A report file lists each case. */
import type { CaseResult, Report } from "../schemas/report.ts";
import { explainedRequirements } from "./cause-list.ts";
import { openCases } from "./conclusion.ts";
import { groupByReason } from "./evidence-list.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { listFirstIds } from "./terminal-case-list.ts";
import type { TerminalPage } from "./terminal-page.ts";
import { toShortText } from "./visible-text.ts";

const maxReasonCharacters = 600;
/** So many reasons are shown with their cases; of more, only the reasons. */
const few = 3;
const maxReasons = 6;
const maxFoldedCharacters = 140;

type Groups = ReturnType<typeof groupByReason>;

/** Each reason with its first cases. */
function printWhole(page: TerminalPage, groups: Groups): void {
  for (const { reason, ids } of groups) {
    const label = `${formatCount(ids.length).padStart(5)} x `;
    page.paragraph(label, toShortText(reason, maxReasonCharacters));
    page.paragraph(" ".repeat(label.length), listFirstIds(ids, page.width - label.length), "faint");
  }
}

/** The reasons with the most cases, each on a line or two, and where all of them are listed. */
function printFolded(page: TerminalPage, groups: Groups, place: string): void {
  for (const { reason, ids } of groups.slice(0, maxReasons))
    page.paragraph(`${formatCount(ids.length).padStart(5)} x `, toShortText(reason, maxFoldedCharacters));
  const rest = groups.slice(maxReasons);
  const cases = rest.reduce((sum, { ids }) => sum + ids.length, 0);
  const more =
    rest.length === 0
      ? ""
      : `and ${formatCounted(rest.length, "more reason")} for ${formatCounted(cases, "case")}; `;
  page.paragraph("        ", `${more}${place} lists every case`, "faint");
}

/** The file that lists what was not decided: the page, or else the data. */
function findPlace(files: readonly string[]): string {
  const path = files.find((file) => file.endsWith(".html")) ?? files.find((file) => file.endsWith(".json"));
  return path?.split("/").at(-1) ?? "the full report";
}

/**
 * Prints what was not decided and is no consequence of a cause. With many reasons the cases are left out.
 * @param files what the run has written
 */
export function printUndecided(page: TerminalPage, report: Report, files: readonly string[] = []): void {
  const explained = explainedRequirements(report);
  const rest = openCases(report).filter(
    (requirement) => requirement.verdict !== "errored" && !explained.has(requirement.id),
  );
  for (const verdict of ["blocked", "skipped"] as const) {
    const requirements = rest.filter((requirement) => requirement.verdict === verdict);
    if (requirements.length === 0) continue;
    page.line({ text: `${formatCounted(requirements.length, "case")} ${verdict}:`, tone: verdict });
    const groups = groupByReason(requirements);
    if (groups.length <= few) printWhole(page, groups);
    else printFolded(page, groups, findPlace(files));
    page.blank();
  }
}

function isOptional({ verdict, reason = "" }: CaseResult): boolean {
  return verdict === "skipped" && reason.startsWith("optional: ");
}

/** Names what could be tested, and what that needs. */
export function printOptional(page: TerminalPage, report: Report): void {
  const groups = groupByReason(report.cases.filter(isOptional));
  if (groups.length === 0) return;
  page.line({ text: "Optional, not configured:", tone: "skipped" });
  for (const { reason, ids } of groups.slice(0, maxReasons)) {
    const label = `  ${formatCounted(ids.length, "case")}: `;
    page.paragraph(label, toShortText(reason.replace("optional: ", ""), maxReasonCharacters));
  }
  const more = groups.length - maxReasons;
  if (more > 0) page.paragraph("  ", `and ${formatCounted(more, "more reason")}`, "faint");
  page.blank();
}
