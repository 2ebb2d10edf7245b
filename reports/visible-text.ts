/** Characters that draw nothing or steer the reader: controls, format and bidirectional marks, lone surrogates, separators. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;
const unseenButNewline = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function toEscape(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}

/**
 * Gives the text with every character that would steer a terminal, or hide from a reader, shown as an escape such as `\x1b`
 * or `\u{202e}`. What a registry sends ends in front of people; this keeps it from moving cursors, setting window titles or
 * reversing the reading order. Applying it twice changes nothing more.
 */
export function toVisibleText(text: string): string {
  return text.replace(unseen, toEscape);
}

/** Like {@link toVisibleText}, but newlines stay, for places that show several lines. */
export function toVisibleLines(text: string): string {
  return text.replace(/\r\n/gu, "\n").replace(unseenButNewline, toEscape);
}

/** Cuts the text to so many characters, whole ones, and says how many are missing. */
export function toShortText(text: string, characters: number): string {
  const all = Array.from(text);
  if (all.length <= characters) return text;
  return `${all.slice(0, characters).join("")}… (${all.length - characters} more characters)`;
}
