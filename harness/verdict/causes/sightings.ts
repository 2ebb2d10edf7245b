/** Everything of a run that did not hold, as one requirement after the other saw it, with what belongs to one deviation together. */
import type { BrokenRule } from "../../expect/broken-rules.ts";
import type { CaseResult, Exchange, Finding } from "../../../schemas/report.ts";
import { toJoinedKeys } from "./cause-joins.ts";
import { type Sighting, toAddressDeviation, toDeviation, toUnreadDeviation } from "./deviation.ts";
import { interruption } from "../../transport/network-error.ts";
import { findGivenAddress } from "./given-addresses.ts";

/** What deviations follow from: results, and the findings behind them. */
export interface SightingParts {
  readonly cases: readonly CaseResult[];
  readonly exchanges: readonly Exchange[];
  /** All findings against each rule for every response; the report has only the first few. */
  readonly invariantFindings: InvariantFindings;
  /** The rules for every response that blocked requirements, by the id of the requirement. */
  readonly owners: ReadonlyMap<string, BrokenRule>;
}

type InvariantFindings = ReadonlyMap<string, readonly Omit<Finding, "rule">[]>;

/** Everything that did not hold, with what belongs to one deviation together. */
export function findDeviations(parts: SightingParts): readonly (readonly Sighting[])[] {
  const exchanges = new Map(parts.exchanges.map((exchange) => [exchange.id, exchange]));
  const sightings = parts.cases
    // that a run ended early says nothing about the registry; the report says it in one line of its own
    .filter(({ reason }) => reason !== interruption)
    .flatMap((requirement) => toSightings(requirement, exchanges, parts));
  return groupSightings(sightings, parts);
}

/** Why a response is not read, whatever it may say. */
const unread = /^the answer to \S+ (?:nests|holds) more than /;

function toSightings(
  requirement: CaseResult,
  exchanges: ReadonlyMap<string, Exchange>,
  { owners, invariantFindings }: SightingParts,
): readonly Sighting[] {
  const { id, verdict, cause, evidence } = requirement;
  if (verdict === "blocked") {
    const exchange = exchanges.get(cause ?? "");
    const owner = owners.get(id);
    const isUnread = exchange !== undefined && owner === undefined && unread.test(requirement.reason ?? "");
    const address = exchange && findGivenAddress(exchange, [...exchanges.values()]);
    const deviation = address
      ? toAddressDeviation(address)
      : isUnread
        ? toUnreadDeviation(exchange)
        : toDeviation(owner?.id ?? requirement.reason ?? id, exchange, owner?.finding);
    return [
      {
        requirement,
        deviation,
        exchanges: exchange === undefined ? [] : [exchange.id],
        ...(owner === undefined ? {} : { owner: owner.id }),
      },
    ];
  }
  if (verdict !== "failed" && verdict !== "warned") return [];
  const findings = invariantFindings.get(id) ?? evidence.flatMap(({ finding }) => finding ?? []);
  return findings.map((finding): Sighting => {
    const exchange = exchanges.get(finding.exchange ?? "");
    const deviation = toDeviation(id, exchange, finding);
    const { expected, got, member, wanted = {}, aspect } = finding;
    const ids = exchange === undefined ? [] : [exchange.id];
    return {
      requirement,
      deviation,
      expected,
      got,
      wanted,
      ...(aspect === undefined ? {} : { aspect }),
      ...(member === undefined ? {} : { member }),
      exchanges: ids,
    };
  });
}

/**
 * Sightings of the same deviation. A check that sees several belongs to the first of them only. What a blocked check saw belongs to
 * the requirement that fails for it, even if it looks like another deviation.
 */
function groupSightings(
  sightings: readonly Sighting[],
  { invariantFindings: invariants, exchanges }: SightingParts,
): readonly (readonly Sighting[])[] {
  const keys = toJoinedKeys(sightings, exchanges);
  const groups = new Map<string, Sighting[]>();
  const placed = new Map<string, string>();
  const isBlocked = ({ requirement }: Sighting): boolean => requirement.verdict === "blocked";
  for (const sighting of [...sightings.filter((one) => !isBlocked(one)), ...sightings.filter(isBlocked)]) {
    const { id } = sighting.requirement;
    const own = keys.get(sighting.deviation.key) ?? sighting.deviation.key;
    const ofOwner = groups.has(own) ? undefined : placed.get(sighting.owner ?? "");
    const key = invariants.has(id) ? own : (placed.get(id) ?? ofOwner ?? own);
    placed.set(id, key);
    const group = groups.get(key);
    const placedSighting = { ...sighting, isMain: sighting.deviation.key === key };
    if (group === undefined) groups.set(key, [placedSighting]);
    else group.push(placedSighting);
  }
  return [...groups.values()];
}
