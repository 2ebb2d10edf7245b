/** The right response that is nearest to a wrong one: what sets the two apart is where to look. */
import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "../../../../schemas/report.ts";
import { fitEnds } from "../../../../schemas/short-text.ts";
import { toCheckId } from "../../../exchange/actor-ids.ts";
import type { TriedAgain } from "../../check-outcome.ts";
import { slugIn } from "../deviation.ts";
import { authorizationOf } from "../exchange-text.ts";
import { areAlike } from "./alike.ts";
import { type Compared, countVolumes, type Shown } from "./compared.ts";
import { areOfOneKind, keyOf } from "./described-keys.ts";
import { toAnswer } from "./equal-requests.ts";
import { toKeyedLife } from "./keyed-life.ts";
import { hasLevel, isHistory, type Level, toWords } from "./level.ts";
import type { LevelsOf } from "./levels.ts";
import { isWrite } from "./reads-before.ts";
import { isRefusedForState } from "./story-kinds.ts";
import { preferring } from "../rank.ts";
import type { ReleaseEvents } from "./release-events.ts";

/** What more responses show than these is no single case. */
const maxThose = 3;
/** More differences from another case lead a reader astray: none of them need be the one that counts. */
const maxDifferences = 5;
/** The others are counted. */
const maxShown = 3;

/** @returns a line: which response is right, and what differs there; none where no response of the same case or problem is right */
export type TellTwin = (compared: Compared, again?: TriedAgain) => readonly string[];

export function createTwins(events: ReleaseEvents, levelsOf: LevelsOf): TellTwin {
  const steps = toSteps(events.sorted);
  return (compared, again) => {
    const { those, others } = compared;
    const [shown] = those;
    if (shown === undefined || those.length > maxThose || shown.row !== undefined) return [];
    const here = levelsOf(shown).filter((level) => those.every((one) => hasLevel(levelsOf(one), level)));
    const anyHere = those.flatMap(levelsOf);
    const isOfKey = [shown, ...(compared.asWanted?.slice(0, 1) ?? [])].some(
      (one) => slugIn(one.exchange) === "idempotency-conflict",
    );
    // where the two say different things, what else differs decides nothing
    const life = toKeyedLife(shown.exchange, events);
    // where the form of names alone is not the reason, those of the other form lead astray
    const form = again?.isOtherForm === false && again.isRight ? here.find(isForm) : undefined;
    const candidates = findCandidates(shown.exchange, compared, steps)
      .filter((one) => form === undefined || hasLevel(levelsOf(one), form))
      .filter(
        ({ exchange }) =>
          areAlike(exchange, shown.exchange, events, { isOfState: isRefusedForState(exchange) }) &&
          toKeyedLife(exchange, events) === life &&
          // a key of another kind is another case
          (!isOfKey || areOfOneKind(keyOf(exchange), keyOf(shown.exchange))) &&
          // where the token decides, a request with a token for something else is none that is like it
          (compared.isOfCaller !== true || areOfOneToken(exchange, shown.exchange, levelsOf)),
      );
    const [nearest] = candidates
      .map((twin) => ({
        twin,
        differences: [
          ...toDifferences(here, anyHere, levelsOf(twin)).filter(mayDecide),
          ...(compared.isOfCaller === true ? [] : toVersion(shown, twin, events)),
        ],
      }))
      // in a replay, the same of those that are equally near
      .toSorted(
        (a, b) =>
          a.differences.length - b.differences.length || (a.twin.exchange.id < b.twin.exchange.id ? -1 : 1),
      );
    if (nearest === undefined) return [];
    if (nearest.differences.length === 0) return [];
    // what was done to a release, or beside it, is told step by step
    if (nearest.differences.every(isHistory)) return [];
    if (!isWrite(shown.exchange) && nearest.differences.some(isHistory)) return [];
    // another token, or another problem, may be refused for what it is
    const compare = compared.isOfCaller === true ? candidates : (compared.asWanted ?? others);
    // what else differs beside the form of names is not ruled out
    const isOwn = ({ isBeside = false }: Level): boolean => !isBeside;
    const beside = nearest.differences.filter((level) => !isForm(level));
    const told = preferring(
      [...nearest.differences.filter(isForm), ...preferring(beside, isOwn)],
      ({ isRefusal = false }) => !isRefusal,
    ).map((level) => ({
      level,
      rank: rankOf(level),
      rareness: compare.filter((one) => hasLevel(levelsOf(one), level) !== (level.isNegated === true)).length,
    }));
    // what other right responses have is not why this one is wrong
    const alone = preferring(told, ({ level, rareness }) => isForm(level) || rareness === 0);
    const sorted = alone.toSorted((a, b) => a.rank - b.rank || a.rareness - b.rareness);
    // of a request that is wrong in another way, only the form of names says something
    const isOnlyForm = sorted.length === 1 && sorted.every(({ level }) => isForm(level));
    if (!nearest.twin.isOfStep && compared.asWanted !== undefined && !isOnlyForm) return [];

    if (sorted.length > maxDifferences) return [];
    const isFew = countVolumes(those) === 1 && countVolumes(candidates) <= maxByChance;
    const alike =
      isFew && again === undefined ? `${those.length} of ${those.length + candidates.length}` : undefined;
    return toLines(
      nearest.twin.exchange,
      sorted.map(({ level }) => level),
      { alike, isToldApart: again !== undefined },
    );
  };
}

