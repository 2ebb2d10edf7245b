/** Which of several requirements that saw one deviation it belongs to. */
import { type Invariant, isBroad } from "../../check.ts";
import type { CaseResult, Operation, Wanted } from "../../../schemas/report.ts";
import { isAbout, type Sighting } from "./deviation.ts";
import type { Wrong } from "./wrong.ts";
import { createRestsOn, type RestingParts } from "./rests-on.ts";

/** The checks and rules that a deviation may belong to. */
export type Candidates = RestingParts;

/** The requirement whose rule says most exactly what is wrong; undefined if nothing saw it. */
export type Choose = (sightings: readonly Sighting[]) => CaseResult | undefined;

interface ChoiceParts {
  /** Ids of rules for every response that a failed check states, too. */
  readonly stated?: ReadonlySet<string>;
  /** The operations after which the deviation was seen, and without which it was not. */
  readonly after?: readonly Operation[];
  /** The anchors of the specification that what sets its responses apart is about. */
  readonly anchors?: readonly string[];
}

/**
 * What was seen outside the endpoints comes last, and before it a requirement that only saw the operation on its way, and one that rests on
 * another that is broken too. Then a rule for every response that owns what it judges; one about the form of documents; a check, also before such a rule if that is one of `stated`;
 * an audit or a story, which sees what others did; any other rule. Then the requirement about the operations after which the deviation was seen, and without which it was not, and about what sets its responses apart. Then the finding
 * that names the fewest right answers, the operation that shows the deviation most often, the requirement that covers the member, the one that names this operation first, and of a wrong refusal the fewest others, and what the catalogue lists
 * first: a sentence stands there before its special cases, and before what builds on it.
 */
export function createChoice(
  candidates: Candidates,
  { stated = new Set(), after = [], anchors = [] }: ChoiceParts = {},
): Choose {
  const { checks, invariants } = candidates;
  const restsOn = createRestsOn(candidates);
  const kinds = new Map<string, number>([
    ...checks.map((check) => [check.id, isBroad(check) ? 3 : 2] as const),
    ...invariants.map((rule) => [rule.id, stated.has(rule.id) ? 4 : kindOf(rule)] as const),
  ]);
  const covers = new Map([...checks, ...invariants].map((one) => [one.id, one.covers ?? []]));
  const places = new Map([...checks, ...invariants].map(({ id }, place) => [id, place]));
  function rank(
    { requirement, deviation, wanted = {} }: Sighting,
    seen: Seen,
    resting: ReadonlySet<string>,
  ): readonly number[] {
    const { id } = requirement;
    return [
      deviation.operation === "other" ? 1 : 0,
      isAbout(requirement, deviation) ? 0 : 1,
      resting.has(id) ? 1 : 0,
      kinds.get(id) ?? 2,
      requirement.operations.some((one) => after.includes(one)) ? 0 : 1,
      (covers.get(id) ?? []).some((one) => anchors.includes(one)) ? 0 : 1,
      countExpected(wanted, deviation.wrong),
      derived.has(deviation.operation) ? 1 : 0,
      -(seen.get(deviation.operation)?.size ?? 0),
      coversMember(covers.get(id) ?? [], deviation) ? 0 : 1,
      requirement.operations.findIndex((operation) => operation === deviation.operation),
      deviation.wrong.kind === "refused" ? requirement.operations.length : 0,
      places.get(id) ?? places.size,
    ];
  }
  return (sightings) => {
    const seen = countByOperation(sightings);
    // a requirement can have thousands of sightings
    const ids = [...new Set(sightings.map(({ requirement }) => requirement.id))];
    const resting = new Set(ids.filter((id) => ids.some((other) => restsOn(id, other))));
    return sightings
      .map((sighting) => ({ requirement: sighting.requirement, rank: rank(sighting, seen, resting) }))
      .toSorted((a, b) => compareRanks(a.rank, b.rank) || (a.requirement.id < b.requirement.id ? -1 : 1))[0]
      ?.requirement;
  };
}

/** A document that is malformed in so many times as many responses as checks asked for is not what these are about. */
const maxTimes = 20;

/**
 * The ids of rules for every response that failed checks state, too. A rule about the form of documents is left out where it sees far more
 * of it, and the checks expect several values and all got one other: no document may have that value.
 */
