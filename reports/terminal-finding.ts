import type { Finding, Report, CaseResult } from "../schemas/report.ts";
import {
  counterexampleOf,
  findingsAgainst,
  indexReport,
  type LocatedFinding,
  renderRepeats,
  storyOf,
  replaysOf,
  type ReportIndex,
} from "./evidence-list.ts";
import { summarizeResponse, summarizeBody, toPathBelow } from "./exchange-summary.ts";
import { renderJsonLine } from "./json-text.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { createTerminalPage, type TerminalOptions, type TerminalPage } from "./terminal-page.ts";
import { toShortText } from "./visible-text.ts";

const maxValueCharacters = 400;
const maxBodyCharacters = 200;
const maxFindings = 3;
const maxStoryLines = 20;
const maxStoryCharacters = 54;
/** If a value contains this many characters of the body, it quotes the body. */
const quotedCharacters = 24;
const noLabel = " ".repeat(12);

interface FindingContext {
  readonly baseUrl: string;
  /** The finding printed before this one, for the same requirement. */
  readonly previous: Finding | undefined;
}

function printExchange(
  page: TerminalPage,
  { finding, exchange }: LocatedFinding,
  context: FindingContext,
): void {
  if (exchange === undefined) return;
  const { baseUrl, previous } = context;
  page.line("  exchange  ", `${exchange.request.method} ${toPathBelow(baseUrl, exchange.request.url)}`);
  page.paragraph(noLabel, `-> ${summarizeResponse(exchange)}`);
  // one body shows what kind of response it is; the bodies of later findings are alike
  const body = previous === undefined ? summarizeBody(exchange.response?.body, maxBodyCharacters) : undefined;
  // the received value often quotes the body already
  if (body !== undefined && !finding.got.includes(body.slice(0, quotedCharacters)))
    page.paragraph(noLabel, body, "faint");
}

/** Prints a finding. What it shares with the previous one, for example the rule, is not repeated. */
function printFinding(page: TerminalPage, located: LocatedFinding, context: FindingContext): void {
  const { finding, where, repeats } = located;
  const { rule, expected, got } = finding;
  const { previous } = context;
  if (rule !== previous?.rule) page.paragraph("  rule      ", rule);
  if (expected !== rule && expected !== previous?.expected) {
    page.paragraph("  expected  ", toShortText(expected, maxValueCharacters));
  }
  page.paragraph(
    "  got       ",
    `${toShortText(got, maxValueCharacters)}${where === undefined ? "" : ` (${where})`}`,
    "failed",
  );
  printExchange(page, located, context);
  const more = renderRepeats(repeats);
  if (more !== undefined) page.paragraph(noLabel, more, "faint");
}

function printReplays(page: TerminalPage, replays: readonly string[]): void {
  replays.slice(0, maxFindings).forEach((replay, index) => {
    page.line(index === 0 ? "  repeat    " : noLabel, { text: replay, tone: "command" });
  });
}

function printFindings(page: TerminalPage, requirement: CaseResult, index: ReportIndex): void {
  const findings = findingsAgainst(requirement, index);
  findings.slice(0, maxFindings).forEach((located, place) => {
    printFinding(page, located, { baseUrl: index.baseUrl, previous: findings[place - 1]?.finding });
  });
  if (findings.length === 0) {
    page.paragraph("  rule      ", requirement.title);
    if (requirement.verdict !== "passed") page.paragraph("  reason    ", requirement.reason ?? "not given");
  }
  const more = findings.length - maxFindings;
  if (more > 0)
    page.paragraph(noLabel, `and ${formatCounted(more, "other finding")}, in the full report`, "faint");
}

/** Prints the smallest input that fails; a story line by line, as many lines as `most`. */
export function printCounterexample(
  page: TerminalPage,
  requirement: CaseResult,
  { index, most = maxStoryLines }: { readonly index: ReportIndex; readonly most?: number },
): void {
  const counterexample = counterexampleOf(requirement, index);
  if (counterexample === undefined) return;
  const lines = storyOf(counterexample) ?? [renderJsonLine(counterexample)];
  const maxCharacters = Math.min(maxValueCharacters, most * maxStoryCharacters);
  for (const [place, line] of lines.slice(0, most).entries())
    page.paragraph(place === 0 ? "  input     " : noLabel, toShortText(line, maxCharacters));
  if (lines.length > most)
    page.paragraph(noLabel, `and ${formatCounted(lines.length - most, "more step")}`, "faint");
}

/** Prints one requirement: its rule, expected and received values, exchange and repeat command. */
export function printRequirement(page: TerminalPage, requirement: CaseResult, index: ReportIndex): void {
  const { id, level, section, accepted, verdict } = requirement;
  const mark = verdict === "warned" ? "warning" : verdict.toUpperCase();
  page.line({ text: `${mark} ${id}${accepted === undefined ? "" : " (accepted)"}`, tone: verdict });
  page.paragraph("  ", `${level}, ${section}`, "faint");
  printFindings(page, requirement, index);
  if (accepted !== undefined) {
    page.paragraph("  accepted  ", `by the baseline until ${accepted.expires}: ${accepted.reason}`);
  }
  printCounterexample(page, requirement, { index });
  printReplays(page, replaysOf(requirement, index));
  page.blank();
}

/** A rule for all responses is checked on hundreds of exchanges; so many of the first and of the last are listed, and what shows a finding. */
const maxAtEachEnd = 10;

/**
 * One requirement of a report for a terminal, with any verdict: its rule, findings, repeat command and exchanges.
 */
export function renderRequirement(report: Report, requirement: CaseResult, options: TerminalOptions): string {
  const page = createTerminalPage(options);
  const index = indexReport(report);
  printRequirement(page, requirement, index);
  const ids = new Set(requirement.evidence.flatMap(({ exchanges }) => exchanges));
  const exchanges = [...ids].flatMap((id) => index.exchanges.get(id) ?? []);
  if (exchanges.length > 0) page.line(`  evidence: ${formatCounted(exchanges.length, "exchange")}`);
  const broken = new Set(requirement.evidence.flatMap(({ finding }) => finding?.exchange ?? []));
  let leftOut = 0;
  for (const [place, { id, request, response }] of exchanges.entries()) {
    const isAtEnd = place < maxAtEachEnd || place >= exchanges.length - maxAtEachEnd;
    if (!isAtEnd && !broken.has(id)) {
      leftOut += 1;
      continue;
    }
    if (leftOut > 0) page.line({ text: `    ${formatCount(leftOut)} more`, tone: "faint" });
    leftOut = 0;
    const status = response === undefined ? "none" : String(response.status);
    const sign = broken.has(id) ? "  ! " : "    ";
    page.line(`${sign}${status.padEnd(4)} ${request.method} ${toPathBelow(index.baseUrl, request.url)}`);
  }
  return page.text();
}