/**
 * The form of names says most: a registry often has code of its own for each. What the request and its release have says more than what
 * was done before, and that more than what was refused.
 */
function rankOf(level: Level): number {
  const { of, absent, isRefusal = false } = level;
  if (of === "form" || isVersion(level)) return 0;
  if (absent !== undefined) return 1;
  return isRefusal ? 3 : 2;
}

/** The requests for one volume, beside those for so few others, have another form of names by chance, where one of several servers is wrong. */
const maxByChance = 2;

/** True if the tokens of two requests are for the same, as far as the recording says. */
function areOfOneToken(one: Exchange, other: Exchange, levelsOf: LevelsOf): boolean {
  const [some, others] = [one, other].map((exchange) =>
    levelsOf({ exchange })
      .filter(({ of }) => of === "token")
      // the names of two volumes differ where what the tokens are for does not
      .map(({ words }) => words.replaceAll(/"[^"]*"/gu, "")),
  );
  return isDeepStrictEqual(some, others);
}

/** What was refused for another version decides nothing. */
function mayDecide({ of, isBeside = false, isRefusal = false, isNegated = false }: Level): boolean {
  if (of === "origin" && isNegated) return false;
  return !(isBeside && isRefusal);
}

/** Where the form of names differs, what else differs is told apart: it need not be the reason. But of a create, the version may be. */
function toLines(
  twin: Exchange,
  differences: readonly Level[],
  { alike, isToldApart }: { readonly alike: string | undefined; readonly isToldApart: boolean },
): readonly string[] {
  const [first, ...others] = differences;
  if (first === undefined) return [];
  if (!isForm(first) || others.some(isVersion))
    return [`${listFirst(differences).join(", or ")}, unlike the nearest right response (${toAnswer(twin)})`];
  const right = `with names of the other form it was right (${toAnswer(twin)})`;
  const line =
    alike === undefined
      ? `${toWords(first)}: ${right}`
      : `in ${alike} alike requests, ${toWords(first)}: ${right}. The form may decide, or which server answered`;
  return others.length === 0 || isToldApart
    ? [line]
    : [line, `not ruled out: ${listFirst(others).join(", ")}`];
}

/** The first ones in words, and how many more there are. */
function listFirst(levels: readonly Level[]): readonly string[] {
  const rest = levels.length - maxShown;
  const more = rest > 0 ? [rest === 1 ? "one other thing" : `${rest} other things`] : [];
  return [...levels.slice(0, maxShown).map(toWords), ...more];
}

function isForm({ of }: Level): boolean {
  return of === "form";
}

/** Versions that say nothing. */
const usualVersion = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/u;

/** Of creates, which version is asked for: checks of versions send some in one form of names, and others in the other. */
function toVersion(shown: Shown, twin: Shown, events: ReleaseEvents): readonly Level[] {
  const [own = "", other] = [shown, twin].map(({ exchange }) => events.placeOf(exchange)?.version);
  const isTold =
    shown.exchange.operation === "createReleaseUpload" && own !== other && !usualVersion.test(own);
  return isTold ? [{ of: "version", words: `the version ${JSON.stringify(fitEnds(own, maxVersion))}` }] : [];
}

function isVersion({ of, absent }: Level): boolean {
  return of === "version" && absent === undefined;
}

const maxVersion = 40;

/**
 * What only the wrong responses have, and what only the right one has. Names in two forms are one difference.
 *
 * @param here what all wrong responses have
 * @param anyHere what some wrong response has: the right one is not alone with it
 */
function toDifferences(
  here: readonly Level[],
  anyHere: readonly Level[],
  there: readonly Level[],
): readonly Level[] {
  const missing = there.filter((level) => !hasLevel(anyHere, level) && !isForm(level));
  return [
    ...here.filter((level) => !hasLevel(there, level)),
    ...missing.map((level) => ({ ...level, isNegated: true })),
  ].filter(({ of }) => of !== "field");
}

/** Of the same step of the same case, with names of the other form; or else of the same case; or else with the same problem, for the same token. */
function findCandidates(
  exchange: Exchange,
  { asWanted, others, isOfCaller = false }: Compared,
  steps: ReadonlyMap<string, string>,
): readonly Candidate[] {
  const ofCase = (asWanted ?? others).filter(
    (one) =>
      toCheckId(one.exchange.actor) === toCheckId(exchange.actor) &&
      // each token is another case
      (!isOfCaller || authorizationOf(one.exchange) === authorizationOf(exchange)),
  );
  const step = steps.get(exchange.id);
  const ofStep = ofCase.filter((one) => steps.get(one.exchange.id) === step);
  if (ofStep.length > 0) return ofStep.map((one) => ({ ...one, isOfStep: true }));
  const ofToken = (asWanted ?? []).filter(
    (one) => one.exchange.about?.credential === exchange.about?.credential,
  );
  return (ofCase.length > 0 ? ofCase : ofToken).map((one) => ({ ...one, isOfStep: false }));
}

interface Candidate extends Shown {
  /** True for the same step of the same case. */
  readonly isOfStep: boolean;
}

/** By the id of each exchange: its place among those of its operation that one sender made. */
function toSteps(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    exchanges.map(({ id, actor, operation, request: { method } }) => {
      const kind = `${operation} ${method}`;
      const count = (counts.get(`${actor} ${kind}`) ?? 0) + 1;
      counts.set(`${actor} ${kind}`, count);
      return [id, `${kind} ${count}`];
    }),
  );
}
