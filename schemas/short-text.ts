/** A run of so many equal characters, as the names of a run are filled up with, says nothing but its length. */
const longRun = /(.)\1{11,}/gu;

/** The text with each long run of one character as that character and their number: `x×44`. */
export function collapseRuns(text: string): string {
  return text.replace(longRun, (run: string, character: string) => `${character}×${Array.from(run).length}`);
}

/** The beginning of a text and, for a quarter of the room, its end, which may be what counts; `room` leaves out the ellipsis. */
export function keepEnds(text: string, room: number): string {
  const end = Math.ceil(room / 4);
  return `${text.slice(0, room - end)}…${text.slice(-end)}`;
}

/** The text, or its ends where it is longer. */
export function fitEnds(text: string, room: number): string {
  return text.length <= room ? text : keepEnds(text, room);
}

/** Longer words are values, such as digests, addresses and JSON without blanks. */
const longWord = 48;
/** A word that is shortened by its middle keeps so many characters. */
const minOfWord = 24;

/**
 * A sentence in so many characters. A value in it is known by its ends; the sentence itself is cut after a whole word, at its end only.
 */
export function cutAtWord(text: string, room: number): string {
  if (text.length <= room) return text;
  const words = text.split(" ");
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  const kept = longest.length - (text.length - room);
  if (kept >= minOfWord || words.length === 1)
    return words
      .map((word) => (word === longest ? keepEnds(word, kept - 1) : word))
      .join(" ")
      .slice(0, room);
  const short = words.map((word) => (word.length > longWord ? keepEnds(word, longWord - 1) : word)).join(" ");
  if (short.length <= room) return short;
  return `${short.slice(0, room).replace(/[\s,;:(]*(?:\s\S*)?$/u, "")}…`;
}
