/** A Markdown table with its columns padded as Prettier pads them, so that a written file passes the format check. */
export function renderMarkdownTable([head = [], ...rows]: readonly (readonly string[])[]): readonly string[] {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", String.raw`\|`)));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const render = (row: readonly string[], filler = " "): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(" | ")} |`;
  const [title = [], ...body] = cells;
  return [
    render(title),
    render(
      title.map(() => ""),
      "-",
    ),
    ...body.map((row) => render(row)),
  ];
}
