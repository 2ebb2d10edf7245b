/** Tells the causes of a run: the same deviation of the same operation or member is one cause, however many requirements see it. */
import type { CaseResult, Cause, CheckResult, Exchange, Operation } from "../../../schemas/report.ts";
import { toFullName } from "../../exchange/volume.ts";
import { toCheckId } from "../../exchange/actor-ids.ts";
import { readAround } from "./around.ts";
import { largestFirst } from "./cause-order.ts";
import { describeCause } from "./cause-text.ts";
import { hintsOfKinds, type Tell } from "./circumstances/circumstances.ts";
import type { Circumstances } from "./circumstances/contrast.ts";
import type { TellOrigin } from "./circumstances/origin.ts";
import type { TellStory } from "./circumstances/story.ts";
import { type Deviation, isAbout, type Sighting } from "./deviation.ts";
import { findGiverOfOther } from "./given-addresses.ts";
import { isAccepted, isAcceptedOfNobody } from "./wrong.ts";
import { tellLikewise } from "./likewise.ts";
import { createRestsOn, type RestsOn, withFoundations } from "./rests-on.ts";
import { type Candidates, createChoice, findMostSeen, preferring, toStated, withoutBroad } from "./rank.ts";

/** What causes are told with: the results as they are in the report. */
export interface CauseParts {
  readonly candidates: Candidates;
  readonly cases: readonly CaseResult[];
  readonly checks: readonly CheckResult[];
  readonly tell: Tell;
  readonly story: TellStory;
  readonly origin: TellOrigin;
  readonly exchanges: readonly Exchange[];
}

/** Causes: failures, then warnings, then what only blocks; each with the largest first. */
export function findCauses(
  deviations: readonly (readonly Sighting[])[],
  { cases, checks, candidates, tell, story, origin, exchanges }: CauseParts,
): readonly Cause[] {
  const results = new Map(cases.map((one) => [one.id, one]));
  const replays = new Map(checks.map(({ id, replay }) => [id, replay]));
  const restsOn = createRestsOn(candidates);
  const told = deviations
    .flatMap((group) => {
      const judged = group.map((sighting) => ({
        ...sighting,
        requirement: results.get(sighting.requirement.id) ?? sighting.requirement,
      }));
      return toCause(judged, tell(group), { candidates, replays, restsOn, story, origin, exchanges }) ?? [];
    })
    .toSorted((a, b) => largestFirst(a.cause, b.cause));
  const follows = (one: ToldCause, earlier: ToldCause): boolean =>
    restsOn(one.cause.breaks ?? "", earlier.cause.breaks ?? "") ||
    mayComeOf(one.shown.deviation, earlier.shown.deviation, exchanges);
  const causes = withFoundationsFirst(told, follows).map(({ cause }) => cause);
  return failuresFirst(causes, cases);
}

/** A cause, and the sighting that it is told by. */
interface ToldCause {
  readonly cause: Cause;
  readonly shown: Sighting;
}

/** True for what is seen of a volume, or at an address that it gave, after a release was published that should have been refused. */
function mayComeOf(
  { exchange: seen }: Deviation,
  { exchange: write, wrong }: Deviation,
  exchanges: readonly Exchange[],
): boolean {
  const volume = write?.about?.volume;
  if (seen === undefined || write === undefined || volume === undefined) return false;
  if (!isAccepted(wrong) || write.operation !== "finalizeReleaseUpload") return false;
  if (write.startedAtMs >= seen.startedAtMs) return false;
  const about = seen.about?.volume ?? findGiverOfOther(seen, exchanges, [])?.giver.about?.volume;
  return about !== undefined && toFullName(about) === toFullName(volume);
}

const verdictsOfCauses = ["failed", "warned", "blocked"] as const;

