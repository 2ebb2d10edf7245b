/** A table in Markdown. Vertical lines and line breaks in a cell are escaped. */
export function toMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]): string => `| ${cells.map(toCell).join(" | ")} |`;
  return [toLine(head), toLine(head.map(() => "---")), ...rows.map(toLine)].join("\n");
}

function toCell(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll("|", String.raw`\|`);
}
