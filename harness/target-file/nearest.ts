/** The known word nearest to a mistyped one. */

/**
 * @returns the known word with the fewest changed, added, dropped or swapped characters, or undefined where none is near
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const most = Math.max(2, Math.floor(word.length / 3));
  const ranked = known
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** The end of a message about an unknown word. */
export function suggest(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? "" : `, did you mean "${near}"`;
}

/** The optimal string alignment distance. */
function distanceBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * The id nearest to a mistyped one: the same stem in another chapter, else the nearest word, else the id that has most of its
 * words.
 */
export function nearestId(id: string, known: readonly string[]): string | undefined {
  const [chapter = "", stem] = id.split("/");
  const sameStem = stem === undefined ? undefined : known.find((one) => one.split("/")[1] === stem);
  return sameStem ?? nearest(id, known) ?? withMostWords(id, known) ?? nearest(chapter, known);
}

/** Fewer words in common say nothing. */
const minCommonWords = 2;

function withMostWords(id: string, known: readonly string[]): string | undefined {
  const words = new Set(id.toLowerCase().split(/[^a-z0-9]+/u));
  const counted = known.map((one) => ({
    one,
    count: one.split(/[^a-z0-9]+/u).filter((word) => words.has(word)).length,
  }));
  const [best] = counted.toSorted((a, b) => b.count - a.count || a.one.length - b.one.length);
  return best === undefined || best.count < minCommonWords ? undefined : best.one;
}
