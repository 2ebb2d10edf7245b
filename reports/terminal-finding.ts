import type { RequirementResult } from "../schemas/report.ts";
import { findingsAgainst, type LocatedFinding, replaysOf, type ReportIndex } from "./evidence-list.ts";
import { summarizeAnswer, summarizeBody, toPathBelow } from "./exchange-summary.ts";
import { renderJsonLine } from "./json.ts";
import { formatCounted } from "./measures.ts";
import type { TerminalPage } from "./terminal-page.ts";
import { toShortText } from "./visible-text.ts";

const longestValue = 600;
const longestBody = 300;
const mostFindings = 3;
const noLabel = " ".repeat(12);

function printFinding(page: TerminalPage, located: LocatedFinding, baseUrl: string): void {
  const { finding, exchange, repeats } = located;
  const form = finding.form === undefined ? "" : ` (${finding.form} form)`;
  page.paragraph("  rule      ", finding.rule);
  page.paragraph("  expected  ", toShortText(finding.expected, longestValue));
  page.paragraph("  got       ", `${toShortText(finding.got, longestValue)}${form}`, "failed");
  if (exchange !== undefined) {
    page.line("  exchange  ", `${exchange.request.method} ${toPathBelow(baseUrl, exchange.request.url)}`);
    page.paragraph(noLabel, `-> ${summarizeAnswer(exchange)}`);
    const body = summarizeBody(exchange.response?.body, longestBody);
    if (body !== undefined) page.paragraph(noLabel, body, "faint");
  }
  if (repeats > 0)
    page.paragraph(noLabel, `and ${formatCounted(repeats, "more exchange")} that say the same`, "faint");
}

function printReplays(page: TerminalPage, replays: readonly string[]): void {
  replays.slice(0, mostFindings).forEach((replay, index) => {
    page.line(index === 0 ? "  repeat    " : noLabel, { text: replay, tone: "command" });
  });
}

function printFindings(page: TerminalPage, requirement: RequirementResult, index: ReportIndex): void {
  const findings = findingsAgainst(requirement, index);
  for (const located of findings.slice(0, mostFindings)) printFinding(page, located, index.baseUrl);
  if (findings.length === 0) {
    page.paragraph("  rule      ", requirement.title);
    page.paragraph("  reason    ", requirement.reason ?? "not given");
  }
  const more = findings.length - mostFindings;
  if (more > 0)
    page.paragraph(noLabel, `and ${formatCounted(more, "other finding")}, in the full report`, "faint");
}

function printCounterexample(page: TerminalPage, requirement: RequirementResult, index: ReportIndex): void {
  const counterexample = requirement.checks
    .map((id) => index.checks.get(id)?.counterexample)
    .find((value) => value !== undefined);
  if (counterexample === undefined) return;
  page.paragraph("  input     ", toShortText(renderJsonLine(counterexample), longestValue));
}

/** Prints one requirement that wants attention: what was demanded, what came, what shows it, and how to see it again. */
export function printRequirement(
  page: TerminalPage,
  requirement: RequirementResult,
  index: ReportIndex,
): void {
  const { id, level, section, accepted, verdict } = requirement;
  const mark = verdict === "warned" ? "warning" : verdict.toUpperCase();
  page.line({ text: `${mark} ${id}${accepted === undefined ? "" : " (accepted)"}`, tone: verdict });
  page.paragraph("  ", `${level}, ${section}`, "faint");
  printFindings(page, requirement, index);
  if (accepted !== undefined) {
    page.paragraph("  accepted  ", `by the baseline until ${accepted.expires}: ${accepted.reason}`);
  }
  printCounterexample(page, requirement, index);
  printReplays(page, replaysOf(requirement, index));
  page.blank();
}
