import { collapseRuns } from "../schemas/short-text.ts";

/** Invisible characters: controls, format and bidirectional marks, lone surrogates, separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;
const invisibleExceptNewline = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function toEscape(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}

/**
 * The text with every invisible character as an escape such as `\x1b` or `\u{202e}`. So text of a registry cannot move the
 * cursor, set a window title or reverse the reading order. A second application changes nothing.
 */
export function toVisibleText(text: string): string {
  return text.replace(invisible, toEscape);
}

/** Like {@link toVisibleText}, but keeps newlines. */
export function toVisibleLines(text: string): string {
  return text.replace(/\r\n/gu, "\n").replace(invisibleExceptNewline, toEscape);
}

/** A text that is longer by less than this part is not cut: what is missing would take as much room. */
const maxExcess = 0.15;

/** A text is cut after a whole word, if one ends so near. */
const maxBack = 24;

/** Cuts the text to a number of whole characters, after a word if it can, and says how many are missing. */
export function toShortText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const all = Array.from(collapseRuns(text));
  if (all.length <= characters * (1 + maxExcess)) return all.join("");
  const blank = all.lastIndexOf(" ", characters);
  const end = blank > 0 && blank >= characters - maxBack ? blank : characters;
  return `${all.slice(0, end).join("")}… (${all.length - end} more characters)`;
}

/** The text with its middle left out: a path says at its end what it is about. */
export function cutMiddle(text: string, characters: number): string {
  const all = Array.from(text);
  if (all.length <= characters) return text;
  const room = Math.max(10, characters - 1);
  const start = Math.floor(room / 2);
  return `${all.slice(0, start).join("")}…${all.slice(all.length - (room - start)).join("")}`;
}

/** The start of a text that goes on beyond its line. */
export function cutToWidth(text: string, width: number): string {
  const all = Array.from(text);
  return all.length <= width ? text : `${all.slice(0, width - 1).join("")}…`;
}
