import type { Report } from "../schemas/report.ts";
import { type ChapterResult, type Standing, toChapters } from "./chapters.ts";
import {
  explainExitCode,
  openRequirements,
  renderCaveats,
  renderConclusion,
  renderSubject,
  verdictOrder,
} from "./conclusion.ts";
import { groupByReason, indexReport } from "./evidence-list.ts";
import { summarizeAnswer, toPathBelow } from "./exchange-summary.ts";
import { formatCount, formatCounted, formatDuration } from "./measures.ts";
import {
  createTerminalPage,
  type Segment,
  type TerminalOptions,
  type TerminalPage,
} from "./terminal-page.ts";
import { printRequirement } from "./terminal-finding.ts";
import { toShortText } from "./visible-text.ts";

/** How to show a report on a terminal. */
export interface TerminalReportOptions extends TerminalOptions {
  /** Only what failed, a line each, and the last line. */
  readonly quiet?: boolean;
  /** The files that the report was written to. */
  readonly files?: readonly string[];
}

const longestValue = 600;
const longestReason = 300;
const mostIds = 3;
const mostLeft = 10;

function printHeader(page: TerminalPage, report: Report): void {
  const { suite, run, target } = report;
  page.paragraph("", `${suite.name} ${suite.version} for specification ${suite.specification}`, "strong");
  const subject = renderSubject(report);
  page.paragraph("", subject === target.baseUrl ? subject : `${subject} at ${target.baseUrl}`);
  const waitedPercent = Math.round((100 * run.limiterWaitMs) / Math.max(1, run.durationMs));
  const waited =
    run.limiterWaitMs > 0
      ? `, ${formatDuration(run.limiterWaitMs)} (${waitedPercent} %) of it waiting for the rate limiter`
      : "";
  page.paragraph(
    "",
    `${run.depth} run, seed ${run.seed}: ${formatCounted(run.requests, "request")} in ${formatDuration(run.durationMs)}${waited}`,
    "faint",
  );
  page.blank();
}

function chapterCounts(chapter: ChapterResult): readonly Segment[] {
  const parts: Segment[] = [];
  for (const verdict of verdictOrder) {
    const count =
      verdict === "skipped" ? chapter.counts.skipped - chapter.notOffered : chapter.counts[verdict];
    if (count === 0) continue;
    if (parts.length > 0) parts.push(", ");
    const text = `${formatCount(count)} ${verdict}`;
    parts.push(verdict === "passed" ? text : { text, tone: verdict });
  }
  if (chapter.notOffered > 0)
    parts.push(parts.length > 0 ? ", " : "", `${formatCount(chapter.notOffered)} not offered`);
  return parts;
}

const chapterMarks: Readonly<Record<Standing, Segment>> = {
  failed: { text: "FAILED ", tone: "failed" },
  errored: { text: "BROKE  ", tone: "errored" },
  open: { text: "open   ", tone: "blocked" },
  warned: { text: "warned ", tone: "warned" },
  passed: { text: "ok     ", tone: "passed" },
  "not offered": { text: "none   ", tone: "faint" },
};

function printChapters(page: TerminalPage, report: Report): void {
  const chapters = toChapters(report);
  const longest = Math.max(0, ...chapters.map((chapter) => chapter.name.length));
  for (const chapter of chapters) {
    page.line(
      "  ",
      chapterMarks[chapter.standing],
      chapter.name.padEnd(longest + 2),
      ...chapterCounts(chapter),
    );
  }
  page.blank();
}

function printWith(page: TerminalPage, report: Report, verdict: "failed" | "warned" | "errored"): void {
  const requirements = report.requirements.filter((requirement) => requirement.verdict === verdict);
  if (requirements.length === 0) return;
  const titles = {
    failed: `${formatCounted(requirements.length, "requirement")} failed`,
    warned: `${formatCounted(requirements.length, "warning")} (${requirements.length === 1 ? "it fails" : "they fail"} under --strict)`,
    errored: `${formatCounted(requirements.length, "requirement")} hit a fault of the suite itself, not of the registry`,
  };
  page.paragraph("", titles[verdict], "strong");
  page.blank();
  const index = indexReport(report);
  for (const requirement of requirements) printRequirement(page, requirement, index);
}

/** As many ids as fit on one line, at least one, and how many more there are. */
function nameSome(ids: readonly string[], room: number): string {
  const nameFirst = (count: number): string => {
    const named = ids.slice(0, count).join(", ");
    return count < ids.length ? `${named} and ${formatCount(ids.length - count)} more` : named;
  };
  let count = Math.min(ids.length, mostIds);
  while (count > 1 && nameFirst(count).length > room) count -= 1;
  return nameFirst(count);
}

