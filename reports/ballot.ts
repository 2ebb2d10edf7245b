/** The open questions of a specification for its authors: sorted by how registries differ, and as a ballot with an issue for each. */
import type { Report } from "../schemas/report.ts";
import { countKinds, tellApart, toComparable } from "./answer-difference.ts";
import { createSubjects } from "./subjects.ts";
import { toMarkdown, toMarkdownBlock } from "./markdown-text.ts";
import { toMarkdownTable } from "./markdown-table.ts";
import { formatCounted } from "./measures.ts";

/** A place that the specification leaves open or where it can be read in more than one way. */
export interface Hole {
  readonly id: string;
  /** Of a gap: the question. Of a reading: the rule. */
  readonly question: string;
  readonly section: string;
  /** How the suite reads an ambiguous place. */
  readonly reading?: string;
}

/** What the registries do where the text leaves a question open. */
export interface Answered {
  readonly hole: Hole;
  /** Each different answer with the registries that give it, the most frequent first. */
  readonly answers: readonly { readonly answer: string; readonly subjects: readonly string[] }[];
}

/**
 * The questions, those whose answers are most different in kind first, then those with the most answers; within them in the order of
 * the suite.
 */
export function sortByDifference(holes: readonly Hole[], reports: readonly Report[]): readonly Answered[] {
  const subjectOf = createSubjects(reports);
  return holes
    .map((hole): Answered => {
      const groups = new Map<string, string[]>();
      for (const report of reports) {
        const found = report.observations.find(({ id }) => id === hole.id);
        if (found?.observed !== true) continue;
        const answer = toComparable(found.answer, report);
        groups.set(answer, [...(groups.get(answer) ?? []), subjectOf(report)]);
      }
      const answers = [...groups].map(([answer, subjects]) => ({ answer, subjects }));
      return { hole, answers: answers.toSorted((a, b) => b.subjects.length - a.subjects.length) };
    })
    .toSorted((a, b) => kindsOf(b) - kindsOf(a) || b.answers.length - a.answers.length);
}

function kindsOf({ answers }: Answered): number {
  return countKinds(answers.map(({ answer }) => answer));
}

/** The number of questions that fit on one screen. */
const maxOverview = 20;

/** The first questions in which registries differ, one line each; empty if none differs. */
export function renderOverview(sorted: readonly Answered[]): string {
  const different = sorted.filter(({ answers }) => answers.length > 1);
  if (different.length === 0) return "No question has two different answers in these reports.";
  const rows = different
    .slice(0, maxOverview)
    .map(({ hole, answers }) => [String(answers.length), hole.question, `\`${hole.id}\``]);
  const more = different.length - maxOverview;
  return [
    toMarkdownTable(["Answers", "Question", "Id"], rows),
    ...(more > 0 ? [`${formatCounted(more, "further question")} below.`] : []),
  ].join("\n\n");
}

/**
 * A ballot: each open question with what each registry does, the options, and the text of an issue. Questions that nobody was
 * observed in come last, as a list.
 */
export function renderBallot(holes: readonly Hole[], reports: readonly Report[]): string {
  const sorted = sortByDifference(holes, reports);
  const observed = sorted.filter(({ answers }) => answers.length > 0);
  const rest = sorted.filter(({ answers }) => answers.length === 0);
  const different = observed.filter(({ answers }) => answers.length > 1).length;
  return [
    "# Ballot on open questions",
    `${formatCounted(observed.length, "question")} that the specification leaves open and that ${formatCounted(reports.length, "report")} ${reports.length === 1 ? "answers" : "answer"}; in ${different} of them registries differ. Those whose answers are most different in kind come first: sizes, times and versions are differences in degree.`,
    renderOverview(sorted),
    ...observed.map((one, index) => renderQuestion(one, index + 1)),
    ...(rest.length === 0
      ? []
      : [
          "## Not observed in these reports",
          rest.map(({ hole }) => `- ${hole.question} (\`${hole.id}\`)`).join("\n"),
        ]),
    "",
  ].join("\n\n");
}

function renderQuestion({ hole, answers }: Answered, number: number): string {
  const { texts, same } = tellApart(answers.map(({ answer }) => answer));
  return [
    `## ${number}. ${hole.question}`,
    `\`${hole.id}\`, ${hole.section}`,
    toMarkdownTable(
      ["Option", "What registries do", "Registries"],
      answers.map(({ subjects }, index) => [
        toOption(index),
        toMarkdown(texts[index] ?? ""),
        toMarkdown(subjects.join(", ")),
      ]),
    ),
    ...(same === undefined ? [] : [`The same in all: ${toMarkdown(same)}`]),
    `Vote: ${answers.map((_, index) => `[ ] ${toOption(index)}`).join("  ")}  [ ] leave it open  [ ] other`,
    "<details><summary>Text of an issue</summary>",
    renderIssue({ hole, answers }),
    "</details>",
  ].join("\n\n");
}

function toOption(index: number): string {
  return index < 26 ? String.fromCodePoint(65 + index) : `A${index}`;
}

/** What an issue says of the answers, and what it asks for. */
function toAsk(one: Answered): { readonly before: string; readonly after: string } {
  const count = one.answers.length;
  if (count < 2)
    return {
      before: "All observed registries do the same:",
      after: "Please decide whether the text states it, so that clients can rely on it.",
    };
  if (kindsOf(one) < 2)
    return {
      before: "Registries differ in degree:",
      after: "Please decide whether the text states a bound, so that clients can rely on it.",
    };
  return {
    before: `${formatCounted(count, "answer")} exist, so that a client cannot rely on any of them:`,
    after:
      "Please decide which of these a registry must or should do, or state that a client must accept all of them.",
  };
}

/** In a block of code, so that it is copied as it is. */
function renderIssue({ hole, answers }: Answered): string {
  const ask = toAsk({ hole, answers });
  const { texts, same } = tellApart(answers.map(({ answer }) => answer));
  const lines = [
    `Title: ${hole.question}`,
    "",
    `The text leaves this open (${hole.section}).`,
    "",
    ask.before,
    "",
    ...answers.map(({ subjects }, index) => `- ${texts[index] ?? ""} (${subjects.join(", ")})`),
    ...(same === undefined ? [] : ["", `The same in all: ${same}`]),
    "",
    ask.after,
    "",
    `Conformance suite: observation ${hole.id}`,
  ];
  return toMarkdownBlock("", lines);
}
