import type { Cause, ObservationResult, Report, CaseResult, Verdict } from "../schemas/report.ts";
import {
  causeWords,
  explainedRequirements,
  orderCauses,
  renderGuess,
  renderReach,
  verdictOfCause,
} from "./cause-list.ts";
import { titleOfChapter } from "./chapter-words.ts";
import { toChapters } from "./chapters.ts";
import {
  explainExitCode,
  openCases,
  renderCaveats,
  renderConclusion,
  renderSpecification,
  verdictOrder,
  isNotOffered,
} from "./conclusion.ts";
import { renderSubject } from "./subjects.ts";
import {
  counterexampleOf,
  findingsAgainst,
  groupByReason,
  indexReport,
  replaysOf,
  type ReportIndex,
  storyOf,
} from "./evidence-list.ts";
import { summarizeExchange } from "./exchange-summary.ts";
import { renderJsonLine } from "./json-text.ts";
import { toHtmlCode, toMarkdown, toMarkdownBlock, toMarkdownCode, toMarkdownProse } from "./markdown-text.ts";
import { formatCounted, formatDuration } from "./measures.ts";
import { toShortText } from "./visible-text.ts";
import { describeRequest, requestWords } from "./request-lines.ts";

/** So much is read in a pull request; the rest of 12 KB is for the closing line. */
const maxBytes = 11_800;
const maxCauses = 10;
const maxSentenceCharacters = 360;
const maxValueCharacters = 600;
const maxFindings = 3;

function code(text: string): string {
  return toMarkdownCode(toShortText(text, maxValueCharacters));
}

function prose(text: string): string {
  return toMarkdownProse(toShortText(text, maxValueCharacters));
}

/** The columns before the numbers: name and verdict. */
const textColumns = 2;

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const ruler = head.map((_, column) => (column < textColumns ? "---" : "---:"));
  return [line(head), line(ruler), ...rows.map(line)].join("\n");
}

function renderHead(report: Report): string {
  const { suite, target, run } = report;
  const commit = target.implementation?.commit;
  const facts = [
    `**Registry** ${code(target.baseUrl)}${commit === undefined ? "" : `, commit ${code(commit)}`}`,
    `**Suite** ${prose(`${suite.name} ${suite.version}`)}, specification ${prose(renderSpecification(report))}`,
    `**Run** ${run.depth}, seed ${code(String(run.seed))}, ${formatCounted(run.requests, "request")} in ${formatDuration(run.durationMs)}`,
    `**Exit code** ${report.exitCode}: ${prose(explainExitCode(report))}`,
    ...renderCaveats(report).map(prose),
  ];
  return [
    `## ${prose(renderSubject(report))}: ${report.verdict}`,
    "",
    `**${prose(renderConclusion(report))}**`,
    "",
    ...facts.map((fact) => `- ${fact}`),
  ].join("\n");
}

function toCells(counts: Readonly<Record<Verdict, number>>): readonly string[] {
  return verdictOrder.map((verdict) => String(counts[verdict]));
}

function renderProfiles(report: Report): string {
  const rows = report.profiles.map((profile) =>
    [profile.name as string, isNotOffered(report, profile) ? "not offered" : profile.verdict].concat(
      toCells(profile),
    ),
  );
  return `### Profiles\n\n${renderTable(["profile", "verdict", ...verdictOrder], rows)}`;
}

function renderChapters(report: Report): string {
  const rows = toChapters(report).map(({ name, verdict, counts }) =>
    [toMarkdown(titleOfChapter(name)), verdict as string].concat(toCells(counts)),
  );
  return `### Chapters\n\n${renderTable(["chapter", "verdict", ...verdictOrder], rows)}`;
}

