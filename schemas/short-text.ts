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
