import { toVisibleText } from "./visible-text.ts";

/** Characters with a meaning in Markdown; quotes have none outside of tags and links. A colon has none before a space: it is part of no URL and no emoji name. */
const active = /[&<>`*_{}[\]\\#+!|~$@^=]|:(?!\s)/gu;

function toEntity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/**
 * Text for a paragraph, a list item or a table cell of GitHub's Markdown. It cannot become markup, HTML, a table cell, a link, a
 * mention or an issue reference. Entities hide the characters from the Markdown parser. The empty comment after `@` and `#`
 * prevents that GitHub's later pass joins them with a name or a number. The dot of `www.` alone would make a link.
 */
export function toMarkdown(text: string): string {
  return toVisibleText(text)
    .replace(active, toEntity)
    .replace(/(&#64;|&#35;)/gu, "$1<!-- -->")
    .replace(/\b(GH)-(?=\d)/giu, "$1&#45;<!-- -->")
    .replace(/\bwww\./giu, (www) => `${www.slice(0, -1)}&#46;`);
}

/**
 * A sentence of the suite: what it has between backticks is code. A backtick without a second one is hidden from the parser.
 * Not for table cells, where a vertical line ends a cell also inside code.
 */
export function toMarkdownProse(text: string): string {
  const parts = toVisibleText(text).split(/`([^`]+)`/u);
  return parts.map((part, place) => (place % 2 === 1 ? toMarkdownCode(part) : toMarkdown(part))).join("");
}

function maxRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
}

/**
 * Text as a code span, unchanged except for control characters. Its fence is longer than any run of backticks inside. Spaces keep
 * a backtick apart from the fence. GitHub does not look for mentions and references in code. Not for table cells and HTML.
 */
export function toMarkdownCode(text: string): string {
  const shown = toVisibleText(text);
  if (/^ *$/u.test(shown)) return "` `";
  const fence = "`".repeat(maxRun(shown) + 1);
  const isPadded = /^`|`$|^ .* $/u.test(shown);
  return isPadded ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}

/** Text as inline code inside HTML, such as the summary of a folded part: Markdown is not read there. */
export function toHtmlCode(text: string): string {
  const shown = toVisibleText(text)
    .replace(active, toEntity)
    .replace(/\bwww\./giu, (www) => `${www.slice(0, -1)}&#46;`);
  return `<code>${shown}</code>`;
}

/** A fenced code block. Control characters are shown as escapes, and the fence is longer than any run of backticks inside. */
export function toMarkdownBlock(language: string, lines: readonly string[]): string {
  const content = lines.map(toVisibleText).join("\n");
  const fence = "`".repeat(Math.max(2, maxRun(content)) + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}