/** The causes with their verdicts, the worst first; those of one verdict keep their order. */
export function failuresFirst(causes: readonly Cause[], cases: readonly CaseResult[]): readonly Cause[] {
  const results = new Map(cases.map(({ id, verdict }) => [id, verdict]));
  return verdictsOfCauses.flatMap((verdict) =>
    causes
      .map((cause): Cause => ({ ...cause, verdict: verdictOf(cause, results) }))
      .filter((cause) => cause.verdict === verdict),
  );
}

function verdictOf(
  { breaks = "" }: Cause,
  results: ReadonlyMap<string, CaseResult["verdict"]>,
): "failed" | "warned" | "blocked" {
  const verdict = results.get(breaks);
  return verdict === "failed" || verdict === "warned" ? verdict : "blocked";
}

/** The causes in their order, but none before one that it follows from. */
function withFoundationsFirst(
  all: readonly ToldCause[],
  follows: (one: ToldCause, other: ToldCause) => boolean,
): readonly ToldCause[] {
  const placed: ToldCause[] = [];
  for (const told of all) {
    const place = placed.findIndex(
      (earlier) =>
        told.cause.breaks !== undefined && earlier.cause.breaks !== undefined && follows(earlier, told),
    );
    placed.splice(place === -1 ? placed.length : place, 0, told);
  }
  return placed;
}

interface CauseContext {
  readonly candidates: Candidates;
  readonly replays: ReadonlyMap<string, string>;
  readonly restsOn: RestsOn;
  readonly story: TellStory;
  readonly origin: TellOrigin;
  readonly exchanges: readonly Exchange[];
}

/** What more responses show than these is always so: nothing that came before leads to it. */
const maxWithStory = 60;

function toCause(
  group: readonly Sighting[],
  circumstances: Circumstances,
  context: CauseContext,
): ToldCause | undefined {
  const first = group[0];
  if (first === undefined) return undefined;
  const broken = group.filter(({ requirement }) => requirement.verdict !== "blocked");
  const ids = [...new Set(broken.map(({ requirement }) => requirement.id))];
  const breaks = chooseBroken(broken, context, circumstances);
  const shown = findMostSeen(group.filter(({ requirement }) => requirement.id === breaks)) ?? first;
  const blocked = group.filter(({ requirement }) => requirement.verdict === "blocked");
  const { exchange } = shown.deviation;
  const { lines, hint } = lookAround(shown, circumstances, { ...context, group });
  const count = new Set(group.flatMap(({ exchanges }) => exchanges)).size;
  // what is always so has no story
  const isAlways = count > maxWithStory || circumstances.kind === "always";
  const before = isAlways ? [] : context.story(shown, circumstances.isOfRelease);
  const likewise = tellLikewise(shown, group);
  const text = describeCause(shown, { ...readAround(shown, context.exchanges), hint });
  const cause: Cause = {
    id: text.id,
    sentence: text.sentence,
    ...(breaks === undefined ? {} : { breaks }),
    explains: ids.filter((id) => id !== breaks),
    blocks: [...new Set(blocked.map(({ requirement }) => requirement.id))],
    operations: operationsOf([shown, ...group]),
    count,
    ...(exchange === undefined ? {} : { exchange: exchange.id }),
    repeat: toRepeat(breaks ?? first.requirement.id, exchange, context),
    hint: text.hint,
    ...(lines.length === 0 ? {} : { when: lines }),
    ...(likewise.length === 0 ? {} : { likewise }),
    ...(before.length === 0 ? {} : { before }),
  };
  return { cause, shown };
}

/** The command that runs the requirement again; of a rule for every response, with the check that sent the request which is shown. */
function toRepeat(id: string, exchange: Exchange | undefined, { replays, candidates }: CauseContext): string {
  const own = replays.get(id) ?? "";
  const check = toCheckId(exchange?.actor ?? "");
  const isOfAll = candidates.invariants.some((one) => one.id === id);
  const ofCheck =
    isOfAll && candidates.checks.some((one) => one.id === check) ? replays.get(check) : undefined;
  return ofCheck?.replace(`--only ${check}`, `--only ${check} --only ${id}`) ?? own;
}

