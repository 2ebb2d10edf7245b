/**
 * Guesses what a cause is: bundled faults whose whole run fails the same requirements. The kill matrix of whole runs is a dictionary of
 * bugs; a cause is looked up in it by what it breaks.
 */
import type { CaseResult, Cause, Exchange, Lookalike, Report } from "../../../schemas/report.ts";
import { readRecorded } from "../../package-file.ts";
import { hintsOfKinds } from "./circumstances/circumstances.ts";
import { leafOf, slugIn } from "./deviation.ts";

/** The recorded document of the known faults. */
export const recordedFaults = "known-faults";

/** What a whole run with one fault failed. */
export interface KnownFault {
  readonly name: string;
  readonly summary: string;
  /** The cases that failed or warned. The first is the one that the first cause breaks. */
  readonly failed: readonly string[];
  /** How the response that the first cause shows refuses: the status and the problem. */
  readonly refusal?: string;
}

/** What a fault and a cause are compared by. */
interface Seen extends Pick<KnownFault, "failed" | "refusal"> {
  /** The name of the member that the first cause is about. */
  readonly member?: string;
}

/** @returns faults, the most similar one first. Each fails one of the given cases, of which the first weighs most, or another one of their requirements */
export type FindLookalikes = (seen: Seen) => readonly Lookalike[];

/** How many faults a cause is said to look like. */
export const maxLookalikes = 3;

/** A case of the same requirement counts too, and what the first cause breaks says more than the rest. */
const weightOfFirst = 2;

/** Of a fault whose first response refuses in another way, or does not. */
const weightOfOtherAnswer = 0.5;

type Features = ReadonlyMap<string, number>;

/**
 * @param requirementOf the requirement that a case is of
 * @param most how many faults to give
 */
