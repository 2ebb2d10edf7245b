/** Plain tables and paragraphs for the terminal. */

type Cell = string | readonly string[] | boolean | undefined;

/** Columns that are too long; they are shown below the row. */
const longColumns: ReadonlySet<string> = new Set([
  "rule",
  "reading",
  "reason",
  "summary",
  "question",
  "needs",
  "result",
  "section",
  "operations",
  "profiles",
  "params",
]);

/** Rows as text in the terminal's width: short cells in columns, long ones indented below. */
export function renderTable(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const short = names.filter((name) => !longColumns.has(name));
  const widths = short.map((name) => Math.max(name.length, ...rows.map((row) => toText(row[name]).length)));
  return rows
    .map((row) => {
      const head = short
        .map((name, index) => toText(row[name]).padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd();
      const below = names.filter((name) => longColumns.has(name) && toText(row[name]) !== "");
      return [head, ...below.flatMap((name) => wrap(`${name}: ${toText(row[name])}`, 4))].join("\n");
    })
    .map((text) => `${text}\n`)
    .join("");
}

function toText(cell: Cell): string {
  if (cell === undefined) return "";
  return typeof cell === "object" ? cell.join(", ") : String(cell);
}

/** A paragraph wrapped at the terminal's width and indented. */
export function wrap(text: string, indent: number): readonly string[] {
  const width = Math.max(40, Math.min(process.stdout.columns ?? 80, 110)) - indent;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((one) => `${" ".repeat(indent)}${one}`);
}
