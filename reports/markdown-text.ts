import { toVisibleText } from "./visible-text.ts";

/** Characters with a meaning in Markdown. A colon has none before a space: it is part of no URL and no emoji name. */
const active = /[&<>"'`*_{}[\]\\#+!|~$@^=]|:(?!\s)/gu;

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
 * Text as inline code. It is an HTML element with entities, since backticks cannot hold every text inside a table cell. GitHub
 * does not look for mentions and references in code.
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
