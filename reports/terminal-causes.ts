import { collapseRuns } from "../schemas/short-text.ts";
import type { CaseResult, Cause, Exchange, Report, RequestLine } from "../schemas/report.ts";
import { orderCauses, renderGuess, verdictOfCause } from "./cause-list.ts";
import { indexReport, type ReportIndex } from "./evidence-list.ts";
import {
  isSuccess,
  lacksMember,
  summarizeBody,
  summarizeBodyAt,
  summarizeResponse,
  toPathBelow,
} from "./exchange-summary.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { printIds, toChapter } from "./terminal-case-list.ts";
import { printCounterexample } from "./terminal-finding.ts";
import { parseBody } from "./positive-twin.ts";
import { describeRequest } from "./request-lines.ts";
import { createTerminalPage, type TerminalPage } from "./terminal-page.ts";
import { cutMiddle, cutToWidth, toShortText } from "./visible-text.ts";

const maxCauses = 10;
/** Maximum lines of one cause, with its command and the blank line after it: among many, among few, and alone. */
const maxLines = 18;
const maxLinesAmongFew = 28;
const maxLinesAlone = 36;
const maxSentenceCharacters = 440;
const maxStoryLines = 3;
const maxBodyCharacters = 120;
const maxBodyCharactersAlone = 240;
/** So many causes are few: bodies are shown on more than one line. */
const few = 4;
const maxVersion = 48;
const hintLabel = "  hint      ";
const noLabel = " ".repeat(12);

interface CauseContext {
  readonly index: ReportIndex;
  readonly requirements: ReadonlyMap<string, CaseResult>;
  /** True among many causes: a body is shown on one line then. */
  readonly isBrief: boolean;
  readonly isAlone: boolean;
}

/** `FAILED`, `WARNING` or `BLOCKED`, by the worst that the cause does. */
function markOf(cause: Cause, { requirements }: CauseContext): "failed" | "warned" | "blocked" {
  return verdictOfCause(cause, requirements);
}

const marks = { failed: "FAILED ", warned: "WARNING ", blocked: "BLOCKED " } as const;

/** The end of an address says what it is about, and its middle which volume. */
const maxLinesOfAddress = 2;

function printExchange(page: TerminalPage, cause: Cause, context: CauseContext): void {
  const { index, isBrief } = context;
  const exchange = index.exchanges.get(cause.exchange ?? "");
  if (exchange === undefined) return;
  const { method, url } = exchange.request;
  const request = `${method} ${toPathBelow(index.baseUrl, url)}`;
  page.paragraph(
    "  exchange  ",
    cutMiddle(collapseRuns(request), maxLinesOfAddress * (page.width - noLabel.length)),
  );
  const { version } = parseBody(exchange);
  // the address of a create does not say of which version it is
  if (exchange.operation === "createReleaseUpload" && typeof version === "string")
    page.paragraph(noLabel, `for version ${JSON.stringify(cutMiddle(version, maxVersion))}`);
  const lines = describeRequest(cause, index, isBrief ? page.width - noLabel.length : maxBodyCharacters);
  const accepted = lines.filter(({ label }) => !belongsToAddress.has(label));
  for (const { label, text } of lines)
    if (belongsToAddress.has(label) && !cause.sentence.includes(text))
      page.paragraph(noLabel, label === "token" ? `with a token that ${text}` : text);
  const times = cause.count > 1 ? ` (one of ${formatCount(cause.count)} exchanges that show it)` : "";
  page.paragraph(noLabel, `-> ${summarizeResponse(exchange)}${times}`);
  // where the request is wrong, a success says nothing
  if (accepted.length === 0 || !isSuccess(exchange) || exchange.request.method === "GET")
    printAnswered(page, cause, { exchange, ...context });
  printAcceptedRequest(page, accepted, isBrief);
}

/** Shows what the response has, where its sentence does not say it. */
function printAnswered(
  page: TerminalPage,
  cause: Cause,
  { exchange, isBrief, isAlone, ...context }: CauseContext & { readonly exchange: Exchange },
): void {
  const maxCharacters = isAlone ? maxBodyCharactersAlone : maxBodyCharacters;
  const broken = context.requirements.get(cause.breaks ?? "");
  const { finding } = broken?.evidence.find((one) => one.finding?.exchange === exchange.id) ?? {};
  const member = finding?.member ?? finding?.wanted?.value?.at;
  const answered = exchange.response?.body;
  // no part of it shows what it lacks
  const isLacking = member !== undefined && lacksMember(answered, member);
  const isWhole = (answered?.size ?? 0) <= maxCharacters;
  if (finding?.wanted?.item !== undefined || (isLacking && !isWhole)) return;
  const body =
    (member === undefined ? undefined : summarizeBodyAt(answered, member, maxCharacters)) ??
    summarizeBody(answered, maxCharacters);
  if (body !== undefined && !cause.sentence.includes(body.slice(0, 24)))
    page.paragraph(noLabel, isBrief ? cutToWidth(body, page.width - noLabel.length) : body, "faint");
}

/** These stand below the method and the address, because they are part of what was sent. */
const belongsToAddress: ReadonlySet<RequestLine["label"]> = new Set(["token", "header"]);

/** Shows the request that should have been refused: how it differs from a right one, or else its body. */
function printAcceptedRequest(page: TerminalPage, lines: readonly RequestLine[], isBrief: boolean): void {
  let label = "";
  for (const line of lines) {
    // the input stands above
    if (line.label === "input") continue;
    const isSent = line.label === "sent";
    page.paragraph(
      line.label === label ? noLabel : `  ${line.label.padEnd(10)}`,
      isBrief && isSent ? cutMiddle(line.text, page.width - noLabel.length) : line.text,
      isSent ? "faint" : undefined,
    );
    ({ label } = line);
  }
}

