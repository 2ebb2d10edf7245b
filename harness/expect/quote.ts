/** Values as short text for findings and messages. */

const mostCharacters = 160;

/** A JSON value on one line, strings in quotes, cut where it is long. Never throws, whatever the value. */
export function quote(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = toText(value);
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // nested deeper than the stack is high
    return Array.isArray(value) ? "a deeply nested array" : "a deeply nested object";
  }
}
