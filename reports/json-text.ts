/** JSON as text that is safe to print. */

/** Characters that JSON allows but that can confuse a terminal or a reader: DEL, C1 controls, format and separator marks. */
const confusing = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapeConfusing(text: string): string {
  return text.replace(confusing, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

function toJsonValue(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

/** Any value as indented JSON with a newline at its end, without characters that a terminal obeys. */
export function renderJsonValue(value: unknown): string {
  return `${escapeConfusing(JSON.stringify(value, toJsonValue, 2))}\n`;
}

/** Any value as JSON on one line, without characters that a terminal obeys; `undefined` becomes the word. */
export function renderJsonLine(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, toJsonValue);
  return text === undefined ? String(value) : escapeConfusing(text);
}

/**
 * JSON with the lines of a list that was left empty. A report has thousands of exchanges: one after the other, they need less
 * memory than all at once.
 * @param text indented JSON in which the last `"member": []` is the list
 * @param lines each entry as JSON on one line
 */
export function fillList(text: string, member: string, lines: readonly string[]): string {
  const empty = `"${member}": []`;
  const at = text.lastIndexOf(empty);
  if (lines.length === 0 || at === -1) return text;
  return [
    text.slice(0, at),
    `"${member}": [\n`,
    lines.join(",\n"),
    "\n]",
    text.slice(at + empty.length),
  ].join("");
}

/** The JSON value of a text; undefined if it has none. */
export function parseJson(text: string | undefined): unknown {
  try {
    // tools on Windows begin their files with a byte order mark
    return JSON.parse((text ?? "").replace(/^\uFEFF/u, "")) as unknown;
  } catch {
    return undefined;
  }
}
