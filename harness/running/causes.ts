/** Finds the causes of a run: the same deviation of the same operation or member is one cause, however many requirements see it. */
import type { BrokenRule } from "../expect/broken-rules.ts";
import type {
  Cause,
  CheckResult,
  Exchange,
  Finding,
  Operation,
  RequirementResult,
} from "../../schemas/report.ts";
import { describeCause } from "./cause-text.ts";
import { type Sighting, toDeviation } from "./deviation.ts";

/** What causes follow from: results, and the findings behind them. */
export interface CauseParts {
  readonly requirements: readonly RequirementResult[];
  readonly checks: readonly CheckResult[];
  readonly exchanges: readonly Exchange[];
  /** All findings against each rule for every response; the report has only the first few. */
  readonly invariantFindings: ReadonlyMap<string, readonly Omit<Finding, "rule">[]>;
  /** The rules for every response that blocked requirements, by the id of the requirement. */
  readonly owners: ReadonlyMap<string, BrokenRule>;
}

/** Causes, the one with most requirements first. */
export function findCauses(parts: CauseParts): readonly Cause[] {
  const exchanges = new Map(parts.exchanges.map((exchange) => [exchange.id, exchange]));
  const sightings = parts.requirements.flatMap((requirement) => toSightings(requirement, exchanges, parts));
  const replays = new Map(parts.checks.map(({ id, replay }) => [id, replay]));
  return groupSightings(sightings, parts.invariantFindings)
    .map((group) => toCause(group, parts.invariantFindings, replays))
    .filter((cause): cause is Cause => cause !== undefined)
    .toSorted(largestFirst);
}

/** The order of causes in a report. */
export function largestFirst(a: Cause, b: Cause): number {
  return weightOf(b) - weightOf(a) || (a.id < b.id ? -1 : 1);
}

function weightOf({ explains, blocks, breaks }: Cause): number {
  return (breaks === undefined ? 0 : 1000) + explains.length * 10 + blocks.length;
}

function toSightings(
  requirement: RequirementResult,
  exchanges: ReadonlyMap<string, Exchange>,
  { owners, invariantFindings }: CauseParts,
): readonly Sighting[] {
  const { id, verdict, cause, evidence } = requirement;
  if (verdict === "blocked") {
    const exchange = exchanges.get(cause ?? "");
    const owner = owners.get(id);
    const deviation = toDeviation(owner?.id ?? requirement.reason ?? id, exchange, owner?.finding);
    return [{ requirement, deviation, exchanges: exchange === undefined ? [] : [exchange.id] }];
  }
  if (verdict !== "failed" && verdict !== "warned") return [];
  const findings = invariantFindings.get(id) ?? evidence.flatMap(({ finding }) => finding ?? []);
  return findings.map((finding): Sighting => {
    const exchange = exchanges.get(finding.exchange ?? "");
    const deviation = toDeviation(id, exchange, finding);
    const { expected, got } = finding;
    return { requirement, deviation, expected, got, exchanges: exchange === undefined ? [] : [exchange.id] };
  });
}

/** Sightings of the same deviation. A check that sees several belongs to the first of them only. */
function groupSightings(
  sightings: readonly Sighting[],
  invariants: CauseParts["invariantFindings"],
): readonly (readonly Sighting[])[] {
  const keys = toJoinedKeys(sightings);
  const groups = new Map<string, Sighting[]>();
  const placed = new Map<string, string>();
  for (const sighting of sightings) {
    const { id } = sighting.requirement;
    const own = keys.get(sighting.deviation.key) ?? sighting.deviation.key;
    const key = invariants.has(id) ? own : (placed.get(id) ?? own);
    placed.set(id, key);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sighting]);
    else group.push(sighting);
  }
  return [...groups.values()];
}

/** Which keys are parts of another deviation. */
function toJoinedKeys(sightings: readonly Sighting[]): ReadonlyMap<string, string> {
  return new Map([
    ...joinOfAccepted(sightings),
    ...joinHeaders(sightings),
    ...joinProblems(sightings),
    ...joinContent(sightings),
  ]);
}

/** A finding that names no member is about the one wrong member of the operation, if there is only one. */
function joinContent(sightings: readonly Sighting[]): ReadonlyMap<string, string> {
  const members = new Map<string, Set<string>>();
  for (const {
    deviation: { key, operation = "" },
  } of sightings) {
    if (key.startsWith("member "))
      members.set(operation, (members.get(operation) ?? new Set<string>()).add(key));
  }
  return new Map(
    [...members].flatMap(([operation, [only = "", ...others]]) =>
      others.length === 0 ? [[`content ${operation}`, only] as const] : [],
    ),
  );
}

