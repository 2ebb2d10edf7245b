/**
 * Decides which failures are only consequences: the same wrong member, or the response to a wrongly accepted request, fails one
 * requirement. The others that saw it are blocked by that one, so that a list of failures is a list of broken rules.
 */
import type { Check, Invariant } from "../check.ts";
import type { BrokenRule } from "../expect/broken-rules.ts";
import type { RequirementResult } from "../../schemas/report.ts";
import { isAbout, type Sighting } from "./deviation.ts";

type Groups = readonly (readonly Sighting[])[];

/** What decides which of several requirements a deviation belongs to. */
export interface Candidates {
  readonly checks: readonly Check[];
  readonly invariants: readonly Invariant[];
}

/**
 * For each failed requirement that only saw what another one fails for: that other one, with the finding of the requirement
 * itself. The other one always stays failed.
 */
export function findConsequences(groups: Groups, candidates: Candidates): ReadonlyMap<string, BrokenRule> {
  const kept = new Set<string>();
  const owners = new Map<string, BrokenRule>();
  const rank = createRank(candidates);
  const owns = new Map(candidates.checks.map((check) => [check.id, check.owns ?? []]));
  for (const group of groups) {
    const failed = group.filter(({ requirement }) => requirement.verdict === "failed");
    for (const sighting of failed) {
      const { requirement, deviation, expected, got } = sighting;
      const owner = chooseOwner(sighting, failed, rank);
      const { id } = requirement;
      if (owner === undefined || owner.id === id || owns.get(id)?.includes(owner.id) === true) kept.add(id);
      else if (!owners.has(id))
        owners.set(id, {
          id: owner.id,
          level: owner.level,
          ownsResponse: false,
          finding: {
            expected: expected ?? "",
            got: got ?? "",
            ...(deviation.exchange === undefined ? {} : { exchange: deviation.exchange.id }),
          },
        });
    }
  }
  return new Map([...owners].filter(([id]) => !kept.has(id)));
}

/** Of a wrong answer to a wrong request, each check asks its own request: none is the consequence of another. */
function isOwnRequest({ deviation }: Sighting): boolean {
  return !/^(?:member|content|header|requirement|refused|problem \S+ for) /.test(deviation.key);
}

/**
 * Requests that differ may each be refused for a reason of its own. So many of one operation are refused for the same reason, or
 * with the same wrong problem.
 */
const minRefused = 4;

type Rank = (sighting: Sighting) => readonly [number, number, number, number, string];

/**
 * The requirement that fails for what a sighting shows: one with a request that should have been answered in another way, or
 * else the simplest of those that saw the same operation.
 */
function chooseOwner(
  sighting: Sighting,
  group: readonly Sighting[],
  rank: Rank,
): RequirementResult | undefined {
  if (isOwnRequest(sighting)) return undefined;
  const requests = group.filter(isOwnRequest);
  if (isJoinedRefusal(sighting))
    return first(
      group.filter(({ isMain }) => isMain),
      rank,
    );
  const { key, operation } = sighting.deviation;
  const same = group.filter(({ deviation }) => deviation.operation === operation);
  const isSame = same.length >= minRefused;
  if (key.startsWith("problem ") && !isSame) return undefined;
  if (requests.length === 0 && key.startsWith("refused ") && !isSame) return undefined;
  return first(requests.length > 0 ? requests : same, rank);
}

/** What was published is not found under one address, and so not under others either. */
function isJoinedRefusal({ deviation: { key }, isMain }: Sighting): boolean {
  return isMain === false && /^refused \S+ not-found$/.test(key);
}

function first(sightings: readonly Sighting[], rank: Rank): RequirementResult | undefined {
  return sightings.toSorted((a, b) => compareRanks(rank(a), rank(b)))[0]?.requirement;
}

/**
 * A rule for every response that owns what it judges, then a check, then any other such rule; then one that speaks of the operation;
 * then the one with fewest operations; then the one with fewest exchanges.
 */
function createRank({ invariants }: Candidates): Rank {
  const general = new Map(invariants.map(({ id, ownsResponse }) => [id, ownsResponse === true ? -1 : 1]));
  return ({ requirement, deviation }) => {
    const { id, operations, evidence } = requirement;
    return [
      general.get(id) ?? 0,
      isAbout(requirement, deviation) ? 0 : 1,
      operations.length,
      new Set(evidence.flatMap(({ exchanges }) => exchanges)).size,
      id,
    ];
  };
}

function compareRanks(a: ReturnType<Rank>, b: ReturnType<Rank>): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3] || (a[4] < b[4] ? -1 : 1);
}
