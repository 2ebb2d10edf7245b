/** What all responses that show a deviation have, and none of the others: the contrast of their levels. */
import type { Exchange, Operation } from "../../../../schemas/report.ts";
import { type Compared, few } from "./compared.ts";
import { withAnyKey } from "./key-levels.ts";
import {
  canLack,
  distinct,
  hasLevel,
  isHistory,
  type Level,
  ofInput,
  ofNames,
  ofText,
  toWords,
} from "./level.ts";
import { type LevelsOf, placeOf } from "./levels.ts";
import { tellNumbers } from "./numbers.ts";
import { findPair, tellPair } from "./pair.ts";
import type { ReleaseEvents } from "./release-events.ts";

/** What sets the responses of one deviation apart. */
export interface Circumstances {
  /** The one that says most is first. */
  readonly lines: readonly string[];
  /** The operations after which the deviation was seen, and without which it was not. */
  readonly after: readonly Operation[];
  /** The anchors of the specification that what sets them apart is about. */
  readonly anchors: readonly string[];
  /** How they are known: an old answer, equal requests with two answers, writes at the same time, one right response that is like it, what came before, or that nearly all are so. Absent where many compare. */
  readonly kind?: "kept" | "equal" | "meanwhile" | "twin" | "history" | "always";
  /** True if nothing but their requests and their releases sets them apart: what was done to other versions is not why. */
  readonly isOfRelease?: boolean;
  /** The id of the requirement whose responses alone have this in common; absent if all have. */
  readonly requirement?: string;
  /** The same lines for another response that shows the deviation. */
  readonly linesOf?: (exchange: Exchange) => readonly string[];
}

const maxLines = 2;

/** Not every response is looked at, so that some that seem right may be wrong, too. One response has much in common with a few. */
const maxShareOfOthers = 0.1;
const maxShareBesideFew = 0.05;
/** So many responses of so many volumes have little in common by chance. */
const many = 5;

/**
 * How probable it may be that responses have something in common by chance. Of what comes before them, and of what the run draws at
 * random, many things are tried.
 */
const maxChance = 0.2;
const maxChanceOfMany = 0.04;
/** Two responses have much in common that came before them. */
const maxChanceOfTwo = 0.001;

/** Where that many responses show a deviation, a few of them may lack a level: what runs at the same time has no order. */
const enough = 20;
const minShareOfEnough = 0.95;

interface Context {
  readonly levelsOf: LevelsOf;
  readonly events: ReleaseEvents;
}

