/** Documents for the authors of a specification, in Markdown: an implementation report, and its holes and contradictions. */
import type { Report, Verdict } from "../schemas/report.ts";
import { type Answered, type Hole, renderOverview, sortByDifference } from "./ballot.ts";
import { createSubjects } from "./subjects.ts";
import { toMarkdown } from "./markdown-text.ts";
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

/** How many independent implementations a case needs, in most standards bodies. */
const enough = 2;

/**
 * For each case of a requirement, how many independent implementations pass it. What fewer than two pass is counted: standards bodies
 * ask for two.
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
    `Specification ${first?.suite.specification ?? ""}, ${formatCounted(implementations.length, "independent implementation")}, ${formatCounted(rows.length, "case")} of their requirements. ${formatCounted(few, "case")} passed in fewer than ${enough} of them.`,
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
    toMarkdownTable(["Case", "Level", "Place", "Passed in", "Other results"], rows),
    "",
  ].join("\n\n");
}

/** Every gap and every reading, with what each implementation does there; those in which most differ come first. */
export function renderHoles(
  holes: { readonly gaps: readonly Hole[]; readonly readings: readonly Hole[] },
  reports: readonly Report[],
): string {
  const sorted = sortByDifference(holes.gaps, reports);
  const gaps = sorted.map(renderGap);
  const readings = holes.readings
    .map((reading) => ({ reading, others: listOthers(reading, reports) }))
    .toSorted((a, b) => b.others.length - a.others.length)
    .map(renderReading);
  return [
    "# Holes and contradictions",
    `${formatCounted(holes.gaps.length, "question")} that the specification leaves open, and ${formatCounted(holes.readings.length, "place")} that can be read in more than one way. ${formatCounted(reports.length, "report")}.`,
    "## Where registries differ",
    renderOverview(sorted),
    "## Open questions",
    ...gaps,
    "## Readings",
    ...readings,
    "",
  ].join("\n\n");
}

function renderGap({ hole: { id, question, section }, answers }: Answered): string {
  const lines = answers.map(
    ({ answer, subjects }) => `- ${toMarkdown(subjects.join(", "))}: ${toMarkdown(answer)}`,
  );
  return [
    `### ${question}`,
    `\`${id}\`, ${section}${answers.length > 1 ? `. ${answers.length} different answers` : ""}`,
    lines.length === 0 ? "Not observed in these reports." : lines.join("\n"),
  ].join("\n\n");
}

/** The registries that do not do what the suite reads, with their verdicts. */
function listOthers({ id }: Hole, reports: readonly Report[]): readonly string[] {
  const subjectOf = createSubjects(reports);
  return reports.flatMap((report) => {
    const verdict = report.cases.find((one) => one.id === id)?.verdict;
    return verdict === "failed" || verdict === "warned" ? [`${subjectOf(report)} (${verdict})`] : [];
  });
}

function renderReading({
  reading: { id, question, section, reading = "" },
  others,
}: {
  readonly reading: Hole;
  readonly others: readonly string[];
}): string {
  return [
    `### ${question}`,
    `\`${id}\`, ${section}`,
    `Our reading: ${reading}`,
    ...(others.length === 0 ? [] : [`Different from our reading: ${others.join(", ")}.`]),
  ].join("\n\n");
}