function renderRequirement(requirement: CaseResult, index: ReportIndex): string {
  const findings = findingsAgainst(requirement, index);
  const title = toMarkdown(toShortText(requirement.title, maxValueCharacters));
  const lines = [`<details><summary>${toHtmlCode(requirement.id)} ${title}</summary>`, ""];
  lines.push(`- **Level** ${requirement.level}, **section** ${prose(requirement.section)}`);
  if (requirement.accepted !== undefined) {
    const { expires, reason } = requirement.accepted;
    lines.push(`- **Accepted** by the baseline until ${prose(expires)}: ${prose(reason)}`);
  }
  for (const { finding, exchange, where } of findings.slice(0, maxFindings)) {
    lines.push(`- **Rule** ${prose(finding.rule)}${where === undefined ? "" : ` (${where})`}`);
    lines.push(`  - **Expected** ${code(finding.expected)}`, `  - **Got** ${code(finding.got)}`);
    if (exchange !== undefined)
      lines.push(`  - **Exchange** ${code(summarizeExchange(exchange, index.baseUrl))}`);
  }
  if (findings.length > maxFindings)
    lines.push(`- and ${formatCounted(findings.length - maxFindings, "other finding")}`);
  if (findings.length === 0) lines.push(`- **Reason** ${prose(requirement.reason ?? "not given")}`);
  const counterexample = counterexampleOf(requirement, index);
  const story = storyOf(counterexample);
  if (story !== undefined)
    lines.push("- **Smallest sequence that fails**", ...story.map((line) => `  - ${code(line)}`));
  else if (counterexample !== undefined)
    lines.push(`- **Smallest input that fails** ${code(renderJsonLine(counterexample))}`);
  const replays = replaysOf(requirement, index).slice(0, maxFindings);
  if (replays.length > 0) lines.push("", toMarkdownBlock("sh", replays));
  return [...lines, "", "</details>"].join("\n");
}

function renderCause(cause: Cause, index: ReportIndex): string {
  const word = causeWords[verdictOfCause(cause, index.cases)];
  const exchange = index.exchanges.get(cause.exchange ?? "");
  const reach = renderReach(cause);
  const about = cause.breaks === undefined ? [] : [`breaks ${code(cause.breaks)}`];
  const lines = [
    `**${word}: ${prose(toShortText(cause.sentence, maxSentenceCharacters))}**`,
    "",
    `- ${[...about, ...(reach === undefined ? [] : [reach]), `seen in ${formatCounted(cause.count, "exchange")}`].join("; ")}`,
  ];
  if (exchange !== undefined)
    lines.push(`- ${code(toShortText(summarizeExchange(exchange, index.baseUrl), maxSentenceCharacters))}`);
  for (const { label, text } of describeRequest(cause, index))
    lines.push(
      `- ${requestWords[label]}: ${label === "rule" || label === "token" ? prose(text) : code(text)}`,
    );
  for (const line of cause.when ?? []) lines.push(`- When: ${prose(line)}`);
  for (const line of cause.likewise ?? []) lines.push(`- Likewise: ${prose(line)}`);
  if (cause.before !== undefined)
    lines.push("- Sent before:", ...cause.before.map((step, place) => `  ${place + 1}. ${prose(step)}`));
  if (cause.hint !== "") lines.push(`- ${prose(cause.hint)}`);
  const guess = renderGuess(cause);
  if (guess !== undefined) lines.push(`- A guess: ${prose(guess)}`);
  return [...lines, "", toMarkdownBlock("sh", [cause.repeat])].join("\n");
}

/** The first ten causes, and before them who answered for the registry. */
function renderCauses(report: Report, index: ReportIndex): readonly string[] {
  const { foreignResponses } = report;
  const causes = orderCauses(report);
  const more = causes.length - maxCauses;
  return [
    ...(foreignResponses === undefined
      ? []
      : [`**${prose(foreignResponses.sentence)}.** ${prose(foreignResponses.hint)}`]),
    ...(causes.length === 0 ? [] : [`### Causes (${causes.length})`]),
    ...causes.slice(0, maxCauses).map((cause) => renderCause(cause, index)),
    ...(more > 0 ? [`*${formatCounted(more, "more cause")} in the full report.*`] : []),
  ];
}

function renderRequirementsWith(
  report: Report,
  verdict: "failed" | "errored" | "warned",
  index: ReportIndex,
): readonly string[] {
  const requirements = report.cases.filter((requirement) => requirement.verdict === verdict);
  if (requirements.length === 0) return [];
  const titles = { failed: "Failed", errored: "Errors in the suite", warned: "Warnings" };
  return [
    `### ${titles[verdict]} (${requirements.length})`,
    ...requirements.map((requirement) => renderRequirement(requirement, index)),
  ];
}

