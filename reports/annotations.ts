import type { Cause, Report, CaseResult } from "../schemas/report.ts";
import { renderReach } from "./cause-list.ts";
import { renderConclusion } from "./conclusion.ts";
import { findingsAgainst, indexReport, type ReportIndex } from "./evidence-list.ts";
import { toShortText, toVisibleText } from "./visible-text.ts";
import { describeRequest } from "./request-lines.ts";
import { withoutCommands } from "./workflow-commands.ts";

type Severity = "error" | "warning" | "notice";

const maxValueCharacters = 500;

function escapeMessage(text: string): string {
  return withoutCommands(toVisibleText(text)).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function toCommand(severity: Severity, title: string, message: string): string {
  return `::${severity} title=${escapeProperty(title)}::${escapeMessage(message)}`;
}

function explain(requirement: CaseResult, index: ReportIndex): string {
  const first = findingsAgainst(requirement, index)[0]?.finding;
  if (first === undefined) return toShortText(requirement.reason ?? requirement.title, maxValueCharacters);
  const [expected, got] = [
    toShortText(first.expected, maxValueCharacters),
    toShortText(first.got, maxValueCharacters),
  ];
  const rule = first.rule.replace(/\.$/u, "");
  return `${rule}: got ${got}, expected ${expected} (${requirement.section})`;
}

function severityOf({ verdict, accepted }: CaseResult): Severity | undefined {
  if (verdict === "warned") return "warning";
  if (verdict !== "failed" && verdict !== "errored") return undefined;
  return accepted === undefined ? "error" : "notice";
}

/** The lines about the request that one line of an annotation has. */
const told: ReadonlySet<string> = new Set(["wrong", "token", "header"]);

/** One command for a cause, as severe as the requirement that it breaks. */
function toCauseCommand(cause: Cause, index: ReportIndex): string {
  const broken = index.cases.get(cause.breaks ?? "");
  const severity = (broken === undefined ? undefined : severityOf(broken)) ?? "warning";
  const reach = renderReach(cause);
  const message = [
    toShortText(cause.sentence, maxValueCharacters),
    ...describeRequest(cause, index).flatMap(({ label, text }) =>
      told.has(label) ? [label === "wrong" ? text : `${label} ${text}`] : [],
    ),
    ...(cause.when ?? []),
    ...(reach === undefined ? [] : [reach]),
  ].join("; ");
  return toCommand(severity, cause.breaks ?? `${cause.blocks.length} blocked`, message);
}

/** Commands for what has no cause in the report: errors of the suite, or all requirements of a report without causes. */
function toRequirementCommands(report: Report, index: ReportIndex): readonly string[] {
  return report.cases.flatMap((requirement) => {
    const severity = severityOf(requirement);
    if (severity === undefined || (report.causes !== undefined && requirement.verdict !== "errored"))
      return [];
    return [toCommand(severity, requirement.id, explain(requirement, index))];
  });
}

/**
 * The report as workflow commands of GitHub Actions, one per line. The verdict is first, since a step shows only ten commands
 * of each kind. Then come who else answered, each cause once, and baseline errors. Text of a registry cannot start a
 * command: line breaks and other control characters are shown as escapes.
 */
export function renderAnnotations(report: Report): string {
  const { causes, foreignResponses } = report;
  const index = indexReport(report);
  const lines = [
    toCommand(report.exitCode === 0 ? "notice" : "error", report.verdict, renderConclusion(report)),
  ];
  if (foreignResponses !== undefined)
    lines.push(
      toCommand("warning", "not the registry", `${foreignResponses.sentence}. ${foreignResponses.hint}`),
    );
  lines.push(...(causes ?? []).map((cause) => toCauseCommand(cause, index)));
  lines.push(...toRequirementCommands(report, index));
  for (const error of report.baseline?.errors ?? []) lines.push(toCommand("error", "baseline", error));
  for (const { cause, requirements: blocked } of causes === undefined ? report.rootCauses : []) {
    const title = `${blocked.length} blocked`;
    lines.push(toCommand("warning", title, toShortText(cause, maxValueCharacters)));
  }
  return `${lines.join("\n")}\n`;
}
