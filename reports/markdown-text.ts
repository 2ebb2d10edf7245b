import { toVisibleText } from "./visible-text.ts";

/** A colon does something only before a character that draws: in an address or in the name of an emoji. */
const active = /[&<>"'`*_{}[\]\\#+!|~$@^=]|:(?=\S)/gu;

function toEntity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/**
 * Text for a paragraph, a list item or a table cell of GitHub's Markdown, shown as it is: no markup, HTML, table cell, link,
 * mention or issue reference comes of it. Entities keep the Markdown parser from seeing the characters; the empty comment after
 * `@` and `#` keeps GitHub's later pass from joining them with a name or a number; the dot of `www.` would make a link alone.
 */
export function toMarkdown(text: string): string {
  return toVisibleText(text)
    .replace(active, toEntity)
    .replace(/(&#64;|&#35;)/gu, "$1<!-- -->")
    .replace(/\b(GH)-(?=\d)/giu, "$1&#45;<!-- -->")
    .replace(/\bwww\./giu, (www) => `${www.slice(0, -1)}&#46;`);
}

/**
 * Text as inline code. An HTML element with entities rather than backticks: those cannot hold every text inside a table cell.
 * Mentions and references are not looked for in code.
 */
export function toMarkdownCode(text: string): string {
  const shown = toVisibleText(text)
    .replace(active, toEntity)
    .replace(/\bwww\./giu, (www) => `${www.slice(0, -1)}&#46;`);
  return `<code>${shown === "" ? " " : shown}</code>`;
}

/** A fenced code block. Control characters are shown as escapes, and the fence is longer than any run of backticks inside. */
export function toMarkdownBlock(language: string, lines: readonly string[]): string {
  const content = lines.map(toVisibleText).join("\n");
  const longest = Math.max(2, ...(content.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}
