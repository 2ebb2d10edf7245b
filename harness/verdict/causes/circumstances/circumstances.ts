/**
 * The circumstances of a deviation: what all responses that show it have in common, and none of the others of the same operation has.
 * They are read from the recording, and say what was seen, not why.
 */
import type { Exchange, Operation } from "../../../../schemas/report.ts";
import type { Sighting } from "../deviation.ts";
import { tellAlways } from "./always.ts";
import { type Compared, compare, few, minOthers } from "./compared.ts";
import { tellDelay } from "./delay.ts";
import { tellEqualRequests, tellEqualTokens } from "./equal-requests.ts";
import { withAnyKey } from "./key-levels.ts";
import { tellAllKept, tellKept } from "./kept-answers.ts";
import { canLack, distinct, isHistory, type Level, ofInput, ofNames, ofText, toWords } from "./level.ts";
import { createLevels, type LevelsOf, placeOf } from "./levels.ts";
import { tellNumbers } from "./numbers.ts";
import { findMostSeen } from "../rank.ts";
import { tellMeanwhile } from "./meanwhile.ts";
import { findPair, tellPair } from "./pair.ts";
import { tellOwnChecks } from "./own-checks.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { ReleaseEvents } from "./release-events.ts";
import { tellRightBytes } from "./right-bytes.ts";
import { tellSuspects } from "./suspects.ts";
import { createTwins, type TellTwin } from "./twin.ts";

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

/** Where to look, where more is known than what is wrong. */
export const hintsOfKinds: Readonly<Partial<Record<NonNullable<Circumstances["kind"]>, string>>> = {
  kept: "Find what keeps this answer: a cache, or a server with a memory of its own",
  meanwhile:
    "Find what two requests at the same time share: a lock, a connection, or a value that one changes while the other reads it",
  equal: "Compare the servers behind this address: their version, their clock, and what each keeps in memory",
};

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

const none: Circumstances = { lines: [], after: [], anchors: [] };

export type Tell = (group: readonly Sighting[]) => Circumstances;

export function createCircumstances(readRun: () => RecordedRun): Tell {
  let tools: { readonly levelsOf: LevelsOf; readonly tellTwin: TellTwin } | undefined;
  const told = new WeakMap<readonly Sighting[], Circumstances>();
  function tell(group: readonly Sighting[]): Circumstances {
    const run = readRun();
    const compared = compare(group, run);
    if (compared === undefined || compared.those.length === 0) return none;
    const found = tellOf(compared, run);
    const allKept = found.kind === "kept" ? [] : tellAllKept(group, run);
    if (allKept.length > 0) return { ...none, lines: allKept, kind: "kept" };
    if (found.lines.length > 0) return found;
    // one requirement may blame the right one of two responses that differ
    const first = findMostSeen(group.filter(({ isMain, got }) => isMain !== false && got !== undefined));
    const ofFirst = compare(
      group.filter(({ requirement }) => requirement.id === first?.requirement.id),
      run,
    );
    // what only a few of them have in common sets the deviation apart from nothing
    const isMost =
      ofFirst !== undefined &&
      ofFirst.those.length < compared.those.length &&
      2 * ofFirst.those.length >= compared.those.length;
    return isMost
      ? { ...found, lines: tellOf(ofFirst, run).lines, requirement: first?.requirement.id ?? "" }
      : found;
  }
  function tellOf(compared: Compared, run: RecordedRun): Circumstances {
    const linesOf = (exchange: Exchange): readonly string[] => tellKept(exchange, run);
    const kept = compared.those.map(({ exchange }) => linesOf(exchange)).find(({ length }) => length > 0);
    if (kept !== undefined) return { ...none, lines: kept, kind: "kept", linesOf };
    const equal = tellEqualRequests(compared, run) ?? tellEqualTokens(compared, run);
    // a server that breaks now and then has a hint of its own
    const kind = compared.isBreak ? {} : { kind: "equal" as const };
    if (equal !== undefined) return { ...none, lines: [equal], ...kind };
    tools ??= createTools(run);
    const { levelsOf, tellTwin } = tools;
    // what was refused for the same reason is nearer than what was refused at all
    const { others, asWanted = [] } = compared;
    for (const some of [others, asWanted]) {
      if (some.length < minOthers) continue;
      const found = contrast({ ...compared, others: some }, { levelsOf, events: run.events });
      if (found.lines.length > 0) return found;
    }
    const own = tellOwnChecks(compared, levelsOf);
    if (own.length > 0) return { ...none, lines: own };
    const always = tellAlways(compared);
    if (always !== undefined) return { ...none, lines: [always], kind: "always" };
    const meanwhile = tellMeanwhile(compared, run.events);
    if (meanwhile !== undefined) return { ...none, lines: [meanwhile], kind: "meanwhile" };
    const delay = tellDelay(compared, run.events);
    if (delay !== undefined) return { ...none, lines: [delay] };
    const twin = tellTwin(compared);
    const near = twin.length > 0 ? twin : tellRightBytes(compared, run.events);
    return { ...none, lines: near.length > 0 ? near : tellSuspects(compared, levelsOf), kind: "twin" };
  }
  // consequences ask first, and causes again
  return (group) => {
    const found = told.get(group) ?? tell(group);
    told.set(group, found);
    return found;
  };
}

function createTools({ exchanges, events }: RecordedRun): { levelsOf: LevelsOf; tellTwin: TellTwin } {
  const levelsOf = createLevels(exchanges, events);
  return { levelsOf, tellTwin: createTwins(events, levelsOf) };
}

interface Context {
  readonly levelsOf: LevelsOf;
  readonly events: ReleaseEvents;
}

function contrast(
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
    // what a single response shares with a right one is why it is wrong no more than anything else of it
    if (those.length === 1 && rareness(level) > 0) return true;
    if (isOfOneInput && ofInput.has(of) && rareness(level) > 0) return true;
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
  const numbers = isOfOneInput ? [] : tellNumbers(those, whole, inOneVolume);
  const direct = shared.filter((level) => !isHistory(level) && level.of !== "field");
  const drawn = shared.filter(({ of }) => of === "field");
  const history = shared.filter(isHistory);
  // what the request itself has says more than what came before it, and than what is drawn for it
  const always = direct.filter((level) => rareness(level) === 0);
  // a field that a server names itself with explains all, or nothing
  const mostly = direct.filter(({ of }) => of !== "response");
  const byWeight = [always, numbers, mostly, history, drawn];
  const best = byWeight.find((levels) => levels.length > 0) ?? [];
  const isOfNumbers = best === numbers;
  const rarest = Math.min(...best.map(rareness));
  const told = isOfNumbers ? [] : best.filter((level) => rareness(level) === rarest).slice(0, maxLines);
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
  const pair = best.length > 0 ? undefined : findPair(those.map(levelsOf), others.map(levelsOf), { volumes });
  return {
    lines: isOfNumbers
      ? numbers.map(({ words }) => words)
      : [...toldLines, ...(pair === undefined ? [] : [tellPair(pair, those.length)])],
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