/** A run without a token skips hundreds for one reason; this many ids are listed. */
const maxIds = 10;

function renderGroup(count: string, reason: string, ids: readonly string[]): string {
  const more = ids.length - maxIds;
  const rest = more > 0 ? ` and ${more} more` : "";
  return `- ${count}: ${prose(reason)}<br>${ids.slice(0, maxIds).map(code).join(", ")}${rest}`;
}

function renderUndecided(report: Report): readonly string[] {
  const explained = explainedRequirements(report);
  const open = openCases(report);
  // a report with causes has said these already
  const rootCauses = report.causes === undefined ? report.rootCauses : [];
  const items = rootCauses.map(({ cause, requirements }) =>
    renderGroup(`${formatCounted(requirements.length, "case")} blocked by`, cause, requirements),
  );
  for (const verdict of ["blocked", "skipped"] as const) {
    const rest = open.filter(
      (requirement) => requirement.verdict === verdict && !explained.has(requirement.id),
    );
    for (const { reason, ids } of groupByReason(rest)) {
      items.push(renderGroup(`${formatCounted(ids.length, "case")} ${verdict}`, reason, ids));
    }
  }
  return items.length === 0 ? [] : [`### Not decided (${open.length})`, items.join("\n")];
}

function renderObservation({ question, answer, observed }: ObservationResult): string {
  return `- ${prose(question)} ${observed ? code(answer) : `not observed: ${prose(answer)}`}`;
}

function renderObservations(report: Report): readonly string[] {
  if (report.observations.length === 0) return [];
  const items = report.observations.map(renderObservation);
  const summary = `${formatCounted(items.length, "observation")} on questions that the specification leaves open`;
  return [`<details><summary>${summary}</summary>\n\n${items.join("\n")}\n\n</details>`];
}

function renderBaselineErrors(report: Report): readonly string[] {
  const errors = report.baseline?.errors ?? [];
  if (errors.length === 0) return [];
  return [`### Baseline errors (${errors.length})`, errors.map((error) => `- ${prose(error)}`).join("\n")];
}

/**
 * The blocks that fit, in their order; one that is too long leaves room for shorter ones after it.
 * @param reserved blocks that are always kept: the short ones that say the verdict
 */
function joinWithin(blocks: readonly string[], reserved: readonly string[], limit: number): string {
  const sizeOf = (block: string): number => Buffer.byteLength(block) + 2;
  let bytes = reserved.reduce((sum, block) => sum + sizeOf(block), 0);
  const kept = blocks.filter((block) => {
    if (reserved.includes(block)) return true;
    if (bytes + sizeOf(block) > limit) return false;
    bytes += sizeOf(block);
    return true;
  });
  const missing = blocks.length - kept.length;
  if (missing > 0) kept.push(`*Shortened: ${formatCounted(missing, "more section")} in the full report.*`);
  return `${kept.join("\n\n")}\n`;
}

/**
 * The report for a pull request or a job summary on GitHub: verdict, causes, undecided
 * requirements with their causes, tables of profiles and chapters, observations. It has at most 12 KB and counts
 * the sections that do not fit. Text of the registry cannot become markup, a link, a mention or a table cell.
 */
export function renderMarkdown(report: Report): string {
  const index = indexReport(report);
  const [head, profiles, chapters] = [renderHead(report), renderProfiles(report), renderChapters(report)];
  return joinWithin(
    [
      head,
      ...renderBaselineErrors(report),
      ...renderCauses(report, index),
      profiles,
      ...(report.causes === undefined ? renderRequirementsWith(report, "failed", index) : []),
      ...renderRequirementsWith(report, "errored", index),
      ...renderUndecided(report),
      ...(report.causes === undefined ? renderRequirementsWith(report, "warned", index) : []),
      chapters,
      ...renderObservations(report),
    ],
    [head, profiles, chapters],
    maxBytes,
  );
}
