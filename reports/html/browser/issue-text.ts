import { toMarkdown, toMarkdownBlock, toMarkdownCode, toMarkdownProse } from "../../markdown-text.ts";

/** What an issue about a requirement or a cause says. All texts are those that the page shows. */
export interface IssueParts {
  readonly title: string;
  readonly id: string;
  /** Who was tested, with which suite. */
  readonly subject: string;
  readonly section?: string;
  readonly reason?: string;
  readonly findings: readonly IssueFinding[];
  /** What is wrong with a request that should have been refused: a word, and lines below it. */
  readonly request?: readonly (readonly [word: string, lines: readonly string[]])[];
  readonly curl?: string;
  readonly repeat?: string;
}

/** What was expected and what came, and the exchange that shows it. */
export interface IssueFinding {
  readonly expected?: string;
  readonly got?: string;
  readonly exchange?: string;
}

function renderFinding({ expected, got, exchange }: IssueFinding): string {
  return [
    ...(expected === undefined ? [] : [`- Expected: ${toMarkdownProse(expected)}`]),
    ...(got === undefined ? [] : [`- Got: ${toMarkdownProse(got)}`]),
    ...(exchange === undefined ? [] : ["", toMarkdownBlock("", [exchange])]),
  ].join("\n");
}

function renderRequest([word, lines]: readonly [string, readonly string[]]): string {
  return `- ${toMarkdown(word)}: ${lines.map(toMarkdownCode).join(", ")}`;
}

const maxFindings = 3;

function renderSection({ section }: IssueParts): readonly string[] {
  return section === undefined ? [] : [`Specification: ${toMarkdown(section)}`];
}

function renderCommand(title: string, command: string | undefined): readonly string[] {
  return command === undefined || command === "" ? [] : [`${title}\n\n${toMarkdownBlock("sh", [command])}`];
}

/** An issue in Markdown, ready to paste. Text of a registry cannot become markup in it. */
export function renderIssue(parts: IssueParts): string {
  const { title, id, subject, reason, findings, request = [], curl, repeat } = parts;
  return [
    `### ${toMarkdownProse(title)}`,
    `${toMarkdown(id)}, found by ${toMarkdown(subject)}`,
    ...renderSection(parts),
    ...(reason === undefined || findings.length > 0 ? [] : [toMarkdownProse(reason)]),
    ...(request.length === 0 ? [] : [request.map(renderRequest).join("\n")]),
    ...findings.slice(0, maxFindings).map(renderFinding),
    ...renderCommand("Send the request again:", curl),
    ...renderCommand("Repeat the check:", repeat),
    "",
  ].join("\n\n");
}
