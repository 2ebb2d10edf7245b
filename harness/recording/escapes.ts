/** Reads through escapes: what a text says once percent, JSON and XML escapes and line breaks are taken back, and where each character stood. */

/** What a text says once its escapes are read, and from where in the text as it came. */
export interface ReadText {
  readonly text: string;
  /** The place, in the text as it came, of a character of `text`. */
  readonly placeOf: (index: number) => number;
  /** The place, in the text as it came, after the character of `text` before `index`. */
  readonly endOf: (index: number) => number;
}

/** `%2B`, `\u002b`, `\/`, `\n`, `&#43;`, `&#x2b;`, `&amp;`. Bytes stand for one character each, as they do in latin1. */
const escape =
  /%([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\(["\\/nrt])|&#([0-9]{1,6});|&#[xX]([0-9A-Fa-f]{1,5});|&(amp|lt|gt|quot|apos);/g;

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const blanks: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * What readers do not see within a word: line breaks, with the indentation of the next line, and characters of no width. Base64 has line
 * breaks after 64 or 76 characters. The second line has the characters of the first one, as bytes of UTF-8.
 */
const gap =
  // eslint-disable-next-line no-control-regex
  /[\r\n][ \t\r\n]*|[\0\u00ad\u200b-\u200d\u2060\ufeff]|\u00c2\u00ad|\u00e2\u0080[\u008b-\u008d]|\u00e2\u0081\u00a0|\u00ef\u00bb\u00bf/g;

/** How often a text is read anew: JSON in a query of a URL in JSON is as deep as echoes go. */
const maxReadings = 3;

/**
 * What the text says at each depth of escaping, the shallowest first, each also without its gaps; nothing where it holds no escape and no
 * gap.
 * @param text as it came
 */
export function readThroughEscapes(text: string): readonly ReadText[] {
  const readings: ReadText[] = [];
  let current: ReadText | undefined = { text, placeOf: (index) => index, endOf: (index) => index };
  for (let depth = 0; current !== undefined; depth++) {
    const joined = readOnce(current, gap, () => "");
    readings.push(...(depth === 0 ? [] : [current]), ...(joined === undefined ? [] : [joined]));
    current = depth === maxReadings ? undefined : readOnce(current, escape, unescape);
  }
  return readings;
}

/**
 * As `readThroughEscapes`, without the places: most texts hide nothing, and where each character stood costs more than all else.
 * @param text as it came
 */
export function readPlainly(text: string): readonly string[] {
  const readings: string[] = withoutGaps(text);
  let current = text;
  for (let depth = 0; depth < maxReadings; depth++) {
    if (!mayEscape(current) || current.search(escape) === -1) break;
    current = current.replaceAll(escape, (...match: readonly unknown[]) =>
      unescape(match.slice(0, 7) as (string | undefined)[]),
    );
    readings.push(current, ...withoutGaps(current));
  }
  return readings;
}

/** How many gaps a text has. */
export function countGaps(text: string): number {
  return text.match(gap)?.length ?? 0;
}

/** The text without its gaps, if it has any. */
function withoutGaps(text: string): string[] {
  return text.search(gap) === -1 ? [] : [text.replaceAll(gap, "")];
}

/** False if nothing in a text begins an escape: looking for one character is far quicker than the expression. */
function mayEscape(text: string): boolean {
  return text.includes("%") || text.includes("\\") || text.includes("&");
}

/** Each match is one entry, so that a long text with few of them takes little memory. */
function readOnce(
  before: ReadText,
  pattern: RegExp,
  toCharacter: (match: RegExpMatchArray) => string,
): ReadText | undefined {
  const pieces: string[] = [];
  /** Where each escape's character is in the new text, where it ends there, and where the escape begins and ends in the old. */
  const starts: number[] = [];
  const ends: number[] = [];
  const oldStarts: number[] = [];
  const oldEnds: number[] = [];
  let from = 0;
  let length = 0;
  for (const match of before.text.matchAll(pattern)) {
    const character = toCharacter(match);
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

  function toOld(index: number, at: number): number {
    if (at === -1) return index;
    const end = ends[at] ?? 0;
    return index < end ? (oldStarts[at] ?? 0) : (oldEnds[at] ?? 0) + index - end;
  }
  return {
    text: pieces.join(""),
    placeOf: (index) => before.placeOf(toOld(index, lastNotAfter(starts, index))),
    // a gap right behind it is no part of it
    endOf: (index) => before.endOf(toOld(index, lastNotAfter(starts, index - 1))),
  };
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
  if (literal !== undefined) return blanks[literal] ?? literal;
  if (name !== undefined) return named[name] ?? whole;
  const code =
    decimal === undefined ? Number.parseInt(byte ?? unit ?? hexadecimal ?? "", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
