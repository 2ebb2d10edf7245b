/** A comment for a pull request on the text of a specification, in Markdown. */
import type { Report, RunVerdict } from "../schemas/report.ts";
import { createSubjects } from "./subjects.ts";
import { toMarkdown, toMarkdownBlock } from "./markdown-text.ts";
import { toMarkdownTable } from "./markdown-table.ts";
import { formatCounted } from "./measures.ts";

/** A changed, new or removed place of the text, with the requirements about it. */
export interface TextChange {
  readonly heading: string;
  readonly before?: string;
  readonly after?: string;
  readonly requirements: readonly ChangedRequirement[];
}

export interface ChangedRequirement {
  readonly id: string;
  readonly level: string;
  /** The ids that reports have: those of its cases. */
  readonly cases: readonly string[];
}

/** What changed, which requirements are about it, and whose verdict may change. */
export function renderTextDifference(changes: readonly TextChange[], reports: readonly Report[]): string {
  const requirements = new Map(
    changes.flatMap((change) => change.requirements.map((one) => [one.id, one] as const)),
  );
  if (changes.length === 0) return "### Conformance\n\nThe text states the same as before.\n";
  return [
    "### Conformance",
    `${formatCounted(changes.length, "place")} of the text ${changes.length === 1 ? "is" : "are"} different, and ${formatCounted(requirements.size, "requirement")} ${requirements.size === 1 ? "is" : "are"} about ${changes.length === 1 ? "it" : "them"}.`,
    ...renderVerdicts([...requirements.values()], reports),
    ...changes.map(renderChange),
    "",
  ].join("\n\n");
}

function renderChange({ heading, before, after, requirements }: TextChange): string {
  const kind = before === undefined ? "New" : after === undefined ? "Removed" : "Changed";
  return [
    `**${kind}: ${toMarkdown(heading)}**`,
    toMarkdownBlock("diff", [
      ...(before === undefined ? [] : [`- ${before}`]),
      ...(after === undefined ? [] : [`+ ${after}`]),
    ]),
    requirements.length === 0
      ? "No requirement is about it."
      : requirements.map(({ id, level }) => `- \`${id}\` (${level})`).join("\n"),
  ].join("\n\n");
}

function renderVerdicts(
  requirements: readonly ChangedRequirement[],
  reports: readonly Report[],
): readonly string[] {
  if (reports.length === 0 || requirements.length === 0) return [];
  const cases = new Set(requirements.flatMap((one) => one.cases));
  const subjectOf = createSubjects(reports);
  const rows = reports.map((report) => {
    const own = report.cases.filter(({ id }) => cases.has(id));
    const count = (verdict: string): number => own.filter((one) => one.verdict === verdict).length;
    return [
      subjectOf(report),
      report.verdict,
      `${count("passed")} passed, ${count("failed")} failed, ${count("warned")} warned`,
      describeChange(report, cases),
    ];
  });
  return [
    "The requirements were written for the text before. Each of them has to be read again; until then these are the results about the changed places:",
    toMarkdownTable(["Registry", "Verdict", "Cases about the changed places", "May become"], rows),
  ];
}

/** What a report's verdict may become if every requirement about the changed places is decided anew. */
function describeChange(report: Report, cases: ReadonlySet<string>): string {
  const failed = report.cases.filter(({ verdict }) => verdict === "failed");
  const isAllAbout = failed.length > 0 && failed.every(({ id }) => cases.has(id));
  const next: RunVerdict | undefined = isAllAbout
    ? report.cases.some(({ verdict }) => verdict === "blocked" || verdict === "skipped")
      ? "partial"
      : "conformant"
    : undefined;
  if (next !== undefined) return `${next}: all its failures are about the changed places`;
  if (failed.length > 0) return "non-conformant still: it also fails elsewhere";
  const passed = report.cases.some(({ id, verdict }) => cases.has(id) && verdict === "passed");
  return passed ? "non-conformant, if it does not do what the new text states" : "the same";
}
