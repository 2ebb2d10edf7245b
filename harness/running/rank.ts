/** Which of several requirements that saw one deviation it belongs to. */
import { type Check, type Invariant, isLast } from "../check.ts";
import type { RequirementResult } from "../../schemas/report.ts";
import { isAbout, type Sighting } from "./deviation.ts";

/** The checks and rules that a deviation may belong to. */
export interface Candidates {
  readonly checks: readonly Check[];
  readonly invariants: readonly Invariant[];
}

/** The requirement whose rule says most exactly what is wrong; undefined if nothing saw it. */
export type Choose = (sightings: readonly Sighting[]) => RequirementResult | undefined;

/**
 * What was seen outside the endpoints comes last, and before it a requirement that only saw the operation on its way. Then a rule for
 * every response that owns what it judges; one about the form of documents; a check, also before such a rule if that is one of `stated`;
 * an audit, which sees what others did; any other rule. Then the operation that shows the deviation most often, and the requirement with
 * fewest operations and fewest exchanges.
 * @param stated ids of rules for every response that a failed check states, too
 */
export function createChoice({ checks, invariants }: Candidates, stated: ReadonlySet<string>): Choose {
  const kinds = new Map<string, number>([
    ...checks.map((check) => [check.id, isLast(check) ? 3 : 2] as const),
    ...invariants.map((rule) => [rule.id, stated.has(rule.id) ? 4 : kindOf(rule)] as const),
  ]);
  function rank({ requirement, deviation }: Sighting, seen: Seen): readonly number[] {
    const { id, operations, evidence } = requirement;
    return [
      deviation.operation === "other" ? 1 : 0,
      isAbout(requirement, deviation) ? 0 : 1,
      kinds.get(id) ?? 2,
      derived.has(deviation.operation) ? 1 : 0,
      -(seen.get(deviation.operation)?.size ?? 0),
      operations.length,
      new Set(evidence.flatMap(({ exchanges }) => exchanges)).size,
    ];
  }
  return (sightings) => {
    const seen = countByOperation(sightings);
    return sightings
      .map((sighting) => ({ requirement: sighting.requirement, rank: rank(sighting, seen) }))
      .toSorted((a, b) => compareRanks(a.rank, b.rank) || (a.requirement.id < b.requirement.id ? -1 : 1))[0]
      ?.requirement;
  };
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
