/** Which deviations are a part or a consequence of another one, so that both are one cause. */
import type { Exchange, Level } from "../../../schemas/report.ts";
import { type Explain, explanations, keysByExchange } from "./cause-explanations.ts";
import { joinAuthority, joinCallers, joinKeys, joinOrder, witnesses } from "./access-joins.ts";
import { joinDownloads, joinUndeclared } from "./download-joins.ts";
import { joinInputs } from "./input-joins.ts";
import {
  joinDetails,
  joinProblemless,
  joinProblemMembers,
  joinProblems,
  joinTypes,
  joinUnlisted,
} from "./problem-joins.ts";
import { problemsOf, type Sighting } from "./deviation.ts";
import {
  byKey,
  deviationsOf,
  join,
  type Joined,
  joinerOf,
  keysWhere,
  resolve,
  toChapter,
} from "./joined-keys.ts";
import { isAccepted, isMember, isNotFound, isOfLookup, isRead, isWrongProblem, type Wrong } from "./wrong.ts";

/**
 * For each key that belongs to another one: that one.
 *
 * @param exchanges all of the run
 */
export function toJoinedKeys(
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
): ReadonlyMap<string, string> {
  const joined: Joined = new Map();
  for (const make of explanations) joinExplained(joined, sightings, make(sightings, exchanges));
  joinAlternatives(joined, sightings);
  joinLookups(joined, sightings);
  joinSubjects(joined, sightings);
  joinProblems(joined, sightings);
  joinProblemless(joined, sightings);
  joinNotFound(joined, sightings);
  joinInputs(joined, sightings, exchanges);
  joinServerErrors(joined, sightings);
  joinTypes(joined, sightings);
  joinProblemMembers(joined, sightings);
  joinUnlisted(joined, sightings);
  joinDetails(joined, sightings);
  joinAuthority(joined, sightings);
  joinOrder(joined, sightings);
  joinCallers(joined, sightings);
  joinKeys(joined, sightings);
  joinHeaders(joined, sightings);
  joinContent(joined, sightings);
  joinDownloads(joined, sightings, exchanges);
  joinUndeclared(joined, sightings, exchanges);
  return new Map([...joined.keys()].map((key) => [key, resolve(joined, key)]));
}

/**
 * Joins a key only if all its sightings are explained: else it would be seen without the other deviation, too. The first explanation
 * decides: a second one would join two deviations that have nothing but this key in common. A cause is named after what a `must` fails
 * for, also where only a `should` sees what it follows from; in one response, the two are of their own.
 */
function joinExplained(joined: Joined, sightings: readonly Sighting[], explain: Explain): void {
  const keys = byKey(sightings);
  const isSeenBy = (key: string, level: Level): boolean =>
    keys
      .get(key)
      ?.some(({ requirement }) => requirement.verdict !== "blocked" && requirement.level === level) === true;
  for (const [key, own] of keys) {
    if (joined.has(key)) continue;
    const found = own.map(explain);
    const [first] = found;
    if (first === undefined) continue;
    if (!found.every((one) => one !== undefined && one !== key)) continue;
    const isOfShould = isSeenBy(first, "should") && !isSeenBy(first, "must");
    if (!isOfShould || !isSeenBy(key, "must")) join(joined, key, first);
    else if (!shareExchange(own, keys.get(first) ?? [])) join(joined, first, key);
  }
}

function shareExchange(some: readonly Sighting[], others: readonly Sighting[]): boolean {
  const ids = new Set(some.flatMap(({ exchanges }) => exchanges));
  return others.some(({ exchanges }) => exchanges.some((id) => ids.has(id)));
}

