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
 * What was seen outside the endpoints comes last, and before it a requirement that only saw the operation on its way. Then a rule for every response that owns what it judges, unless it is
 * one of `stated`; a check; an audit, which sees what others did; any other such rule. Then the requirement with fewest operations,
 * then with fewest exchanges.
 * @param stated ids of owning rules that a failed check states, too
 */
export function createChoice({ checks, invariants }: Candidates, stated: ReadonlySet<string>): Choose {
  const owning = new Set(
    invariants.flatMap(({ id, ownsResponse = false }) => (ownsResponse && !stated.has(id) ? id : [])),
  );
  const general = new Set(invariants.map(({ id }) => id));
  const audits = new Set(checks.filter(isLast).map(({ id }) => id));
  const kindOf = (id: string): number => {
    if (owning.has(id)) return 0;
    return general.has(id) ? 3 : audits.has(id) ? 2 : 1;
  };
  function rank({ requirement, deviation }: Sighting): readonly number[] {
    const { id, operations, evidence } = requirement;
    return [
      deviation.operation === "other" ? 1 : 0,
      isAbout(requirement, deviation) ? 0 : 1,
      kindOf(id),
      // the trust summary follows from the trust detail
      deviation.operation === "getTrustSummary" ? 1 : 0,
      operations.length,
      new Set(evidence.flatMap(({ exchanges }) => exchanges)).size,
    ];
  }
  return (sightings) =>
    sightings
      .map((sighting) => ({ requirement: sighting.requirement, rank: rank(sighting) }))
      .toSorted((a, b) => compareRanks(a.rank, b.rank) || (a.requirement.id < b.requirement.id ? -1 : 1))[0]
      ?.requirement;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  return a.map((value, place) => value - (b[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
