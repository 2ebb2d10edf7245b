/** Which requirement follows from which: where both are broken, the one that the other rests on is told first. */
import { type Check, type Invariant, isBroad } from "../../check.ts";
import { isAbout, type Sighting } from "./deviation.ts";
import type { DescribedRequirement } from "../../sentences.ts";

export interface RestingParts {
  readonly checks: readonly Check[];
  readonly invariants: readonly Invariant[];
  readonly requirements?: readonly DescribedRequirement[];
}

/**
 * True if the first case's requirement rests on that of the second, also by way of others. Never for an audit or a story as the second:
 * it sees much at once, so the first may be what it saw.
 */
export type RestsOn = (one: string, other: string) => boolean;

/** Some sightings of a deviation, and those of all whose requirement one of them rests on. */
export function withFoundations(
  some: readonly Sighting[],
  all: readonly Sighting[],
  restsOn: RestsOn,
): readonly Sighting[] {
  const known = new Set(some);
  const ids = [...new Set(some.map(({ requirement }) => requirement.id))];
  const foundations = all.filter(
    (one) =>
      !known.has(one) &&
      isAbout(one.requirement, one.deviation) &&
      ids.some((id) => restsOn(id, one.requirement.id)),
  );
  return [...some, ...foundations];
}

export function createRestsOn({ checks, invariants, requirements = [] }: RestingParts): RestsOn {
  const requirementOf = new Map([...checks, ...invariants].map(({ id, of = id }) => [id, of]));
  const direct = new Map(requirements.map(({ id, restsOn = [] }) => [id, restsOn]));
  const reached = new Map<string, ReadonlySet<string>>();
  function reachedFrom(id: string): ReadonlySet<string> {
    const known = reached.get(id);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const open = [...(direct.get(id) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...(direct.get(next) ?? []));
    }
    reached.set(id, found);
    return found;
  }
  const broad = new Set(checks.filter(isBroad).map(({ id }) => id));
  return (one, other) =>
    !broad.has(other) && reachedFrom(requirementOf.get(one) ?? one).has(requirementOf.get(other) ?? other);
}
