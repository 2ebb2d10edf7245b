/** Where each value of a JSON text is, and where a text stops being JSON. */

export interface JsonPosition {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface JsonScan {
  /** The place of each value by its JSON pointer; of a member, the place of its name. */
  readonly places: ReadonlyMap<string, number>;
  /** The first character that cannot be there, or undefined if the text is JSON. */
  readonly errorAt?: number;
}

/** A scanner that has read part of the text. */
interface Scanner {
  readonly text: string;
  readonly places: Map<string, number>;
  at: number;
}

/** A character that cannot be there; the scanner stops at it. */
class Unexpected extends Error {}

const spaces = /[ \t\n\r]*/uy;
const string = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

export function scanJson(text: string): JsonScan {
  const scanner: Scanner = { text, places: new Map(), at: 0 };
  try {
    scanValue(scanner, "");
    take(scanner, spaces);
    if (scanner.at < text.length) throw new Unexpected();
    return { places: scanner.places };
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return { places: scanner.places, errorAt: scanner.at };
  }
}

export function toPosition(text: string, offset: number): JsonPosition {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** The text that a pattern finds here, which is passed over; undefined if it finds none. */
function take(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.at;
  const [found] = pattern.exec(scanner.text) ?? [];
  scanner.at += found?.length ?? 0;
  return found;
}

/** True if the next character is this one, which is passed over. */
function takes(scanner: Scanner, character: string): boolean {
  take(scanner, spaces);
  if (scanner.text[scanner.at] !== character) return false;
  scanner.at += 1;
  return true;
}

function scanValue(scanner: Scanner, pointer: string): void {
  take(scanner, spaces);
  if (!scanner.places.has(pointer)) scanner.places.set(pointer, scanner.at);
  if (takes(scanner, "{")) scanItems(scanner, "}", () => scanMember(scanner, pointer));
  else if (takes(scanner, "[")) {
    let index = 0;
    scanItems(scanner, "]", () => scanValue(scanner, `${pointer}/${index++}`));
  } else if (take(scanner, string) === undefined && take(scanner, scalar) === undefined)
    throw new Unexpected();
}

function scanItems(scanner: Scanner, end: string, scanItem: () => void): void {
  if (takes(scanner, end)) return;
  do scanItem();
  while (takes(scanner, ","));
  if (!takes(scanner, end)) throw new Unexpected();
}

function scanMember(scanner: Scanner, pointer: string): void {
  take(scanner, spaces);
  const place = scanner.at;
  const name = take(scanner, string);
  if (name === undefined) throw new Unexpected();
  const own = `${pointer}/${String(JSON.parse(name)).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  scanner.places.set(own, place);
  if (!takes(scanner, ":")) throw new Unexpected();
  scanValue(scanner, own);
}
