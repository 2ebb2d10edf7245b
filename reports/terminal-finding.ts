import type { Finding, Report, RequirementResult } from "../schemas/report.ts";
import {
  counterexampleOf,
  findingsAgainst,
  indexReport,
  type LocatedFinding,
  renderRepeats,
  replaysOf,
  type ReportIndex,
} from "./evidence-list.ts";
import { summarizeAnswer, summarizeBody, toPathBelow } from "./exchange-summary.ts";
import { renderJsonLine } from "./json.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { createTerminalPage, type TerminalOptions, type TerminalPage } from "./terminal-page.ts";
import { toShortText } from "./visible-text.ts";

const longestValue = 400;
const longestBody = 200;
const mostFindings = 3;
/** So many characters of a body found in a value tell that it is quoted there. */
const quoted = 24;
const noLabel = " ".repeat(12);

interface FindingContext {
  readonly baseUrl: string;
  /** The finding printed before this one, for the same requirement. */
  readonly before: Finding | undefined;
}

function printExchange(
  page: TerminalPage,
  { finding, exchange }: LocatedFinding,
  context: FindingContext,
): void {
  if (exchange === undefined) return;
  const { baseUrl, before } = context;
  page.line("  exchange  ", `${exchange.request.method} ${toPathBelow(baseUrl, exchange.request.url)}`);
  page.paragraph(noLabel, `-> ${summarizeAnswer(exchange)}`);
  // the body of the first finding shows what kind of answer it is; those of the others would be more of the same
  const body = before === undefined ? summarizeBody(exchange.response?.body, longestBody) : undefined;
  // what came often quotes the body already
  if (body !== undefined && !finding.got.includes(body.slice(0, quoted)))
    page.paragraph(noLabel, body, "faint");
}

/** Prints a finding; what it shares with the one before (the rule in the other form of the name, say) is not said again. */
function printFinding(page: TerminalPage, located: LocatedFinding, context: FindingContext): void {
  const { finding, where, repeats } = located;
  const { rule, expected, got } = finding;
  const { before } = context;
  if (rule !== before?.rule) page.paragraph("  rule      ", rule);
  if (expected !== rule && expected !== before?.expected) {
    page.paragraph("  expected  ", toShortText(expected, longestValue));
  }
  page.paragraph(
    "  got       ",
    `${toShortText(got, longestValue)}${where === undefined ? "" : ` (${where})`}`,
    "failed",
  );
  printExchange(page, located, context);
  const more = renderRepeats(repeats);
  if (more !== undefined) page.paragraph(noLabel, more, "faint");
}

function printReplays(page: TerminalPage, replays: readonly string[]): void {
  replays.slice(0, mostFindings).forEach((replay, index) => {
    page.line(index === 0 ? "  repeat    " : noLabel, { text: replay, tone: "command" });
  });
}

function printFindings(page: TerminalPage, requirement: RequirementResult, index: ReportIndex): void {
  const findings = findingsAgainst(requirement, index);
  findings.slice(0, mostFindings).forEach((located, place) => {
    printFinding(page, located, { baseUrl: index.baseUrl, before: findings[place - 1]?.finding });
  });
  if (findings.length === 0) {
    page.paragraph("  rule      ", requirement.title);
    if (requirement.verdict !== "passed") page.paragraph("  reason    ", requirement.reason ?? "not given");
  }
  const more = findings.length - mostFindings;
  if (more > 0)
    page.paragraph(noLabel, `and ${formatCounted(more, "other finding")}, in the full report`, "faint");
}

function printCounterexample(page: TerminalPage, requirement: RequirementResult, index: ReportIndex): void {
  const counterexample = counterexampleOf(requirement, index);
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

/** Exchanges that are named one by one; a rule for all responses was judged on hundreds. */
const mostExchanges = 20;

/**
 * One requirement of a report for a terminal, whatever its verdict: what was demanded, what came, how to see it again, and the
 * exchanges that bear on it, each once.
 */
export function renderRequirement(
  report: Report,
  requirement: RequirementResult,
  options: TerminalOptions,
): string {
  const page = createTerminalPage(options);
  const index = indexReport(report);
  printRequirement(page, requirement, index);
  const ids = new Set(requirement.evidence.flatMap(({ exchanges }) => exchanges));
  const exchanges = [...ids].flatMap((id) => index.exchanges.get(id) ?? []);
  if (exchanges.length > 0)
    page.line(
      `  ${formatCounted(exchanges.length, "exchange")} bear${exchanges.length === 1 ? "s" : ""} on it`,
    );
  for (const { request, response } of exchanges.slice(0, mostExchanges)) {
    const status = response === undefined ? "none" : String(response.status);
    page.line(`    ${status.padEnd(4)} ${request.method} ${toPathBelow(index.baseUrl, request.url)}`);
  }
  const more = exchanges.length - mostExchanges;
  if (more > 0) page.line({ text: `    and ${formatCount(more)} more`, tone: "faint" });
  return page.text();
}
