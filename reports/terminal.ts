import type { Report } from "../schemas/report.ts";
import {
  explainExitCode,
  openCases,
  renderCaveats,
  renderConclusion,
  renderSpecification,
} from "./conclusion.ts";
import { toChapters } from "./chapters.ts";
import { renderSubject } from "./subjects.ts";
import { indexReport } from "./evidence-list.ts";
import { summarizeResponse, toPathBelow } from "./exchange-summary.ts";
import { formatCount, formatCounted, formatDuration } from "./measures.ts";
import { createTerminalPage, type TerminalOptions, type TerminalPage } from "./terminal-page.ts";
import { describeCost } from "./run-cost.ts";
import { listFirstIds } from "./terminal-case-list.ts";
import { printCauses } from "./terminal-causes.ts";
import { printChapters } from "./terminal-chapters.ts";
import { printRequirement } from "./terminal-finding.ts";
import { printOptional, printUndecided } from "./terminal-undecided.ts";
import { toShortText } from "./visible-text.ts";

/** How to show a report on a terminal. */
export interface TerminalReportOptions extends TerminalOptions {
  /** Only failures, one line each, and the exit code and verdict. */
  readonly quiet?: boolean;
  /** The files that the report was written to. */
  readonly files?: readonly string[];
  /** True if the registry ended with the run, as the bundled one does: then nothing is left of it. */
  readonly isGone?: boolean;
  /** What the user can do so that more is decided; a line for each. */
  readonly advice?: readonly string[];
}

const maxValueCharacters = 600;
const maxReasonCharacters = 300;
const maxLeftBehind = 10;

function printHeader(page: TerminalPage, report: Report): void {
  const { suite, run, target } = report;
  page.paragraph(
    "",
    `${suite.name} ${suite.version} for specification ${renderSpecification(report)}`,
    "strong",
  );
  const subject = renderSubject(report);
  page.paragraph("", subject === target.baseUrl ? subject : `${subject} at ${target.baseUrl}`);
  const waitedPercent = Math.round((100 * run.limiterWaitMs) / Math.max(1, run.durationMs));
  const waited =
    run.limiterWaitMs > 0
      ? `, ${formatDuration(run.limiterWaitMs)} (${waitedPercent} %) of it waiting as 429 and 503 responses asked`
      : "";
  page.paragraph(
    "",
    run.traffic === undefined
      ? `${run.visit === undefined ? `${run.depth} run` : "second visit"}, seed ${run.seed}: ${formatCounted(run.requests, "request")} in ${formatDuration(run.durationMs)}${waited}`
      : `observed traffic: ${formatCounted(run.requests, "exchange")} in ${formatDuration(run.durationMs)}`,
    "faint",
  );
  page.blank();
}

function printRequirementsWith(
  page: TerminalPage,
  report: Report,
  verdict: "failed" | "warned" | "errored",
): void {
  const requirements = report.cases.filter((requirement) => requirement.verdict === verdict);
  if (requirements.length === 0) return;
  const titles = {
    failed: `${formatCounted(requirements.length, "case")} failed`,
    warned: `${formatCounted(requirements.length, "warning")} (${requirements.length === 1 ? "it fails" : "they fail"} under --strict)`,
    errored: `${formatCounted(requirements.length, "case")} errored: an error in the suite, not in the registry`,
  };
  page.paragraph("", titles[verdict], "strong");
  page.blank();
  const index = indexReport(report);
  for (const requirement of requirements) printRequirement(page, requirement, index);
}

/** Says on top that something else answered for the registry: then nothing below is about the registry. */
function printForeignResponses(page: TerminalPage, { foreignResponses }: Report): void {
  if (foreignResponses === undefined) return;
  page.paragraph("", foreignResponses.sentence, "blocked");
  page.paragraph("  ", foreignResponses.hint);
  page.blank();
}

/** A report of an earlier version has no causes: then each requirement is printed. */
function printCausesOrRequirements(page: TerminalPage, report: Report): void {
  if (report.causes === undefined) printRequirementsWith(page, report, "failed");
  else printCauses(page, report);
  printRequirementsWith(page, report, "errored");
  if (report.causes !== undefined) return;
  printRequirementsWith(page, report, "warned");
  printRootCauses(page, report);
}

function printRootCauses(page: TerminalPage, report: Report): void {
  if (report.rootCauses.length === 0) return;
  const exchanges = indexReport(report).exchanges;
  for (const { cause, exchange, requirements } of report.rootCauses) {
    page.line({ text: `${formatCounted(requirements.length, "case")} blocked by:`, tone: "blocked" });
    page.paragraph("  ", toShortText(cause, maxValueCharacters));
    const shown = exchange === undefined ? undefined : exchanges.get(exchange);
    if (shown !== undefined) {
      page.line(
        "  exchange  ",
        `${shown.request.method} ${toPathBelow(report.target.baseUrl, shown.request.url)}`,
      );
      page.paragraph("            ", `-> ${summarizeResponse(shown)}`);
    }
    page.paragraph("  ", listFirstIds(requirements, page.width - 2), "faint");
    page.blank();
  }
}

