/** What a few wrong reads of one release have in common and few right ones have: too few to prove anything, and worth a look. */
import { toCheckId } from "../../../exchange/actor-ids.ts";
import { type Compared, countVolumes, few } from "./compared.ts";
import { hasLevel, type Level } from "./level.ts";
import type { LevelsOf } from "./levels.ts";
import { isWrite } from "./reads-before.ts";

/** Beside fewer right ones, anything is rare. */
const minOthers = 30;
const maxShare = 0.1;
const maxShown = 3;

/** What a release has, and not what was done near it. */
const ofRelease: ReadonlySet<Level["of"]> = new Set(["release", "version", "form"]);

const maxOfAccepted = 2;

/**
 * What the release of a wrongly accepted write has, and none of those of the writes of the same check that were refused as they should be.
 * It is nothing of the request itself, which the check has varied.
 */
function tellOfAccepted(
  those: Compared["those"],
  asWanted: Compared["others"],
  levelsOf: LevelsOf,
): readonly string[] {
  const [shown] = those;
  if (shown === undefined) return [];
  const check = toCheckId(shown.exchange.actor);
  const refused = asWanted.filter(({ exchange }) => toCheckId(exchange.actor) === check);
  const facts = levelsOf(shown).filter(
    (level) =>
      level.of === "release" &&
      level.isOfVolume !== true &&
      those.every((one) => hasLevel(levelsOf(one), level)) &&
      !refused.some((one) => hasLevel(levelsOf(one), level)),
  );
  if (refused.length === 0 || facts.length === 0 || facts.length > maxOfAccepted) return [];
  const others =
    refused.length === 1 ? "one request of this check was" : `${refused.length} requests of this check were`;
  return [`perhaps ${facts.map(({ words }) => words).join(", or ")}: without, ${others} rightly refused`];
}

/** @returns a line, or none where more than one volume shows it: then what they have in common has been told, or there is nothing */
export function tellSuspects(
  { those, others, before, asWanted, isOfCaller = false }: Compared,
  levelsOf: LevelsOf,
): readonly string[] {
  const [shown] = those;
  if (shown === undefined || those.length > few || countVolumes(those) > 1) return [];
  // of a write that should have succeeded, only the state of the release is worth a look
  const isWriting = isWrite(shown.exchange);
  if (isWriting && isOfCaller) return [];
  if (isWriting && asWanted !== undefined) return tellOfAccepted(those, asWanted, levelsOf);
  if (others.length < minOthers) return [];
  const known = others.map((one) => new Set(levelsOf(one).map(({ words }) => words)));
  const countOf = (words: string): number => known.filter((levels) => levels.has(words)).length;
  // the release was so when it was shown rightly
  const earlier = before === undefined ? [] : levelsOf(before);
  const facts = levelsOf(shown).filter(
    (level) =>
      (isWriting ? level.isState === true : ofRelease.has(level.of)) &&
      // what else the volume has is not why something is found
      level.isOfVolume !== true &&
      those.every((one) => hasLevel(levelsOf(one), level)) &&
      !hasLevel(earlier, level),
  );
  const counted = facts.map(({ words }) => ({ words, count: countOf(words) }));
  const right = `${others.length} right responses`;
  const rare = counted
    .filter(({ count }) => count <= maxShare * others.length)
    .toSorted((a, b) => a.count - b.count);
  return rare.length === 0 ? [] : [tellRare(rare, right)];
}

interface Counted {
  readonly words: string;
  readonly count: number;
}

function tellRare(rare: readonly Counted[], right: string): string {
  const told = rare
    .slice(0, maxShown)
    .map(({ words, count }) => `${words} (${count === 0 ? "none" : count})`);
  return `perhaps ${told.join(", or ")}; in brackets, how many of ${right} are so`;
}
