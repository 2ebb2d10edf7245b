/**
 * The circumstances of a deviation: what all responses that show it have in common, and none of the others of the same operation has.
 * They are read from the recording, and say what was seen, not why.
 */
import type { Operation } from "../../../../schemas/report.ts";
import type { Sighting } from "../deviation.ts";
import { type Compared, compare, type Shown } from "./compared.ts";
import { createLevels, type Level, type LevelsOf, placeOf } from "./levels.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { ReleaseEvents } from "./release-events.ts";

/** What sets the responses of one deviation apart. */
export interface Circumstances {
  /** The one that says most is first. */
  readonly lines: readonly string[];
  /** The operations after which the deviation was seen, and without which it was not. */
  readonly after: readonly Operation[];
  /** The anchors of the specification that what sets them apart is about. */
  readonly anchors: readonly string[];
}

/** Fewer other responses tell nothing: anything sets a response apart from so few. */
const minOthers = 5;
const maxLines = 2;

/** Not every response is looked at, so that some that seem right may be wrong, too. One response has much in common with a few. */
const maxShareOfOthers = 0.1;
const maxShareBesideFew = 0.05;
const few = 3;

/**
 * How probable it may be that responses have something in common by chance. Of what comes before them, and of what the run draws at
 * random, many things are tried.
 */
const maxChance = 0.2;
const maxChanceOfMany = 0.04;

const none: Circumstances = { lines: [], after: [], anchors: [] };

export type Tell = (group: readonly Sighting[]) => Circumstances;

export function createCircumstances(readRun: () => RecordedRun): Tell {
  let levelsOf: LevelsOf | undefined;
  const told = new WeakMap<readonly Sighting[], Circumstances>();
  function tell(group: readonly Sighting[]): Circumstances {
    const run = readRun();
    const { exchanges, events } = run;
    const compared = compare(group, run);
    if (compared === undefined || compared.those.length === 0 || compared.others.length < minOthers)
      return none;
    levelsOf ??= createLevels(exchanges, events);
    return contrast(compared, { levelsOf, events });
  }
  // consequences ask first, and causes again
  return (group) => {
    const found = told.get(group) ?? tell(group);
    told.set(group, found);
    return found;
  };
}

interface Context {
  readonly levelsOf: LevelsOf;
  readonly events: ReleaseEvents;
}

function contrast({ those, others, operations }: Compared, { levelsOf, events }: Context): Circumstances {
  const volumes = new Set(those.map((one) => placeOf(one, events)?.volume)).size;
  const isOfOneVolume = volumes < 2;
  const most = others.length * (those.length < few ? maxShareBesideFew : maxShareOfOthers);
  const elsewhere = countWords(others.map(levelsOf));
  const here = countWords(those.map(levelsOf));
  const rareness = ({ words }: Level): number => elsewhere.get(words) ?? 0;
  const isByChance = (level: Level): boolean => {
    const { isHistory = false, isBeside = false, isDrawn = false, operation } = level;
    // what was done to other versions is far from the response: it has to be there whenever that is, and never without it
    if (isBeside && rareness(level) > 0) return true;
    const isOfRequirement = isHistory && operation !== undefined && operations.has(operation);
    const share = (rareness(level) + 1) / (others.length + 1);
    // what happened to a volume is one thing for all responses about it
    const chance = share ** (isHistory ? volumes : those.length);
    if (chance > (isDrawn || (isHistory && !isOfRequirement) ? maxChanceOfMany : maxChance)) return true;
    if (!isHistory || (those.length >= few && !isOfOneVolume)) return false;
    return !isOfRequirement || rareness(level) > 0;
  };
  const shared = [...new Map(those.flatMap(levelsOf).map((level) => [level.words, level])).values()].filter(
    (level) => here.get(level.words) === those.length && rareness(level) <= most && !isByChance(level),
  );
  const direct = shared.filter(({ isHistory }) => isHistory !== true);
  // what the request itself has says more than what came before it
  const best = direct.length > 0 ? direct : shared;
  const rarest = Math.min(...best.map(rareness));
  const told = best.filter((level) => rareness(level) === rarest).slice(0, maxLines);
  const counts = `(${those.length} of ${those.length}, and ${rarest} of ${others.length} others)`;
  const pair = told.length > 0 ? undefined : findPair(those.map(levelsOf), others.map(levelsOf));
  const inWords = [
    ...told.map(({ words }) => `${rarest === 0 ? "only " : ""}${words} ${counts}`),
    ...(pair === undefined ? [] : [tellPair(pair, those.length)]),
  ];
  // what a long name has besides its length says more
  const numbers = inWords.length > 0 || isOfOneVolume ? [] : tellNumbers(those, others, events);
  return {
    lines: [...inWords, ...numbers.map(({ words }) => words)],
    after: [...new Set(told.flatMap(({ operation }) => operation ?? []))],
    anchors: [...told, ...numbers].flatMap(({ anchor }) => anchor ?? []),
  };
}