export function toStated(
  sightings: readonly Sighting[],
  { checks, invariants }: Candidates,
): ReadonlySet<string> {
  const owns = new Map(checks.map((check) => [check.id, check.owns ?? []]));
  const ofForm = new Set(invariants.filter(({ judgesForm }) => judgesForm === true).map(({ id }) => id));
  const countOf = (some: readonly Sighting[]): number =>
    new Set(some.flatMap(({ exchanges }) => exchanges)).size;
  const stated = new Set(sightings.flatMap(({ requirement }) => owns.get(requirement.id) ?? []));
  return new Set(
    [...stated].filter((rule) => {
      const stating = sightings.filter(({ requirement }) => owns.get(requirement.id)?.includes(rule));
      const values = new Set(stating.flatMap(({ wanted }) => JSON.stringify(wanted?.value?.is) ?? []));
      const wrong = new Set(stating.flatMap(({ got }) => got ?? []));
      if (!ofForm.has(rule) || values.size < 2 || wrong.size > 1) return true;
      const own = sightings.filter(({ requirement }) => requirement.id === rule);
      return countOf(own) <= maxTimes * countOf(stating);
    }),
  );
}

/** True if one of the anchors is the member of the deviation, or one that contains it, in whichever resource. */
function coversMember(anchors: readonly string[], { wrong, member = "" }: Sighting["deviation"]): boolean {
  if (wrong.kind !== "member") return false;
  const names: ReadonlySet<string | undefined> = new Set([wrong.member, ...member.split("/")]);
  return anchors.some((one) => one.startsWith("member:") && names.has(one.split(".").at(-1)));
}

/** The number of problems that would have been right; where a refusal is missing and none is named, more than there are. */
function countExpected({ problems = [] }: Wanted, { kind }: Wrong): number {
  const count = problems.length;
  return count === 0 && kind === "accepted" ? Number.MAX_SAFE_INTEGER : count;
}

/** Reads that show what other reads show in whole: the trust detail, and the metadata of a release. */
const derived: ReadonlySet<Sighting["deviation"]["operation"]> = new Set([
  "getTrustSummary",
  "getVersionIndex",
  "searchVolumes",
]);

function kindOf({ ownsResponse = false, judgesForm = false }: Invariant): number {
  if (ownsResponse !== false) return 0;
  return judgesForm ? 1 : 4;
}

/** Deviations in what a response shows, which an audit or a story sees too; and wrongly accepted requests, which leave it behind. */
const ofContent: ReadonlySet<Wrong["kind"]> = new Set(["member", "content", "accepted"]);

/**
 * Of the sightings of a cause, those whose requirement may lead it: those that saw the deviation which the cause is named after. Where
 * only audits or stories did, any that another check saw: these see what others did, and say it in their own words.
 */
export function withoutBroad(
  main: readonly Sighting[],
  all: readonly Sighting[],
  { checks }: Candidates,
): readonly Sighting[] {
  const broad = new Set(checks.filter(isBroad).map(({ id }) => id));
  const others = new Set(checks.filter((check) => !isBroad(check)).map(({ id }) => id));
  if (main.length === 0 || main.some(({ requirement }) => !broad.has(requirement.id))) return main;
  const seen = all.filter(
    (one) =>
      others.has(one.requirement.id) &&
      isAbout(one.requirement, one.deviation) &&
      ofContent.has(one.deviation.wrong.kind),
  );
  return seen.length > 0 ? seen : main;
}

/** The exchanges that show a deviation, by operation. */
type Seen = ReadonlyMap<Sighting["deviation"]["operation"], ReadonlySet<string>>;

function countByOperation(sightings: readonly Sighting[]): Seen {
  const seen = new Map<Sighting["deviation"]["operation"], Set<string>>();
  for (const { deviation, exchanges } of sightings) {
    const known = seen.get(deviation.operation) ?? new Set<string>();
    for (const exchange of exchanges) known.add(exchange);
    seen.set(deviation.operation, known);
  }
  return seen;
}

/** The one of the sightings whose operation shows the deviation in most exchanges; the first of several. */
export function findMostSeen(sightings: readonly Sighting[]): Sighting | undefined {
  const seen = countByOperation(sightings);
  const sizeOf = ({ deviation }: Sighting): number =>
    deviation.operation === "other" ? 0 : (seen.get(deviation.operation)?.size ?? 0);
  return sightings.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  return a.map((value, place) => value - (b[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Those that are preferred; all of them if none is. */
export function preferring<T>(all: readonly T[], isPreferred: (one: T) => boolean): readonly T[] {
  const preferred = all.filter((one) => isPreferred(one));
  return preferred.length > 0 ? preferred : all;
}