function printRemarks(page: TerminalPage, report: Report, isGone: boolean): void {
  const seen = report.observations.filter((observation) => observation.observed).length;
  const all = report.observations.length;
  const number = seen === all ? "" : `${seen} of `;
  if (seen > 0)
    page.paragraph(
      "",
      `${number}${formatCounted(all, "observation")} (open questions of the specification): see the full report`,
      "faint",
    );
  for (const caveat of renderCaveats(report)) page.paragraph("", caveat);
  const cost = isGone ? undefined : describeCost(report);
  if (cost !== undefined) page.paragraph("", cost, "faint");
  if (report.left.length > 0) {
    page.line(`Left behind in the registry: ${formatCounted(report.left.length, "release")}`);
    for (const release of report.left.slice(0, maxLeftBehind)) page.line("  ", release);
    if (report.left.length > maxLeftBehind)
      page.line(`  and ${formatCount(report.left.length - maxLeftBehind)} more`);
  }
  for (const error of report.baseline?.errors ?? []) page.paragraph("BASELINE ", error, "failed");
  page.blank();
}

function printAdvice(page: TerminalPage, advice: readonly string[]): void {
  for (const line of advice) {
    const indent = /^ */u.exec(line)?.[0] ?? "";
    page.paragraph(indent, line.slice(indent.length));
  }
  if (advice.length > 0) page.blank();
}

/** Lists the files, those of one directory on one line. */
function printFiles(page: TerminalPage, files: readonly string[]): void {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const cut = file.lastIndexOf("/") + 1;
    folders.set(file.slice(0, cut), [...(folders.get(file.slice(0, cut)) ?? []), file.slice(cut)]);
  }
  for (const [folder, names] of folders) {
    if (names.length === 1) page.line(`Wrote ${folder}${names.join("")}`);
    else page.paragraph("", `Wrote to ${folder === "" ? "./" : folder}: ${names.join(", ")}`);
  }
  if (files.length > 0) page.blank();
}

function printConclusion(page: TerminalPage, report: Report): void {
  page.paragraph("", `Exit code ${report.exitCode}: ${explainExitCode(report)}`, "faint");
  const tones = {
    conformant: "passed",
    partial: "skipped",
    "non-conformant": "failed",
    undecided: "blocked",
  } as const;
  page.line({ text: renderConclusion(report), tone: tones[report.verdict] });
}

function printFailuresBriefly(page: TerminalPage, report: Report): void {
  for (const { id, verdict, reason } of report.cases) {
    if (verdict === "failed" || verdict === "errored") {
      page.line(
        { text: `${verdict.toUpperCase()} ${id}`, tone: verdict },
        reason === undefined ? "" : `: ${toShortText(reason, maxReasonCharacters)}`,
      );
    }
  }
  for (const error of report.baseline?.errors ?? []) page.line({ text: `BASELINE ${error}`, tone: "failed" });
}

function hasOnlyPasses(report: Report): boolean {
  return report.verdict === "conformant" && report.counts.warned === 0 && openCases(report).length === 0;
}

function printAllPassed(page: TerminalPage, report: Report): void {
  const requirements = formatCounted(report.counts.passed, "requirement");
  const cases = formatCounted(report.cases.length, "case");
  const chapters = formatCounted(toChapters(report).length, "chapter");
  page.paragraph("", `${requirements} in ${chapters}: all passed (${cases})`);
}

/**
 * A report for a terminal. It has the verdict of each chapter, and each failure with its rule, expected and received values,
 * exchange and repeat command. Warnings and undecided requirements follow, each cause once; the last line is the verdict with
 * all counts. If everything passed, it is a few lines. It can be read without colour. Control characters from the registry are
 * shown as escapes.
 */
export function renderTerminal(report: Report, options: TerminalReportOptions): string {
  const page = createTerminalPage(options);
  if (options.quiet === true) {
    printFailuresBriefly(page, report);
    printConclusion(page, report);
    return page.text();
  }
  printHeader(page, report);
  if (hasOnlyPasses(report)) {
    printAllPassed(page, report);
  } else {
    printChapters(page, report);
    printForeignResponses(page, report);
    printCausesOrRequirements(page, report);
    printUndecided(page, report, options.files);
    printOptional(page, report);
  }
  printRemarks(page, report, options.isGone === true);
  printAdvice(page, options.advice ?? []);
  printFiles(page, options.files ?? []);
  printConclusion(page, report);
  return page.text();
}
