/** Reads through escapes: what a text says once percent, JSON and XML escapes are taken back, and where each character stood. */

/** A text with, for each of its characters and for its end, the place in the text it was read from. */
export interface ReadText {
  readonly text: string;
  readonly places: readonly number[];
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
  let current: ReadText | undefined = { text, places: [] };
  while (readings.length < maxReadings) {
    current = readOnce(current, readings.length === 0);
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
  while (readings.length < maxReadings && current.search(escape) !== -1) {
    current = current.replaceAll(escape, (...match: readonly unknown[]) =>
      unescape(match.slice(0, 7) as (string | undefined)[]),
    );
    readings.push(current);
  }
  return readings;
}

function readOnce(before: ReadText, isFirst: boolean): ReadText | undefined {
  const placeOf = (index: number): number => (isFirst ? index : (before.places[index] ?? 0));
  const places: number[] = [];
  let text = "";
  let from = 0;
  function take(piece: string, start: number): void {
    for (let index = 0; index < piece.length; index++) places.push(placeOf(start + index));
    text += piece;
  }
  for (const match of before.text.matchAll(escape)) {
    take(before.text.slice(from, match.index), from);
    const character = unescape(match);
    for (let unit = 0; unit < character.length; unit++) places.push(placeOf(match.index));
    text += character;
    from = match.index + match[0].length;
  }
  if (from === 0) return undefined;
  take(before.text.slice(from), from);
  places.push(placeOf(before.text.length));
  return { text, places };
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