function printBroken(page: TerminalPage, cause: Cause, { requirements, index }: CauseContext): void {
  const requirement = requirements.get(cause.breaks ?? "");
  if (requirement === undefined) return;
  const { id, level, section, accepted } = requirement;
  const counted = toChapter(requirement.requirement);
  const elsewhere = counted === toChapter(id) ? "" : `; counted in ${counted}`;
  page.paragraph("  breaks    ", `${id} (${level}, ${section}${elsewhere})`);
  if (accepted !== undefined)
    page.paragraph("  accepted  ", `by the baseline until ${accepted.expires}: ${accepted.reason}`);
  printCounterexample(page, requirement, { index, most: maxStoryLines });
}

function printCause(page: TerminalPage, cause: Cause, context: CauseContext, maxSteps: number): void {
  const mark = markOf(cause, context);
  page.paragraph(marks[mark], toShortText(cause.sentence, maxSentenceCharacters), mark);
  printBroken(page, cause, context);
  const about = { ...context, breaks: cause.breaks };
  printIds(page, "  also      ", cause.explains, about);
  printIds(page, "  blocks    ", cause.blocks, about);
  for (const line of cause.when ?? []) page.paragraph("  when      ", line);
  if (cause.likewise !== undefined) page.paragraph("  likewise  ", cause.likewise.join("; "));
  printSteps(page, cause, maxSteps);
  printExchange(page, cause, context);
  if (cause.hint !== "") page.paragraph(hintLabel, cause.hint);
  printGuess(page, cause);
}

/** What was sent before the exchange, step by step: all of it, or the last steps. */
export function printSteps(page: TerminalPage, { before = [] }: Cause, max: number = Infinity): void {
  const first = Math.max(0, before.length - max);
  before.slice(first).forEach((step, place) => {
    const left = place === 0 && first > 0 ? "… " : "";
    page.paragraph(place === 0 ? "  before    " : noLabel, `${left}${first + place + 1}. ${step}`);
  });
}

/** What the cause looks most like, among the faults of the reference server. One failed case looks like too many of them. */
export function printGuess(page: TerminalPage, cause: Cause): void {
  if ((cause.looksLike?.[0]?.of ?? 0) < 2) return;
  const guess = renderGuess(cause);
  if (guess !== undefined) page.paragraph("  guess     ", guess, "faint");
}

/** Where the steps before an exchange are too much, so many of them: the report has all. */
const stepsOfLong = 2;

/**
 * The lines of one cause but the command that repeats it. Where it is too much, bodies are on one line, then the first steps are left out,
 * then lines above the hint.
 */
function renderCause(cause: Cause, context: CauseContext, width: number): readonly string[] {
  const render = (isBrief: boolean, maxSteps = Infinity): readonly string[] => {
    const page = createTerminalPage({ color: false, width });
    printCause(page, cause, { ...context, isBrief }, maxSteps);
    return page.text().trimEnd().split("\n");
  };
  const most = (context.isBrief ? maxLines : context.isAlone ? maxLinesAlone : maxLinesAmongFew) - 2;
  let lines = render(context.isBrief);
  if (lines.length > most) lines = render(true);
  if (lines.length > most) lines = render(true, stepsOfLong);
  if (lines.length <= most) return lines;
  const hint = lines.findIndex((line) => line.startsWith(hintLabel));
  const last = hint === -1 ? [] : lines.slice(hint);
  const shown = Math.max(1, most - last.length - 1);
  const left = lines.length - last.length - shown;
  return [
    ...lines.slice(0, shown),
    `${noLabel}… ${formatCounted(left, "more line")} in the full report`,
    ...last,
  ];
}

/** Prints the first ten causes, each on a dozen lines or little more unless they are few, and how many more there are. */
export function printCauses(page: TerminalPage, report: Report): void {
  const context: CauseContext = {
    index: indexReport(report),
    requirements: new Map(report.cases.map((requirement) => [requirement.id, requirement])),
    isBrief: (report.causes ?? []).length > few,
    isAlone: report.causes?.length === 1,
  };
  const causes = orderCauses(report);
  if (causes.length === 0) return;
  page.paragraph("", titleOf(causes, context), "strong");
  page.blank();
  for (const cause of causes.slice(0, maxCauses)) {
    const lines = renderCause(cause, context, page.width);
    const tone = markOf(cause, context);
    lines.forEach((line, place) => page.line(place === 0 ? { text: line, tone } : line));
    page.line("  repeat    ", { text: cause.repeat, tone: "command" });
    page.blank();
  }
  const more = causes.slice(maxCauses);
  if (more.length > 0) {
    page.paragraph(
      "",
      `${formatCounted(more.length, "more cause")}, in the full report (report.html or report.json)`,
    );
    page.blank();
  }
}

function titleOf(causes: readonly Cause[], context: CauseContext): string {
  const counts = (["failed", "warned", "blocked"] as const).map(
    (mark) => [mark, causes.filter((cause) => markOf(cause, context) === mark).length] as const,
  );
  const words = { failed: "failures", warned: "warnings", blocked: "blocked requirements" } as const;
  const parts = counts.flatMap(([mark, count]) =>
    count === 0 ? [] : [`${formatCount(count)} of ${words[mark]}`],
  );
  return `${formatCounted(causes.length, "cause")}${parts.length > 1 ? ` (${parts.join(", ")})` : ""}`;
}