export function createLookalikes(
  known: readonly KnownFault[],
  requirementOf: (id: string) => string,
  most: number = maxLookalikes,
): FindLookalikes {
  const all = known.map((fault) => ({ fault, features: toFeatures(fault, requirementOf) }));
  const counts = new Map<string, number>();
  for (const { features } of all)
    for (const feature of features.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  // what few faults fail says most
  const rarity = (feature: string): number => Math.log(1 + known.length / (counts.get(feature) ?? 1));

  return (seen) => {
    const { failed } = seen;
    const sought = toFeatures(seen, requirementOf);
    const scored = all
      .filter(({ fault }) => isOfMember(fault, seen) && isBroken(fault) === isBroken(seen))
      .map(({ fault, features }) => {
        // what is accepted is no wrong refusal, and the other way round
        const weight = fault.refusal === seen.refusal ? 1 : weightOfOtherAnswer;
        return { fault, score: weight * similarity(sought, features, rarity) };
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || (a.fault.name < b.fault.name ? -1 : 1));
    return firstOf(scored, most, requirementOf).map(({ fault }) => ({
      fault: fault.name,
      summary: fault.summary,
      explained: failed.filter((id) => fault.failed.includes(id)).length,
      of: failed.length,
    }));
  };
}

/** The rules for every response have faults for each member: of those, a fault of another member is not what it looks like. */
function isOfMember({ name, failed }: KnownFault, { failed: own, member }: Seen): boolean {
  const [first = ""] = own;
  if (member === undefined || failed[0] !== first || !first.startsWith(everyResponse)) return true;
  const words = new Set(name.split("-"));
  return wordsOf(member).some((word) => words.has(word));
}

/** A registry that breaks looks like no other bug. */
function isBroken({ refusal = "" }: Pick<Seen, "refusal">): boolean {
  return refusal.startsWith("5");
}

const everyResponse = "every-response/";

/** `artifactSize` as `artifact` and `size`. */
function wordsOf(member: string): readonly string[] {
  return member.split(/(?=[A-Z])/u).map((word) => word.toLowerCase());
}

interface Scored {
  readonly fault: KnownFault;
  readonly score: number;
}

/**
 * The first ones. Where the last place has several that are equally similar and break different requirements, none of them is there: their
 * names alone would choose.
 */
function firstOf(
  scored: readonly Scored[],
  most: number,
  requirementOf: (id: string) => string,
): readonly Scored[] {
  const first = scored.slice(0, most);
  const last = scored[most]?.score;
  const tied = scored.filter(({ score }) => score === last);
  const broken = new Set(tied.map(({ fault }) => requirementOf(fault.failed[0] ?? "")));
  return broken.size > 1 ? first.filter(({ score }) => score !== last) : first;
}

function toFeatures({ failed, refusal }: Seen, requirementOf: (id: string) => string): Features {
  const features = new Map<string, number>();
  failed.forEach((id, place) => {
    features.set(`case ${id}`, 1);
    features.set(`requirement ${requirementOf(id)}`, 1);
    if (place > 0) return;
    features.set(`first case ${id}`, weightOfFirst);
    features.set(`first requirement ${requirementOf(id)}`, weightOfFirst);
    // the same words of another requirement say nothing
    if (refusal !== undefined) features.set(`refusal ${refusal} of ${requirementOf(id)}`, 1);
  });
  return features;
}

/** The weighted Jaccard index: from 0, nothing in common, to 1, the same. */
function similarity(a: Features, b: Features, rarity: (feature: string) => number): number {
  let common = 0;
  let either = 0;
  for (const feature of new Set([...a.keys(), ...b.keys()])) {
    const [one = 0, other = 0] = [a.get(feature), b.get(feature)];
    common += Math.min(one, other) * rarity(feature);
    either += Math.max(one, other) * rarity(feature);
  }
  return common / either;
}

/** The status and the problem of a response that refuses; undefined if it does not. */
export function toRefusal(exchange: Exchange | undefined): string | undefined {
  const status = exchange?.response?.status ?? 0;
  return exchange === undefined || status < 400 ? undefined : `${status} ${slugIn(exchange) ?? ""}`.trimEnd();
}

function memberOf(broken: CaseResult | undefined): string | undefined {
  const member = broken?.evidence.find(({ finding }) => finding?.member !== undefined)?.finding?.member;
  return member === undefined ? undefined : leafOf(member);
}

/** Of a clone that was only built, nothing is known. */
function readKnown(): readonly KnownFault[] {
  return (readRecorded(recordedFaults) ?? []) as readonly KnownFault[];
}

let known: readonly KnownFault[] | undefined;

/** What one server is, in which nothing is kept, is not what these causes are. */
const hintsOfServers: ReadonlySet<string> = new Set(Object.values(hintsOfKinds));

/** The causes of failures and warnings, each with what it looks like. */
export function withLookalikes(
  causes: readonly Cause[],
  { cases, exchanges }: Pick<Report, "cases" | "exchanges">,
): readonly Cause[] {
  if (!causes.some(({ breaks }) => breaks !== undefined)) return causes;
  known ??= readKnown();
  const requirements = new Map(cases.map(({ id, requirement }) => [id, requirement]));
  const requirementOf = (id: string): string => requirements.get(id) ?? id;
  const find = createLookalikes(known, requirementOf);
  const failedBy = new Map(known.map(({ name, failed }) => [name, new Set(failed.map(requirementOf))]));
  return causes.map(({ looksLike: _before, ...cause }) => {
    const { breaks, explains } = cause;
    const refusal = toRefusal(exchanges.find(({ id }) => id === cause.exchange));
    const member = memberOf(cases.find(({ id }) => id === breaks));
    const looksLike =
      breaks === undefined || hintsOfServers.has(cause.hint)
        ? []
        : find({
            failed: [breaks, ...explains],
            ...(refusal === undefined ? {} : { refusal }),
            ...(member === undefined ? {} : { member }),
          });
    // what explains no more than half of a cause, or not what it breaks first, leads astray
    const likely = looksLike.filter(
      ({ fault, explained, of }) =>
        2 * explained > of && failedBy.get(fault)?.has(requirementOf(breaks ?? "")) === true,
    );
    return likely.length === 0 ? cause : { ...cause, looksLike: likely };
  });
}
