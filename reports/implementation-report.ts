/** Documents for the authors of a specification, in Markdown: an implementation report, and its holes and contradictions. */
import type { Report, Verdict } from "../schemas/report.ts";
import { renderSubject } from "./conclusion.ts";
import { toMarkdownTable } from "./markdown-table.ts";
import { formatCounted } from "./measures.ts";

/** The reports of one implementation under different versions are one implementation. */
function toImplementation(report: Report): string {
  return report.target.implementation?.name ?? report.target.baseUrl;
}

/** For each verdict, the implementations that have it. */
function groupByVerdict(reports: readonly Report[], id: string): ReadonlyMap<Verdict, ReadonlySet<string>> {
  const groups = new Map<Verdict, Set<string>>();
  for (const report of reports) {
    const verdict = report.cases.find((one) => one.id === id)?.verdict;
    if (verdict === undefined) continue;
    groups.set(verdict, (groups.get(verdict) ?? new Set()).add(toImplementation(report)));
  }
  return groups;
}

/** How many independent implementations a requirement needs, in most standards bodies. */
const enough = 2;

/**
 * For each requirement, how many independent implementations pass it. A requirement that fewer than two pass is marked: standards
 * bodies ask for two.
 */
export function renderImplementationReport(reports: readonly Report[]): string {
  const implementations = [...new Set(reports.map(toImplementation))];
  const first = reports[0];
  const rows = (first?.cases ?? []).map(({ id, level, section }) => {
    const groups = groupByVerdict(reports, id);
    const passed = groups.get("passed")?.size ?? 0;
    const others = [...groups]
      .filter(([verdict]) => verdict !== "passed")
      .map(([verdict, names]) => `${verdict}: ${[...names].join(", ")}`);
    return [`\`${id}\``, level, section, `${passed} of ${implementations.length}`, others.join("; ")];
  });
  const few = rows.filter(([, , , passed = ""]) => Number(passed.split(" ")[0]) < enough).length;
  return [
    "# Implementation report",
    `Specification ${first?.suite.specification ?? ""}, ${formatCounted(implementations.length, "independent implementation")}, ${formatCounted(rows.length, "requirement")}. ${formatCounted(few, "requirement")} passed in fewer than ${enough} of them.`,
    "Reports with the same implementation name count as one implementation.",
    toMarkdownTable(
      ["Implementation", "Version", "Verdict", "Depth", "Suite"],
      reports.map((report) => [
        toImplementation(report),
        report.target.implementation?.version ?? "",
        report.verdict,
        report.run.depth,
        report.suite.version,
      ]),
    ),
    toMarkdownTable(["Requirement", "Level", "Place", "Passed in", "Other results"], rows),
    "",
  ].join("\n\n");
}

/** A place that the specification leaves open or where it can be read in more than one way. */
export interface Hole {
  readonly id: string;
  /** Of a gap: the question. Of a reading: the rule. */
  readonly question: string;
  readonly section: string;
  /** How the suite reads an ambiguous place. */
  readonly reading?: string;
}

/** Every gap and every reading, with what each implementation does there. */
export function renderHoles(
  holes: { readonly gaps: readonly Hole[]; readonly readings: readonly Hole[] },
  reports: readonly Report[],
): string {
  const gaps = holes.gaps.map((gap) => renderGap(gap, reports));
  const readings = holes.readings.map((reading) => renderReading(reading, reports));
  return [
    "# Holes and contradictions",
    `${formatCounted(holes.gaps.length, "question")} that the specification leaves open, and ${formatCounted(holes.readings.length, "place")} that can be read in more than one way. ${formatCounted(reports.length, "report")}.`,
    "## Open questions",
    ...gaps,
    "## Readings",
    ...readings,
    "",
  ].join("\n\n");
}

function renderGap({ id, question, section }: Hole, reports: readonly Report[]): string {
  const answers = reports.flatMap((report) => {
    const found = report.observations.find((one) => one.id === id);
    return found?.observed === true ? [{ subject: renderSubject(report), answer: found.answer }] : [];
  });
  const different = new Set(answers.map(({ answer }) => answer)).size;
  const lines = answers.map(({ subject, answer }) => `- ${subject}: ${answer.replaceAll(/\s+/gu, " ")}`);
  return [
    `### ${question}`,
    `\`${id}\`, ${section}${different > 1 ? `. ${different} different answers` : ""}`,
    lines.length === 0 ? "Not observed in these reports." : lines.join("\n"),
  ].join("\n\n");
}

function renderReading({ id, question, section, reading = "" }: Hole, reports: readonly Report[]): string {
  const failed = reports.flatMap((report) => {
    const verdict = report.cases.find((one) => one.id === id)?.verdict;
    return verdict === "failed" || verdict === "warned" ? [`${renderSubject(report)} (${verdict})`] : [];
  });
  return [
    `### ${question}`,
    `\`${id}\`, ${section}`,
    `Our reading: ${reading}`,
    ...(failed.length === 0 ? [] : [`Different from our reading: ${failed.join(", ")}.`]),
  ].join("\n\n");
}
