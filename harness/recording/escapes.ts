/** Reads through escapes: what a text says once percent, JSON and XML escapes are taken back, and where each character stood. */

/** What a text says once its escapes are read, and from where in the text as it came. */
export interface ReadText {
  readonly text: string;
  /** The place, in the text as it came, of a character of `text`, or of its end. */
  readonly placeOf: (index: number) => number;
}

/** `%2B`, `\u002b`, `\/`, `&#43;`, `&#x2b;`, `&amp;`. Bytes stand for one character each, as they do in latin1. */
const escape =
  /%([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\(["\\/])|&#([0-9]{1,6});|&#[xX]([0-9A-Fa-f]{1,5});|&(amp|lt|gt|quot|apos);/g;

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** How often a text is read anew: JSON in a query of a URL in JSON is as deep as echoes go. */
const maxReadings = 3;

/**
 * What the text says at each depth of escaping, the shallowest first; nothing where it holds no escape.
 * @param text as it came
 */
export function readThroughEscapes(text: string): readonly ReadText[] {
  const readings: ReadText[] = [];
  let current: ReadText | undefined = { text, placeOf: (index) => index };
  while (readings.length < maxReadings) {
    current = readOnce(current);
    if (current === undefined) break;
    readings.push(current);
  }
  return readings;
}

/**
 * As `readThroughEscapes`, without the places: most texts hide nothing, and where each character stood costs more than all else.
 * @param text as it came
 */
export function readPlainly(text: string): readonly string[] {
  const readings: string[] = [];
  let current = text;
  while (readings.length < maxReadings && mayEscape(current) && current.search(escape) !== -1) {
    current = current.replaceAll(escape, (...match: readonly unknown[]) =>
      unescape(match.slice(0, 7) as (string | undefined)[]),
    );
    readings.push(current);
  }
  return readings;
}

/** False if nothing in a text begins an escape: looking for one character is far quicker than the expression. */
function mayEscape(text: string): boolean {
  return text.includes("%") || text.includes("\\") || text.includes("&");
}

/** Each escape is one entry, so that a long text with few escapes takes little memory. */
function readOnce(before: ReadText): ReadText | undefined {
  const pieces: string[] = [];
  /** Where each escape's character is in the new text, where it ends there, and where the escape begins and ends in the old. */
  const starts: number[] = [];
  const ends: number[] = [];
  const oldStarts: number[] = [];
  const oldEnds: number[] = [];
  let from = 0;
  let length = 0;
  for (const match of before.text.matchAll(escape)) {
    const character = unescape(match);
    pieces.push(before.text.slice(from, match.index), character);
    length += match.index - from;
    starts.push(length);
    length += character.length;
    ends.push(length);
    oldStarts.push(match.index);
    from = match.index + match[0].length;
    oldEnds.push(from);
  }
  if (from === 0) return undefined;
  pieces.push(before.text.slice(from));

  function toOld(index: number): number {
    const at = lastNotAfter(starts, index);
    if (at === -1) return index;
    const end = ends[at] ?? 0;
    return index < end ? (oldStarts[at] ?? 0) : (oldEnds[at] ?? 0) + index - end;
  }
  return { text: pieces.join(""), placeOf: (index) => before.placeOf(toOld(index)) };
}

/** The place of the last of many rising numbers that is not greater than one; -1 if there is none. */
function lastNotAfter(rising: readonly number[], wanted: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function unescape([whole = "", byte, unit, literal, decimal, hexadecimal, name]: readonly (
  string | undefined
)[]): string {
  if (literal !== undefined) return literal;
  if (name !== undefined) return named[name] ?? whole;
  const code =
    decimal === undefined ? Number.parseInt(byte ?? unit ?? hexadecimal ?? "", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
