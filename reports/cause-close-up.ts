import type { CaseResult, Cause, Exchange, RecordedBody, Report } from "../schemas/report.ts";
import {
  exchangesOfCheck,
  findingsAgainst,
  indexReport,
  type LocatedFinding,
  type ReportIndex,
} from "./evidence-list.ts";
import { summarizeBody, summarizeExchange, summarizeResponse, toPathBelow } from "./exchange-summary.ts";
import { findPositiveTwin } from "./positive-twin.ts";
import { renderJsonValue } from "./json-text.ts";
import { compareRequests, type RequestDifference } from "./request-difference.ts";
import { printGuess, printSteps } from "./terminal-causes.ts";
import { printCounterexample } from "./terminal-finding.ts";
import { compareUploads } from "./upload-difference.ts";
import { createTerminalPage, type TerminalOptions, type TerminalPage } from "./terminal-page.ts";
import { toShortText } from "./visible-text.ts";

/** How one cause is shown alone. */
export interface CloseUpOptions extends TerminalOptions {
  /** What is written above the cause, such as `Cause 1 of 3`. */
  readonly title: string;
  /** A right answer of the reference server, line by line, for a cause without an accepted request to compare with. */
  readonly example?: readonly string[];
}

const maxBodyLines = 20;
const maxExampleLines = 24;
const maxTextCharacters = 600;
const maxValueCharacters = 100;
const maxDifferences = 12;
const maxStoryLines = 8;

/** Every HTTP client sends them, so that they explain nothing. */
const plainHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "date",
  "host",
  "keep-alive",
  "transfer-encoding",
  "user-agent",
]);

/**
 * One cause on a screen of its own: its sentence, what was expected, the request with its response, the most similar request
 * that the registry accepted, and the difference between the two.
 */
export function renderCloseUp(report: Report, cause: Cause, options: CloseUpOptions): string {
  const page = createTerminalPage(options);
  const index = indexReport(report);
  page.paragraph("", options.title, "strong");
  page.paragraph("", toShortText(cause.sentence, maxTextCharacters), "failed");
  page.blank();
  const broken = report.cases.find(({ id }) => id === cause.breaks);
  const located = broken === undefined ? undefined : findLocated(cause, broken, index);
  if (broken !== undefined) printRule(page, broken, located, index);
  if (cause.explains.length > 0) page.paragraph("  also      ", cause.explains.join(", "));
  for (const line of cause.when ?? []) page.paragraph("  when      ", line);
  for (const line of cause.likewise ?? []) page.paragraph("  likewise  ", line);
  printSteps(page, cause);
  if (cause.hint !== "") page.paragraph("  hint      ", cause.hint);
  printGuess(page, cause);
  const exchange = index.exchanges.get(cause.exchange ?? "") ?? located?.exchange;
  if (exchange === undefined) return page.text();
  page.blank();
  printExchange(page, exchange, index.baseUrl);
  page.blank();
  const twin = located === undefined ? undefined : findTwin(located, exchange, index);
  if (twin === undefined) printExample(page, options.example);
  else printTwin(page, { exchange, twin, index });
  return `${page.text().trimEnd()}\n`;
}

/** The finding of the broken case that the cause's exchange shows; otherwise its first finding. */
function findLocated(cause: Cause, broken: CaseResult, index: ReportIndex): LocatedFinding | undefined {
  const findings = findingsAgainst(broken, index);
  return findings.find(({ exchange }) => exchange?.id === cause.exchange) ?? findings[0];
}

function findTwin(located: LocatedFinding, exchange: Exchange, index: ReportIndex): Exchange | undefined {
  return findPositiveTwin(located.finding, exchange, exchangesOfCheck(index, located.check));
}

function printRule(
  page: TerminalPage,
  broken: CaseResult,
  located: LocatedFinding | undefined,
  index: ReportIndex,
): void {
  page.paragraph("  breaks    ", `${broken.id} (${broken.level}, ${broken.section})`);
  const { rule, expected, got } = located?.finding ?? { rule: broken.title };
  page.paragraph("  rule      ", rule);
  if (expected !== undefined && expected !== rule)
    page.paragraph("  expected  ", toShortText(expected, maxTextCharacters));
  if (got !== undefined) page.paragraph("  got       ", toShortText(got, maxTextCharacters), "failed");
  printCounterexample(page, broken, { index, most: maxStoryLines });
}

function printExchange(page: TerminalPage, exchange: Exchange, baseUrl: string): void {
  const { request, response } = exchange;
  page.line({ text: "Request", tone: "strong" });
  page.line(`  ${request.method} ${toPathBelow(baseUrl, request.url)}`);
  printMessage(page, request);
  page.line({ text: "Response", tone: "strong" });
  page.line(`  ${summarizeResponse(exchange)}`);
  if (response !== undefined) printMessage(page, { headers: [], body: response.body });
}

interface Message {
  readonly headers: Exchange["request"]["headers"];
  readonly body?: RecordedBody | undefined;
}

function printMessage(page: TerminalPage, { headers, body }: Message): void {
  for (const [name, value] of headers)
    if (!plainHeaders.has(name.toLowerCase())) page.line(`  ${name}: ${value}`);
  const lines = toBodyLines(body);
  for (const line of lines.slice(0, maxBodyLines)) page.line(`  ${toShortText(line, maxTextCharacters)}`);
  if (lines.length > maxBodyLines)
    page.line({ text: `  and ${lines.length - maxBodyLines} more lines`, tone: "faint" });
}

/** JSON indented; any other body on one line. */
function toBodyLines(body: RecordedBody | undefined): readonly string[] {
  const text = body?.cutAt === undefined ? body?.text : undefined;
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (value !== null && typeof value === "object") return renderJsonValue(value).trimEnd().split("\n");
  } catch {
    // shown as it is
  }
  return [summarizeBody(body, maxTextCharacters)].filter((line) => line !== undefined);
}

interface Pair {
  readonly exchange: Exchange;
  readonly twin: Exchange;
  readonly index: ReportIndex;
}

function printTwin(page: TerminalPage, { exchange, twin, index }: Pair): void {
  page.line({ text: "A similar request that the registry accepted", tone: "strong" });
  page.line(`  ${summarizeExchange(twin, index.baseUrl)}`);
  const ofUploads = compareUploads(exchange, twin, index);
  const ofRequests = compareRequests(exchange, twin, index.baseUrl);
  const differences = ofUploads.length > 0 ? ofUploads : ofRequests;
  page.line({ text: "The difference", tone: "strong" });
  if (differences.length === 0) page.line("  None in the request: look at what was sent before");
  for (const difference of differences.slice(0, maxDifferences)) printDifference(page, difference);
  if (differences.length > maxDifferences)
    page.line({ text: `  and ${differences.length - maxDifferences} more`, tone: "faint" });
}

function printDifference(page: TerminalPage, { place, own, twin }: RequestDifference): void {
  page.line(`  ${place}`);
  page.line("    this      ", { text: toValue(own), tone: "failed" });
  page.line("    accepted  ", { text: toValue(twin), tone: "passed" });
}

function toValue(value: string | undefined): string {
  return value === undefined ? "absent" : toShortText(value, maxValueCharacters);
}

function printExample(page: TerminalPage, example: readonly string[] | undefined): void {
  if (example === undefined) return;
  page.line({ text: "A right answer, of the reference server", tone: "strong" });
  for (const line of example.slice(0, maxExampleLines)) page.line(`  ${line}`);
  if (example.length > maxExampleLines)
    page.line({ text: `  and ${example.length - maxExampleLines} more lines`, tone: "faint" });
}