/** @returns no lines where nothing sets the responses apart, or where chance may */
export function contrast(
  { those, beyond, others, whole, operations, asWanted, isOfCaller = false }: Compared,
  { levelsOf: ownLevelsOf, events }: Context,
): Circumstances {
  const levelsOf = withAnyKey(those, ownLevelsOf);
  const volumes = new Set(those.map((one) => placeOf(one, events)?.volume)).size;
  const isOfOneVolume = volumes < 2;
  const most = others.length * (those.length < few ? maxShareBesideFew : maxShareOfOthers);
  const elsewhere = countWords(others.map(levelsOf));
  const here = countWords(those.map(levelsOf));
  const rareness = ({ words, isNegated = false }: Level): number => {
    const count = elsewhere.get(words) ?? 0;
    return isNegated ? others.length - count : count;
  };
  // of a single request that should have been refused, any part of what was wrong with it may be the reason
  const isOfOneInput = asWanted !== undefined && those.length === 1;
  const furtherOn = countWords(beyond.map((exchange) => levelsOf({ exchange })));
  const isByChance = (level: Level): boolean => {
    const { of, words, isBeside = false, isNegated = false, isRefusal = false, operation } = level;
    // a name or a version that most responses of other operations lack is not what they have in common
    if (ofNames.has(of) && !isNegated && 2 * (furtherOn.get(words) ?? 0) < beyond.length) return true;
    const isBefore = isHistory(level);
    if ((isBeside || isRefusal) && isOfCaller) return true;
    // for whom it should have been refused is what the sentence says
    if (of === "caller" && isOfCaller && asWanted !== undefined) return true;
    if (of === "token" && isOfCaller && those.length === 1) return true;
    // each request has something that is drawn, and was to be refused for something else
    if (of === "field" && isOfOneInput) return true;
    // what a single response shares with a right one is why it is wrong no more than anything else of it
    if (those.length === 1 && rareness(level) > 0) return true;
    if (isOfOneInput && ofInput.has(of) && rareness(level) > 0) return true;
    // two keys that differ are told beside the request
    if (isOfOneInput && level.isSpelling === true) return true;
    const isSeenWidely = those.length >= many && volumes >= many;
    // what was done to other versions is far from the response: it has to be there whenever that is, and never without it
    if (isBeside && rareness(level) > 0 && !isSeenWidely) return true;
    const isOfRequirement = isBefore && !isNegated && operation !== undefined && operations.has(operation);
    const share = (rareness(level) + 1) / (others.length + 1);
    // what happened to a volume is one thing for all responses about it
    const chance = share ** (isBefore ? volumes : those.length);
    if (
      chance > (of === "field" || (isBefore && (isBeside || !isOfRequirement)) ? maxChanceOfMany : maxChance)
    )
      return true;
    if (!isBefore || (!isOfOneVolume && (those.length >= few || chance <= maxChanceOfTwo))) return false;
    return !isOfRequirement || rareness(level) > 0;
  };
  const least = Math.ceil(those.length * (those.length < enough ? 1 : minShareOfEnough));
  const countHere = ({ words, isNegated = false }: Level): number => {
    const count = here.get(words) ?? 0;
    return isNegated ? those.length - count : count;
  };
  const isShared = (level: Level): boolean =>
    countHere(level) >= least && rareness(level) <= most && !isByChance(level);
  const shared = [
    ...distinct(those.flatMap(levelsOf)),
    ...distinct(others.flatMap(levelsOf))
      .filter(canLack)
      .map((level) => ({ ...level, isNegated: true })),
  ].filter(isShared);
  // of rows, the versions of one volume are compared
  const isOfRows = those.every(({ version }) => version !== undefined);
  const inOneVolume = { events, isOfOneVolume: isOfOneVolume && !isOfRows, beyond };
  // who may do what depends on no number
  const numbers = isOfOneInput || isOfCaller ? [] : tellNumbers(those, whole, inOneVolume);
  const direct = shared.filter((level) => !isHistory(level) && level.of !== "field");
  const drawn = shared.filter(({ of }) => of === "field");
  const history = shared.filter(isHistory);
  // what the request itself has says more than what came before it, and than what is drawn for it
  const always = direct.filter((level) => rareness(level) === 0);
  // a field that a server names itself with explains all, or nothing
  const mostly = direct.filter(({ of }) => of !== "response");
  const byWeight = [always, numbers, mostly, history, drawn];
  const found = byWeight.find((levels) => levels.length > 0) ?? [];
  // a single request has something drawn of its own: what else it has and few others have says more
  const unusual =
    found === drawn && those.length === 1
      ? distinct(those.flatMap(levelsOf)).filter((one) => one.of === "request" && rareness(one) <= most)
      : [];
  const best = unusual.length > 0 ? unusual : found;
  const isOfNumbers = best === numbers;
  const rarest = Math.min(...best.map(rareness));
  const rarestOnes = isOfNumbers ? [] : best.filter((level) => rareness(level) === rarest);
  // what came before is often known by two names
  const isSame = (one: Level, other: Level): boolean =>
    isHistory(one) &&
    isHistory(other) &&
    one.isNegated === other.isNegated &&
    others.every((shown) => hasLevel(levelsOf(shown), one) === hasLevel(levelsOf(shown), other));
  const told = rarestOnes
    .filter((level, place) => !rarestOnes.slice(0, place).some((one) => isSame(one, level)))
    .slice(0, maxLines);
  const toLine = (words: string, count: number): string => {
    const only = rarest > 0 ? "" : count < those.length ? "nearly only " : "only ";
    return `${only}${words} (${count} of ${those.length} wrong responses, ${rarest === 0 ? "none" : rarest} of ${others.length} right ones)`;
  };
  // which of two members or header fields it is, no response tells
  const isTogether =
    rarest === 0 &&
    told.length > 1 &&
    told.every((level) => ofText.has(level.of) && countHere(level) === those.length);
  const toldLines = isTogether
    ? [toLine(`${told.map(toWords).join(" and ")}, always together`, those.length)]
    : told.map((level) => toLine(toWords(level), countHere(level)));
  // two things at once that no right response has say more than one that some have
  const pair =
    isOfNumbers || rarest === 0
      ? undefined
      : findPair(those.map(levelsOf), others.map(levelsOf), { volumes });
  return {
    lines: isOfNumbers
      ? numbers.map(({ words }) => words)
      : pair === undefined
        ? toldLines
        : [tellPair(pair, those.length)],
    after: [...new Set(told.flatMap(({ operation }) => operation ?? []))],
    ...(best === history && history.length > 0 ? { kind: "history" as const } : {}),
    isOfRelease:
      told.length > 0 &&
      rarest === 0 &&
      told.every((one) => one.isBeside !== true && one.isOfVolume !== true),
    anchors: (isOfNumbers ? numbers : told).flatMap(({ anchor }) => anchor ?? []),
  };
}

/** How many have each level, by its words. */
function countWords(all: readonly (readonly Level[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const levels of all) for (const { words } of levels) counts.set(words, (counts.get(words) ?? 0) + 1);
  return counts;
}
