/** Finds a member that one object of a JSON text has twice. `JSON.parse` keeps the last one and reports nothing. */

/** A string, or a character that shapes the document. Numbers, literals and white space are in between. */
const token: RegExp = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * The name of the first member that an object repeats; undefined if there is none.
 * @param bytes valid JSON in UTF-8
 */
export function repeatedMember(bytes: Uint8Array): string | undefined {
  const open: Set<string>[] = [];
  let text = "";
  for (const [found] of new TextDecoder().decode(bytes).matchAll(token)) {
    if (found === "{" || found === "[") open.push(new Set());
    else if (found === "}" || found === "]") open.pop();
    else if (found !== ":") text = found;
    else {
      const names = open.at(-1);
      const name = toName(text);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** The same name can be written with and without escapes. */
function toName(text: string): string {
  return text.includes("\\") ? String(JSON.parse(text)) : text.slice(1, -1);
}