/** What sets the response apart that is shown, and where to look because of it. */
function lookAround(
  shown: Sighting,
  { kind, lines, linesOf, requirement }: Circumstances,
  context: CauseContext & { readonly group: readonly Sighting[] },
): { readonly lines: readonly string[]; readonly hint: string | undefined } {
  const { exchange } = shown.deviation;
  const origin = context.origin(shown, context.group);
  // one response that is like it says less than what is known of the release, and what came before less than what is of the upload
  const isLess =
    (origin !== undefined && kind === "twin") || (origin?.hint !== undefined && kind === "history");
  const own = exchange === undefined ? [] : (linesOf?.(exchange) ?? []);
  const isOfOther = requirement !== undefined && requirement !== shown.requirement.id;
  const around = isLess || isOfOther ? [] : own.length > 0 ? own : lines;
  return {
    lines: [origin?.line ?? [], around].flat(),
    hint: origin?.hint ?? (kind && hintsOfKinds[kind]) ?? origin?.lastHint,
  };
}

/** Some sightings of a deviation, and those of all whose check states one of their rules for every response in its own words. */
function withStating(
  some: readonly Sighting[],
  all: readonly Sighting[],
  { checks }: Candidates,
): readonly Sighting[] {
  const shown = new Set(some.map(({ requirement }) => requirement.id));
  const stating = new Set(
    checks.filter(({ owns = [] }) => owns.some((id) => shown.has(id))).map(({ id }) => id),
  );
  return [...some, ...all.filter((one) => !some.includes(one) && stating.has(one.requirement.id))];
}

/**
 * The requirement that a cause breaks: a `must` before a `should`, then one that saw the deviation that the cause is named after, or that
 * such a one rests on. A
 * failed check that states the rule of an owning rule for every response comes before that rule.
 */
function chooseBroken(
  broken: readonly Sighting[],
  { candidates, restsOn }: CauseContext,
  { after, anchors, kind }: Circumstances,
): string | undefined {
  const stated = toStated(broken, candidates);
  const failed = broken.filter(({ requirement }) => requirement.verdict === "failed");
  const worst = failed.length > 0 ? failed : broken;
  // what a check asked for is not why it went wrong while something was written
  const ofAll = new Set(kind === "meanwhile" ? candidates.invariants.map(({ id }) => id) : []);
  const alone = preferring(worst, ({ wanted }) => wanted?.atOnce !== true);
  const general = preferring(alone, ({ requirement }) => ofAll.has(requirement.id));
  // that such a request was accepted proves what others only suggest
  const judged = preferring(
    general,
    ({ isMain, deviation: { wrong, exchange } }) =>
      isMain === true && exchange !== undefined && isAcceptedOfNobody(wrong, exchange),
  );
  if (judged.length < general.length && ofAll.size === 0) return findMostSeen(judged)?.requirement.id;
  const main = judged.filter(
    ({ requirement, deviation, isMain = false }) =>
      isMain && deviation.operation !== "other" && isAbout(requirement, deviation),
  );
  const first =
    main.length > 0 ? withFoundations(withStating(main, judged, candidates), judged, restsOn) : judged;
  const leading = withoutBroad(first, judged, candidates);
  return createChoice(candidates, { stated, after, anchors })(leading)?.id;
}

/**
 * The operations of the API that show a deviation: that of the exchange that is shown first, then the others in the order in which they
 * were seen. Where several responses are compared and none is named, or the address is of no operation, those of the requirement.
 */
function operationsOf(group: readonly Sighting[]): readonly Operation[] {
  const seen = group.flatMap(({ deviation: { operation }, requirement: { verdict, operations } }) =>
    operation === undefined || operation === "other" ? (verdict === "blocked" ? [] : operations) : operation,
  );
  return [...new Set(seen)].filter((one) => one !== "state");
}