/** The same wrong problem of the same operation, in place of several right ones. */
function joinProblems(sightings: readonly Sighting[]): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  const joined = new Map<string, string>();
  for (const {
    deviation: { key, operation, shared },
  } of sightings) {
    if (shared === undefined || !key.startsWith("problem ")) continue;
    const same = `${operation} ${key.split(" ")[1]}`;
    const first = firsts.get(same) ?? key;
    firsts.set(same, first);
    if (first !== key) joined.set(key, first);
  }
  return joined;
}

/** A header that is missing only in responses which should not have come at all. */
function joinHeaders(sightings: readonly Sighting[]): ReadonlyMap<string, string> {
  const refused = toKeysByExchange(sightings, "refused ");
  const joined = new Map<string, string>();
  for (const key of new Set(sightings.map(({ deviation }) => deviation.key))) {
    if (!key.startsWith("header ")) continue;
    const own = sightings.filter(({ deviation }) => deviation.key === key);
    const others = new Set(own.map(({ deviation }) => refused.get(deviation.exchange?.id ?? "")));
    const [only] = others;
    if (others.size === 1 && only !== undefined) joined.set(key, only);
  }
  return joined;
}

/** Whatever else the response to a wrongly accepted request shows. */
function joinOfAccepted(sightings: readonly Sighting[]): ReadonlyMap<string, string> {
  const accepted = toKeysByExchange(sightings, "accepted ");
  return new Map(
    sightings.flatMap(({ deviation: { key, exchange } }) => {
      const known = accepted.get(exchange?.id ?? "");
      return known === undefined || known === key ? [] : [[key, known] as const];
    }),
  );
}

function toKeysByExchange(sightings: readonly Sighting[], start: string): ReadonlyMap<string, string> {
  return new Map(
    sightings.flatMap(({ deviation: { key, exchange } }) =>
      exchange !== undefined && key.startsWith(start) ? [[exchange.id, key] as const] : [],
    ),
  );
}

function toCause(
  group: readonly Sighting[],
  invariants: CauseParts["invariantFindings"],
  replays: ReadonlyMap<string, string>,
): Cause | undefined {
  const first = group[0];
  if (first === undefined) return undefined;
  const broken = group.filter(({ requirement }) => requirement.verdict !== "blocked");
  const ids = [...new Set(broken.map(({ requirement }) => requirement.id))];
  const breaks = chooseBroken(broken, invariants);
  const shown = group.find(({ requirement }) => requirement.id === breaks) ?? first;
  const blocked = group.filter(({ requirement }) => requirement.verdict === "blocked");
  const exchange = shown.deviation.exchange?.id;
  const text = describeCause(shown);
  return {
    id: text.id,
    sentence: text.sentence,
    ...(breaks === undefined ? {} : { breaks }),
    explains: ids.filter((id) => id !== breaks),
    blocks: [...new Set(blocked.map(({ requirement }) => requirement.id))],
    operations: operationsOf(group),
    count: new Set(group.flatMap(({ exchanges }) => exchanges)).size,
    ...(exchange === undefined ? {} : { exchange }),
    repeat: replays.get(breaks ?? first.requirement.id) ?? "",
    hint: text.hint,
  };
}

/** A `must` before a `should`, then the requirement with fewest operations: it says most exactly what is wrong. */
function chooseBroken(
  broken: readonly Sighting[],
  invariants: CauseParts["invariantFindings"],
): string | undefined {
  const rank = ({ requirement }: Sighting): number =>
    (requirement.verdict === "failed" ? 0 : 1000) +
    (invariants.has(requirement.id) ? 100 : 0) +
    requirement.operations.length;
  return broken.toSorted((a, b) => rank(a) - rank(b) || (a.requirement.id < b.requirement.id ? -1 : 1))[0]
    ?.requirement.id;
}

/** Operations of the API, in the order in which they were seen. */
function operationsOf(group: readonly Sighting[]): readonly Operation[] {
  const seen = group.flatMap(({ deviation }) => deviation.operation ?? []);
  const all = [...new Set(seen)].filter((one): one is Operation => one !== "state" && one !== "other");
  return all;
}
