/** One place in which two requests differ, as a line. */
import type { RequestDifference } from "./request-difference.ts";

const subjects: readonly (readonly [start: string, subject: string])[] = [
  ["header ", "the header "],
  ["query ", "the query parameter "],
  ["body ", ""],
];

/** What the other request is called: where it has a value, and where it has none. */
interface OtherWords {
  readonly is: string;
  readonly isAbsent: string;
}

const rightOne: OtherWords = { is: "right is", isAbsent: "and absent in a right request" };
export const beforeIt: OtherWords = { is: "before it was", isAbsent: "before it was absent" };

/** `/version is "01.0.0", right is "1.0.0"`: a value beside that of another request. */
export function toDifferenceLine(
  { place, own, twin }: RequestDifference,
  other: OtherWords = rightOne,
): string {
  const [start, word] = subjects.find(([one]) => place.startsWith(one)) ?? ["", ""];
  const subject = `${word}${place.slice(start.length)}`;
  const [ownLength, twinLength] = tellLengths(own, twin);
  const wrong = own === undefined ? "absent" : `${shorten(own, twin)}${ownLength}`;
  const difference = twin === undefined ? other.isAbsent : `${other.is} ${shorten(twin, own)}${twinLength}`;
  return `${subject} is ${wrong}, ${difference}`;
}

/** How long two texts are of which not all is shown, and which differ in that. */
function tellLengths(own = "", twin = ""): readonly [own: string, twin: string] {
  const [ours, theirs] = [own, twin].map((text) => (text.startsWith('"') ? Array.from(text).length - 2 : 0));
  const isCut = Math.max(own.length, twin.length) > maxCharacters;
  return !isCut || !ours || !theirs || ours === theirs
    ? ["", ""]
    : [` (${ours} characters)`, ` (${theirs} characters)`];
}

/** A text in quotes, from where it differs from another one if it is long. */
export function quoteDifference(text: string, other: string): string {
  return JSON.stringify(shorten(text, other));
}

const maxCharacters = 48;
const charactersBefore = 10;

/** A long value from a little before its first difference from another on. */
function shorten(value = "", other = ""): string {
  const all = Array.from(value);
  if (all.length <= maxCharacters) return value;
  const others = Array.from(other);
  const first = all.findIndex((character, place) => character !== others[place]);
  const from = first <= charactersBefore ? 0 : first - charactersBefore;
  const rest = all.slice(from, from + maxCharacters).join("");
  // a text that is cut is quoted all the same
  const quoteMark = value.startsWith('"') ? '"' : "";
  const end = from + maxCharacters < all.length ? `…${quoteMark}` : "";
  return `${from === 0 ? "" : `${quoteMark}…`}${rest}${end}`;
}
