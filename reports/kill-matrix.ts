import type { ChoiceResult, FaultResult, KillMatrix } from "../schemas/kill-matrix.ts";
import { renderKillMatrixPage } from "./html/kill-matrix-page.tsx";
import { renderJsonValue } from "./json-text.ts";
import { concludeKillMatrix, isProof, orderFaults } from "./kill-matrix-order.ts";
import { formatCount, formatDuration } from "./measures.ts";
import {
  createTerminalPage,
  type Segment,
  type TerminalOptions,
  type TerminalPage,
} from "./terminal-page.ts";

const maxFailed = 5;

const outcomeWords: Readonly<Record<FaultResult["outcome"], Segment>> = {
  missed: { text: "MISSED  ", tone: "failed" },
  "killed-by-another": { text: "another ", tone: "warned" },
  killed: { text: "killed  ", tone: "passed" },
};

function printFailed(page: TerminalPage, { red }: FaultResult | ChoiceResult): void {
  for (const id of red.slice(0, maxFailed)) page.line("          ", { text: id, tone: "faint" });
  if (red.length > maxFailed)
    page.line("          ", { text: `and ${formatCount(red.length - maxFailed)} more`, tone: "faint" });
}

function printFault(page: TerminalPage, fault: FaultResult): void {
  const otherCount = fault.red.filter((id) => id !== fault.breaks).length;
  const andOthers =
    fault.outcome === "killed" && otherCount > 0 ? ` and ${formatCount(otherCount)} more` : "";
  page.line(outcomeWords[fault.outcome], fault.name, {
    text: `  ${fault.breaks}${andOthers}`,
    tone: "faint",
  });
  if (fault.outcome === "killed") return;
  page.paragraph("          ", fault.summary);
  printFailed(page, fault);
}

function printFalseAlarms(page: TerminalPage, choices: readonly ChoiceResult[]): void {
  const alarms = choices.filter(({ outcome }) => outcome === "false-alarm");
  if (alarms.length === 0) return;
  page.line({
    text: `False alarms (${formatCount(alarms.length)}): legal choices that the suite reports as failures`,
    tone: "strong",
  });
  for (const choice of alarms) {
    page.paragraph("ALARM   ", `${choice.name}=${choice.value}`, "failed");
    page.paragraph("          ", choice.summary);
    printFailed(page, choice);
  }
  page.blank();
}

function printUnproven(page: TerminalPage, unproven: readonly string[]): void {
  if (unproven.length === 0) return;
  page.line({ text: `Requirements without a fault (${formatCount(unproven.length)})`, tone: "strong" });
  for (const id of unproven) page.line("  ", id);
  page.blank();
}

/**
 * The self-test's result for a terminal or a log: false alarms first, then every fault, the missed ones before those killed by
 * another requirement and those that were killed. The last line says whether the suite is proven.
 */
export function renderKillMatrix(
  matrix: KillMatrix,
  options: TerminalOptions = { color: false, width: 80 },
): string {
  const page = createTerminalPage(options);
  const { suite } = matrix;
  page.paragraph(
    "",
    `Self-test of ${suite.name} ${suite.version}, specification ${suite.specification}`,
    "strong",
  );
  page.paragraph(
    "",
    `seed ${matrix.seed}, ${formatDuration(matrix.durationMs)}; suite ${suite.digest}`,
    "faint",
  );
  page.blank();
  printFalseAlarms(page, matrix.choices);
  if (matrix.faults.length > 0)
    page.line({ text: `Faults (${formatCount(matrix.faults.length)})`, tone: "strong" });
  for (const fault of orderFaults(matrix.faults)) printFault(page, fault);
  page.blank();
  printUnproven(page, matrix.unproven);
  page.paragraph("", concludeKillMatrix(matrix), isProof(matrix) ? "passed" : "failed");
  return page.text();
}

/** The self-test's result as JSON, for other programs. */
export function renderKillMatrixJson(matrix: KillMatrix): string {
  return renderJsonValue(matrix);
}

/** The self-test's result as one HTML file without script. */
export function renderKillMatrixHtml(matrix: KillMatrix): string {
  return renderKillMatrixPage(matrix);
}
