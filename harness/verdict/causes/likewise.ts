/** Other values of one deviation: several pairs of what came and what was expected often say what was computed. */
import type { Sighting } from "./deviation.ts";
import { isOfDocument } from "./wrong.ts";

const maxPairs = 3;
/** Longer ones, such as documents and digests, say no more than the first pair. */
const maxCharacters = 110;

/** @param shown the sighting that the cause is told by; of `group`, as all others */
export function tellLikewise(shown: Sighting, group: readonly Sighting[]): readonly string[] {
  if (!isOfDocument(shown.deviation.wrong)) return [];
  const told = new Set([describePair(shown)]);
  for (const one of group) {
    const pair = describePair(one);
    // what was joined to the deviation is not of the same member
    const isOfOther = one.isMain === false || one.deviation.operation !== shown.deviation.operation;
    if (isOfOther || pair === undefined || pair.length > maxCharacters) continue;
    told.add(pair);
  }
  return [...told].slice(1, 1 + maxPairs).flatMap((pair) => pair ?? []);
}

function describePair({ got, expected }: Sighting): string | undefined {
  return got === undefined || expected === undefined ? undefined : `got ${got}, expected ${expected}`;
}