/** Two levels that all responses of the deviation have at once, and no other response. */
interface Pair {
  readonly levels: readonly [Level, Level];
  /** How many of the others have each of them alone. */
  readonly alone: readonly [number, number];
}

/** If two levels had nothing to do with each other, so many others would have both: that none has is not by chance. */
const minExpected = 6;

function findPair(
  those: readonly (readonly Level[])[],
  others: readonly (readonly Level[])[],
): Pair | undefined {
  if (those.length < 2) return undefined;
  const have = others.map((levels) => new Set(levels.map(({ words }) => words)));
  const countOf = (...words: readonly string[]): number =>
    have.filter((known) => words.every((one) => known.has(one))).length;
  const common = [...new Map(those[0]?.map((level) => [level.words, level])).values()].filter(
    ({ words, isHistory }) =>
      // of what came before, a few have much in common by chance
      (isHistory !== true || those.length >= few) &&
      those.every((levels) => levels.some((level) => level.words === words)),
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

function tellPair({ levels: [one, other], alone: [first, second] }: Pair, count: number): string {
  return `only ${one.words} and ${other.words} at once (${count} of ${count}; of the others, ${first} have the one, ${second} the other, and none both)`;
}

/** Numbers that are larger wherever the deviation was seen than anywhere else. */
function tellNumbers(
  those: readonly Shown[],
  others: readonly Shown[],
  events: ReleaseEvents,
): readonly Level[] {
  return numbersOf.flatMap(({ words, of, ...about }) => {
    const least = Math.min(...those.map((one) => of(one, events)));
    const largest = Math.max(...others.map((one) => of(one, events)));
    return least > largest && Number.isFinite(least) && Number.isFinite(largest)
      ? [{ ...about, words: `only with ${least} or more ${words} (others: at most ${largest})` }]
      : [];
  });
}

/** Numbers that may be over a limit which the text does not have. */
const numbersOf: readonly {
  readonly words: string;
  readonly anchor?: string;
  readonly of: (one: Shown, events: ReleaseEvents) => number;
}[] = [
  { words: "attachments of the release", of: countAttachments },
  {
    words: "characters in the volume's name",
    anchor: "format:volume-name",
    of: (one, events) => placeOf(one, events)?.volume.length ?? Number.NaN,
  },
  ...["first", "second", "third"].map((ordinal, place) => ({
    words: `as the ${ordinal} number of the version`,
    anchor: "format:version",
    of: (one: Shown, events: ReleaseEvents) =>
      Number(/^(\d+)\.(\d+)\.(\d+)/u.exec(placeOf(one, events)?.version ?? "")?.[place + 1]),
  })),
  {
    words: "characters in the version",
    anchor: "format:version",
    of: (one, events) => placeOf(one, events)?.version?.length ?? Number.NaN,
  },
];

function countAttachments(one: Shown, events: ReleaseEvents): number {
  const version = placeOf(one, events)?.version;
  if (version === undefined) return Number.NaN;
  return events
    .before(one.exchange)
    .filter((event) => event.kind === "attachment" && event.version === version).length;
}

/** How many have each level, by its words. */
function countWords(all: readonly (readonly Level[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const levels of all)
    for (const words of new Set(levels.map((level) => level.words)))
      counts.set(words, (counts.get(words) ?? 0) + 1);
  return counts;
}