function printRootCauses(page: TerminalPage, report: Report): void {
  if (report.rootCauses.length === 0) return;
  const exchanges = indexReport(report).exchanges;
  for (const { cause, exchange, requirements } of report.rootCauses) {
    page.line({ text: `${formatCounted(requirements.length, "requirement")} blocked by:`, tone: "blocked" });
    page.paragraph("  ", toShortText(cause, longestValue));
    const shown = exchange === undefined ? undefined : exchanges.get(exchange);
    if (shown !== undefined) {
      page.line(
        "  exchange  ",
        `${shown.request.method} ${toPathBelow(report.target.baseUrl, shown.request.url)}`,
      );
      page.paragraph("            ", `-> ${summarizeAnswer(shown)}`);
    }
    page.paragraph("  ", nameSome(requirements, page.width - 2), "faint");
    page.blank();
  }
}

function printOpen(page: TerminalPage, report: Report): void {
  const explained = new Set(report.rootCauses.flatMap((rootCause) => rootCause.requirements));
  const rest = openRequirements(report).filter(
    (requirement) => requirement.verdict !== "errored" && !explained.has(requirement.id),
  );
  for (const verdict of ["blocked", "skipped"] as const) {
    const requirements = rest.filter((requirement) => requirement.verdict === verdict);
    if (requirements.length === 0) continue;
    page.line({ text: `${formatCounted(requirements.length, "requirement")} ${verdict}:`, tone: verdict });
    for (const { reason, ids } of groupByReason(requirements)) {
      const label = `${formatCount(ids.length).padStart(5)} x `;
      page.paragraph(label, toShortText(reason, longestValue));
      page.paragraph(" ".repeat(label.length), nameSome(ids, page.width - label.length), "faint");
    }
    page.blank();
  }
}

function printRemarks(page: TerminalPage, report: Report): void {
  const seen = report.observations.filter((observation) => observation.observed).length;
  if (seen > 0)
    page.paragraph(
      "",
      `${formatCounted(seen, "observation")} where the specification is silent: see the full report`,
      "faint",
    );
  for (const caveat of renderCaveats(report)) page.paragraph("", caveat);
  if (report.left.length > 0) {
    page.line(`Left behind in the registry: ${formatCounted(report.left.length, "release")}`);
    for (const release of report.left.slice(0, mostLeft)) page.line("  ", release);
    if (report.left.length > mostLeft) page.line(`  and ${formatCount(report.left.length - mostLeft)} more`);
  }
  for (const error of report.baseline?.errors ?? []) page.paragraph("BASELINE ", error, "failed");
  page.blank();
}

/** Files of one directory on one line, since nobody needs its name seven times. */
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

function printQuietly(page: TerminalPage, report: Report): void {
  for (const { id, verdict, reason } of report.requirements) {
    if (verdict === "failed" || verdict === "errored") {
      page.line(
        { text: `${verdict.toUpperCase()} ${id}`, tone: verdict },
        reason === undefined ? "" : `: ${toShortText(reason, longestReason)}`,
      );
    }
  }
  for (const error of report.baseline?.errors ?? []) page.line({ text: `BASELINE ${error}`, tone: "failed" });
}

function isUneventful(report: Report): boolean {
  return (
    report.verdict === "conformant" && report.counts.warned === 0 && openRequirements(report).length === 0
  );
}

function printAllHeld(page: TerminalPage, report: Report): void {
  const held = formatCounted(report.counts.passed, "requirement");
  page.paragraph("", `${held} in ${formatCounted(toChapters(report).length, "chapter")}: all hold`);
}

/**
 * A report for a terminal: the verdict of each chapter, then everything that failed with its rule, what was expected, what
 * came, the exchange and the command that repeats it, then warnings, what was not decided and why (each cause once), and
 * last one line with the verdict and all counts. Short where nothing needs attention. Reads without colour; control
 * characters from the registry are shown, never sent.
 */
export function renderTerminal(report: Report, options: TerminalReportOptions): string {
  const page = createTerminalPage(options);
  if (options.quiet === true) {
    printQuietly(page, report);
    printConclusion(page, report);
    return page.text();
  }
  printHeader(page, report);
  if (isUneventful(report)) {
    printAllHeld(page, report);
  } else {
    printChapters(page, report);
    printWith(page, report, "failed");
    printWith(page, report, "errored");
    printWith(page, report, "warned");
    printRootCauses(page, report);
    printOpen(page, report);
  }
  printRemarks(page, report);
  printFiles(page, options.files ?? []);
  printConclusion(page, report);
  return page.text();
}