/** A header that is missing mostly in responses which should not have come at all. */
function joinHeaders(joined: Joined, sightings: readonly Sighting[]): void {
  const refused = new Map([
    ...keysByExchange(sightings, ({ kind }) => kind === "refused"),
    ...keysByExchange(sightings, isWrongProblem),
    ...keysByExchange(sightings, ({ kind }) => kind === "status"),
  ]);
  for (const [key, own] of byKey(sightings)) {
    if (own[0].deviation.wrong.kind !== "header") continue;
    const explained = own.flatMap(({ deviation }) => refused.get(deviation.exchange?.id ?? "") ?? []);
    const [only, ...others] = new Set(explained.map((one) => resolve(joined, one)));
    // a check that takes any refusal does not say that this one is wrong
    const isMost = explained.length * 2 >= own.length;
    if (only !== undefined && others.length === 0 && isMost) join(joined, key, only);
  }
}

/**
 * Requests of one operation that are accepted, where checks of one chapter expect some of the same problems; for a problem of reads, those
 * of several operations. A chapter that looks at what the requests of others did sees the same as one of them, if only one sees it.
 */
function joinAlternatives(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  const chapters = new Map<string, Set<string>>();
  const accepted = sightings.flatMap(({ deviation, requirement, wanted = {} }) => {
    const { key, wrong, operation = "" } = deviation;
    const what = operation !== "" && isRead(operation) ? "reads" : operation;
    return isAccepted(wrong)
      ? problemsOf(wanted).map((problem) => ({ key, chapter: toChapter(requirement), what, problem }))
      : [];
  });
  for (const { chapter, what, problem } of accepted)
    if (!witnesses.has(chapter))
      chapters.set(`${what} ${problem}`, (chapters.get(`${what} ${problem}`) ?? new Set()).add(chapter));
  for (const { key, chapter, what, problem } of accepted) {
    const [only, ...others] = chapters.get(`${what} ${problem}`) ?? [];
    // what no other chapter sees, the two witnesses see of one another
    const seenBy = witnesses.has(chapter) && others.length === 0 ? (only ?? "witnesses") : chapter;
    joinSame(`${what} ${seenBy} ${problem}`, key);
  }
}

/**
 * What is bound to a subject is held against its purl and integrity: where these are wrong, no other subject is refused, and the right one
 * may be.
 */
function joinSubjects(joined: Joined, sightings: readonly Sighting[]): void {
  const [subject] = keysWhere(sightings, (wrong) => isMember(wrong, "purl", "integrity"));
  if (subject === undefined) return;
  for (const { key, wrong } of deviationsOf(sightings))
    if (
      (wrong.kind === "accepted" && wrong.refusal === "400 subject-binding-mismatch") ||
      (wrong.kind === "refused" && wrong.slug === "subject-binding-mismatch")
    )
      join(joined, key, subject);
}

/**
 * Reads that find a different release from the one in the path: one wrong lookup serves several operations. It shows where nothing
 * should have been found, and in documents that name the other release.
 */
function joinLookups(joined: Joined, sightings: readonly Sighting[]): void {
  const accepted = keysByExchange(sightings, isAccepted);
  const found = sightings.flatMap(({ deviation: { key, wrong, exchange } }) =>
    exchange?.request.method === "GET" && isOfLookup(wrong) ? [key, accepted.get(exchange.id) ?? key] : [],
  );
  const [first] = found;
  if (first === undefined) return;
  const missing = keysWhere(sightings, (wrong) => wrong.kind === "accepted" && wrong.chapter === "any");
  for (const key of [...found, ...missing]) join(joined, key, first);
}

/** Where the metadata of a published release is not found, whatever else of it is not found either, also by the states hook. */
function joinNotFound(joined: Joined, sightings: readonly Sighting[]): void {
  const [metadata] = keysWhere(
    sightings,
    (wrong) => wrong.kind === "refused" && wrong.operation === "getRelease" && isNotFound(wrong),
  );
  if (metadata === undefined) return;
  for (const { key, wrong } of deviationsOf(sightings))
    if (isNotFound(wrong) || (wrong.kind === "states hook" && Math.floor(wrong.status / 100) === 4))
      join(joined, key, metadata);
}

