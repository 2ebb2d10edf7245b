/** A run of so many equal characters, as the names of a run are filled up with, says nothing but its length. */
const longRun = /(.)\1{11,}/gu;

/** The text with each long run of one character as that character and their number: `x×44`. */
export function collapseRuns(text: string): string {
  return text.replace(longRun, (run: string, character: string) => `${character}×${Array.from(run).length}`);
}
