import type { Report, RequirementResult } from "../schemas/report.ts";
import { renderConclusion } from "./conclusion.ts";
import { findingsAgainst, indexReport, type ReportIndex } from "./evidence-list.ts";
import { toShortText, toVisibleText } from "./visible-text.ts";
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

function explain(requirement: RequirementResult, index: ReportIndex): string {
  const first = findingsAgainst(requirement, index)[0]?.finding;
  if (first === undefined) return toShortText(requirement.reason ?? requirement.title, maxValueCharacters);
  const [expected, got] = [
    toShortText(first.expected, maxValueCharacters),
    toShortText(first.got, maxValueCharacters),
  ];
  const rule = first.rule.replace(/\.$/u, "");
  return `${rule}: got ${got}, expected ${expected} (${requirement.section})`;
}

function severityOf({ verdict, accepted }: RequirementResult): Severity | undefined {
  if (verdict === "warned") return "warning";
  if (verdict !== "failed" && verdict !== "errored") return undefined;
  return accepted === undefined ? "error" : "notice";
}

/**
 * The report as workflow commands of GitHub Actions, one per line. The verdict is first, since a step shows only ten commands
 * of each kind. Then come failures and warnings, baseline errors, and each root cause once. Text of a registry cannot start a
 * command: line breaks and other control characters are shown as escapes.
 */
export function renderAnnotations(report: Report): string {
  const index = indexReport(report);
  const lines = [
    toCommand(report.exitCode === 0 ? "notice" : "error", report.verdict, renderConclusion(report)),
  ];
  for (const requirement of report.requirements) {
    const severity = severityOf(requirement);
    if (severity !== undefined) lines.push(toCommand(severity, requirement.id, explain(requirement, index)));
  }
  for (const error of report.baseline?.errors ?? []) lines.push(toCommand("error", "baseline", error));
  for (const { cause, requirements } of report.rootCauses) {
    const title = `${requirements.length} blocked`;
    lines.push(toCommand("warning", title, toShortText(cause, maxValueCharacters)));
  }
  return `${lines.join("\n")}\n`;
}