/** The two operations of each pair that do the same for releases and for attachments. */
const twins: ReadonlyMap<Exchange["operation"], string> = new Map([
  ["createReleaseUpload", "create"],
  ["createTrustUpload", "create"],
  ["finalizeReleaseUpload", "finalize"],
  ["finalizeTrustUpload", "finalize"],
]);

/**
 * The server errors of two operations that do the same; a server error outside the endpoints, where one endpoint has them too; and the
 * same server errors of several operations that the checks of one chapter met: they ask the same of each operation.
 */
function joinServerErrors(joined: Joined, sightings: readonly Sighting[]): void {
  const errors = sightings.filter(({ deviation: { wrong } }) => wrong.kind === "server error");
  const isElsewhere = (wrong: Wrong): boolean => wrong.kind === "server error" && wrong.operation === "other";
  const joinSame = joinerOf(joined);
  for (const { key, wrong } of deviationsOf(errors)) {
    const pair = wrong.kind === "server error" ? twins.get(wrong.operation) : undefined;
    if (pair !== undefined) joinSame(pair, key);
  }
  const [elsewhere] = keysWhere(errors, isElsewhere);
  const [only, ...others] = keysWhere(errors, (wrong) => !isElsewhere(wrong));
  if (only !== undefined && others.length === 0 && elsewhere !== undefined) join(joined, elsewhere, only);
  const chapters = new Set(errors.map(({ deviation: { exchange } }) => exchange?.actor.split("/")[0]));
  if (chapters.size !== 1) return;
  for (const key of others) join(joined, key, only ?? key);
}

/** What wrongly accepted requests of an operation are known by, of whichever chapter. */
function accepted(operation: string): string {
  return `${operation}, accepted`;
}

/**
 * A finding that names no member is about the one wrong member of the operation, or about the one kind of request that it wrongly
 * accepts in the same chapter, if there is only one.
 */
function joinContent(joined: Joined, sightings: readonly Sighting[]): void {
  const kinds = new Map(sightings.map(({ deviation }) => [deviation.key, deviation.wrong.kind]));
  const explained = new Map<string, Set<string>>();
  for (const { deviation, requirement } of sightings) {
    const { key, operation = "" } = deviation;
    const own = resolve(joined, key);
    const kind = kinds.get(own);
    if (kind !== "member" && kind !== "accepted") continue;
    const abouts =
      kind === "accepted" ? [`${operation} ${toChapter(requirement)}`, accepted(operation)] : [operation];
    for (const about of abouts) explained.set(about, (explained.get(about) ?? new Set<string>()).add(own));
  }
  const onlyOne = (about: string): string | undefined => {
    const [only, ...others] = explained.get(about) ?? [];
    return others.length === 0 ? only : undefined;
  };
  for (const [key, own] of byKey(sightings)) {
    const { wrong } = own[0].deviation;
    // the trust summary follows from the trust detail, unless its response should not have come
    const isOfSummary = own.every(({ deviation }) => deviation.operation === "getTrustSummary");
    const ofDetail =
      isOfSummary && kinds.get(resolve(joined, key)) !== "accepted" ? onlyOne("getTrustDetail") : undefined;
    if (wrong.kind === "member" && ofDetail !== undefined) join(joined, key, ofDetail);
    if (wrong.kind !== "content") continue;
    const { operation } = wrong;
    const judged = own.filter(({ requirement }) => requirement.verdict !== "blocked");
    const [chapter, ...chapters] = new Set(judged.map(({ requirement }) => toChapter(requirement)));
    // a check that could not go on after a success knows nothing else that is wrong with it
    const ofAccepted = chapter === undefined ? accepted(operation) : `${operation} ${chapter}`;
    const to = onlyOne(operation) ?? ofDetail ?? (chapters.length === 0 ? onlyOne(ofAccepted) : undefined);
    if (to !== undefined) join(joined, key, to);
  }
}
