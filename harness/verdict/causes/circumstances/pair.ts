/** Two things at once, of which each alone is right. */
import { few } from "./compared.ts";
import { hasLevel, isHistory, type Level } from "./level.ts";

/** Two levels that all responses of the deviation have at once, and no other response. */
interface Pair {
  readonly levels: readonly [Level, Level];
  /** How many of the others have each of them alone. */
  readonly alone: readonly [number, number];
}

/** If two levels had nothing to do with each other, so many others would have both: that none has is not by chance. */
const minExpected = 6;

export function findPair(
  those: readonly (readonly Level[])[],
  others: readonly (readonly Level[])[],
  { volumes }: { readonly volumes: number },
): Pair | undefined {
  if (those.length < 2) return undefined;
  const have = others.map((levels) => new Set(levels.map(({ words }) => words)));
  const countOf = (...words: readonly string[]): number =>
    have.filter((known) => words.every((one) => known.has(one))).length;
  const common = (those[0] ?? []).filter(
    (one) =>
      // of what came before, a few have much in common by chance, and the responses about a few volumes even more
      (!isHistory(one) || (those.length >= few && volumes >= few)) &&
      those.every((levels) => hasLevel(levels, one)),
  );
  const pairs = common.flatMap((one, place) =>
    common.slice(place + 1).flatMap((other) => {
      const alone = [countOf(one.words), countOf(other.words)] as const;
      const expected = (alone[0] * alone[1]) / others.length;
      const isTold = expected >= minExpected && countOf(one.words, other.words) === 0;
      return isTold ? [{ levels: [one, other] as const, alone, expected }] : [];
    }),
  );
  return pairs.toSorted((a, b) => b.expected - a.expected)[0];
}

export function tellPair({ levels: [one, other], alone: [first, second] }: Pair, count: number): string {
  return `only ${one.words} and ${other.words} at once (${count} of ${count} wrong responses; of the right ones, ${first} have the one, ${second} the other, and none both)`;
}
