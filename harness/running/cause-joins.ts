/** Which deviations are a part or a consequence of another one, so that both are one cause. */
import { type Explain, explanations, keysByExchange } from "./cause-explanations.ts";
import type { Sighting } from "./deviation.ts";

type Joined = Map<string, string>;

/** For each key that belongs to another one: that one. */
export function toJoinedKeys(sightings: readonly Sighting[]): ReadonlyMap<string, string> {
  const joined: Joined = new Map();
  for (const make of explanations) joinExplained(joined, sightings, make(sightings));
  joinHeaders(joined, sightings);
  joinLookups(joined, sightings);
  joinProblems(joined, sightings);
  joinNotFound(joined, sightings);
  joinServerErrors(joined, sightings);
  joinProblemMembers(joined, sightings);
  joinUnlisted(joined, sightings);
  joinAuthority(joined, sightings);
  joinContent(joined, sightings);
  return new Map([...joined.keys()].map((key) => [key, resolve(joined, key)]));
}

function resolve(joined: Joined, key: string): string {
  let last = key;
  for (let next = joined.get(key); next !== undefined; next = joined.get(next)) last = next;
  return last;
}

function join(joined: Joined, key: string, to: string): void {
  const target = resolve(joined, to);
  if (resolve(joined, key) !== target) joined.set(resolve(joined, key), target);
}

/** Joins a key only if all its sightings are explained: else it would be seen without the other deviation, too. */
function joinExplained(joined: Joined, sightings: readonly Sighting[], explain: Explain): void {
  for (const [key, own] of byKey(sightings)) {
    const found = own.map(explain);
    const [first] = found;
    if (first !== undefined && found.every((one) => one !== undefined && one !== key))
      join(joined, key, first);
  }
}

function byKey(sightings: readonly Sighting[]): ReadonlyMap<string, readonly Sighting[]> {
  const groups = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const { key } = sighting.deviation;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sighting]);
    else group.push(sighting);
  }
  return groups;
}

/** A header that is missing only in responses which should not have come at all. */
function joinHeaders(joined: Joined, sightings: readonly Sighting[]): void {
  const refused = new Map([
    ...keysByExchange(sightings, "refused "),
    ...keysByExchange(sightings, "problem "),
    ...keysByExchange(sightings, "status "),
  ]);
  for (const [key, own] of byKey(sightings)) {
    if (!key.startsWith("header ")) continue;
    const others = new Set(own.map(({ deviation }) => refused.get(deviation.exchange?.id ?? "")));
    const [only] = others;
    if (others.size === 1 && only !== undefined) join(joined, key, only);
  }
}

/** Reads that find a different release from the one in the path: one wrong lookup serves several operations. */
function joinLookups(joined: Joined, sightings: readonly Sighting[]): void {
  const accepted = keysByExchange(sightings, "accepted ");
  for (const [key, own] of byKey(sightings)) {
    if (!/^member (?:name|version|purl)$/.test(key)) continue;
    const reads = own.flatMap(({ deviation: { exchange } }) =>
      exchange?.request.method === "GET" ? (accepted.get(exchange.id) ?? []) : [],
    );
    for (const read of reads) if (reads[0] !== undefined) join(joined, read, reads[0]);
  }
}

/**
 * The same wrong problem of the same operation: in place of several right ones, or where nothing is wrong. The wrong state of an upload
 * shows both where its bytes are sent and where it is finalized.
 */
function joinProblems(joined: Joined, sightings: readonly Sighting[]): void {
  const firsts = new Map<string, string>();
  for (const { deviation } of sightings) {
    const { key, operation } = deviation;
    const [kind, ...words] = key.split(" ");
    const isProblem = kind === "problem" && deviation.shared !== undefined;
    if (!isProblem && kind !== "refused") continue;
    const slug = isProblem ? words[0] : words.at(-1);
    const same = slug === "invalid-upload-state" ? slug : `${operation} ${slug}`;
    const first = firsts.get(same) ?? key;
    firsts.set(same, first);
    join(joined, key, first);
  }
}

/** Where the metadata of a published release is not found, whatever else of it is not found either. */
function joinNotFound(joined: Joined, sightings: readonly Sighting[]): void {
  const metadata = "refused getRelease not-found";
  const keys = keysOf(sightings);
  if (!keys.includes(metadata)) return;
  for (const key of keys) if (/^refused \S+ not-found$/.test(key)) join(joined, key, metadata);
}

/** A server error outside the endpoints, where one endpoint has them too. */
function joinServerErrors(joined: Joined, sightings: readonly Sighting[]): void {
  const elsewhere = "server error other";
  const keys = new Set(keysOf(sightings).filter((key) => key.startsWith("server error ")));
  const [only, ...others] = [...keys].filter((key) => key !== elsewhere);
  if (keys.has(elsewhere) && only !== undefined && others.length === 0) join(joined, elsewhere, only);
}

/** Several members that are wrong in the same problems: the documents as a whole are wrong. */
function joinProblemMembers(joined: Joined, sightings: readonly Sighting[]): void {
  const firsts = new Map<string, string>();
  for (const [key, own] of byKey(sightings)) {
    if (!key.startsWith("problem member ")) continue;
    const judged = own.filter(({ requirement }) => requirement.verdict !== "blocked");
    const same = [...new Set(judged.flatMap(({ exchanges }) => exchanges))].toSorted().join(" ");
    const first = firsts.get(same) ?? key;
    firsts.set(same, first);
    if (same !== "") join(joined, key, first);
  }
}

/** The same problem of several operations that do not list it. */
function joinUnlisted(joined: Joined, sightings: readonly Sighting[]): void {
  const firsts = new Map<string, string>();
  for (const { deviation, expected = "" } of sightings) {
    const slug = deviation.key.split(" ").at(-1) ?? "";
    if (!deviation.key.startsWith("refused ") || !expected.startsWith("a problem listed under ")) continue;
    const others = new Set(keysOf(sightings).filter((key) => key.startsWith(`problem ${slug} for `)));
    const first = firsts.get(slug) ?? (others.size === 1 ? [...others][0] : undefined) ?? deviation.key;
    firsts.set(slug, first);
    join(joined, deviation.key, first);
  }
}

function keysOf(sightings: readonly Sighting[]): readonly string[] {
  return sightings.map(({ deviation }) => deviation.key);
}

/**
 * One missing look at the token: requests without authority are accepted, or refused for what is looked at later. A check that
 * expects some refusal says less than one that names the problem.
 */
function joinAuthority(joined: Joined, sightings: readonly Sighting[]): void {
  const keys = [...new Set(sightings.map(({ deviation }) => deviation.key))];
  for (const slug of ["authentication-required", "authorization-failed"]) {
    const accepted =
      keys.find((key) => key.startsWith("accepted protected ") && key.endsWith(` ${slug}`)) ??
      keys.find((key) => /^accepted \S+ authentication a client error$/.test(key));
    if (accepted === undefined) continue;
    for (const key of keys)
      if (key.endsWith(" authentication a client error") || key.endsWith(` for ${slug}`))
        join(joined, key, accepted);
  }
}

/** A finding that names no member is about the one wrong member of the operation, if there is only one. */
function joinContent(joined: Joined, sightings: readonly Sighting[]): void {
  const members = new Map<string, Set<string>>();
  for (const {
    deviation: { key, operation = "" },
  } of sightings) {
    const own = resolve(joined, key);
    if (own.startsWith("member "))
      members.set(operation, (members.get(operation) ?? new Set<string>()).add(own));
  }
  for (const [operation, [only = "", ...others]] of members)
    if (others.length === 0) join(joined, `content ${operation}`, only);
}
