/** Deviations of several operations that one look at the token, or one memory of idempotency keys, explains. */
import type { Sighting } from "./deviation.ts";
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
import { isAcceptedOfNobody, ofTokens, type Wrong } from "./wrong.ts";

/**
 * One missing look at the token: requests without authority are accepted, or refused for what is looked at later. A check that
 * expects some refusal says less than one that names the problem: the cause has its name only if nothing names a problem.
 */
export function joinAuthority(joined: Joined, sightings: readonly Sighting[]): void {
  const toExact = (slug: string): string | undefined =>
    keysWhere(
      sightings,
      (wrong) =>
        wrong.kind === "accepted" && wrong.operation === "protected" && wrong.refusal.endsWith(` ${slug}`),
    )[0];
  const [inexact] = keysWhere(sightings, isInexact);
  const slugs = ofTokens.filter((slug) => toExact(slug) !== undefined);
  for (const slug of slugs.length > 0 ? slugs : ofTokens) {
    const accepted = toExact(slug) ?? inexact;
    if (accepted === undefined) continue;
    for (const { key, wrong } of deviationsOf(sightings))
      if (
        isInexact(wrong) ||
        (wrong.kind === "problem" && wrong.expected === slug) ||
        (wrong.kind === "content" && isOnlyAccepted(sightings, key))
      )
        join(joined, key, accepted);
    joinWitnessed(joined, sightings, accepted);
  }
}

/** True for a request that a check of tokens wants refused, without a word about the problem. */
function isInexact(wrong: Wrong): boolean {
  return (
    wrong.kind === "accepted" && wrong.chapter === "authentication" && wrong.refusal === "a client error"
  );
}

/** Chapters that look at what the requests of others did. */
export const witnesses: ReadonlySet<string> = new Set(["audit", "histories"]);

/** True if a request that should succeed is refused for its token: nothing that was accepted leads to that. */
function isRefusedForItsToken(wrong: Wrong): boolean {
  return wrong.kind === "refused" && ofTokens.includes(wrong.slug);
}

/** Whatever else the chapters that see a deviation see, and besides them only those that look at what its requests did. */
function joinWitnessed(
  joined: Joined,
  sightings: readonly Sighting[],
  to: string,
  ...chaptersToo: readonly string[]
): void {
  const chapters = new Set([
    ...chaptersToo,
    ...sightings.flatMap(({ deviation, requirement }) =>
      deviation.key === to ? toChapter(requirement) : [],
    ),
  ]);
  for (const [key, own] of byKey(sightings)) {
    const others = own
      .map(({ requirement }) => toChapter(requirement))
      .filter((chapter) => !chapters.has(chapter));
    const isIts = others.length < own.length && others.every((chapter) => witnesses.has(chapter));
    const isOwn = own.some(({ deviation }) => isRefusedForItsToken(deviation.wrong));
    if (isIts && !isOwn) join(joined, key, to);
  }
}

/** Several problems in place of the one about the token: it is looked at too late. */
export function joinOrder(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  for (const { key, wrong } of deviationsOf(sightings))
    if (wrong.kind === "problem" && ofTokens.includes(wrong.expected)) joinSame(wrong.expected, key);
}

/**
 * A token that is not looked at, as a witness saw it and as a check did: where one request of an operation is accepted, another one is
 * refused for what is looked at later.
 */
export function joinCallers(joined: Joined, sightings: readonly Sighting[]): void {
  const accepted = [...byKey(sightings)].filter(([, own]) => own.every(isAcceptedOfCaller));
  for (const [key, [{ deviation }]] of accepted)
    for (const { key: late, wrong, operation } of deviationsOf(sightings))
      if (
        wrong.kind === "problem" &&
        ofTokens.includes(wrong.expected) &&
        operation === deviation.operation &&
        resolve(joined, key) === key
      )
        join(joined, late, key);
}

/** True for a write with another token than that of its owner, or with none, which a witness should have seen refused. */
function isAcceptedOfCaller({ requirement, deviation: { wrong, exchange } }: Sighting): boolean {
  return (
    witnesses.has(toChapter(requirement)) && exchange !== undefined && isAcceptedOfNobody(wrong, exchange)
  );
}

/**
 * What one memory of idempotency keys gets wrong in several operations: conflicts without a reason; and missing conflicts, with all else
 * that only requirements of the same chapter see, such as a second upload.
 */
export function joinKeys(joined: Joined, sightings: readonly Sighting[]): void {
  const conflict = "idempotency-conflict";
  const unfounded = keysWhere(
    sightings,
    (wrong) => (wrong.kind === "refused" || wrong.kind === "problem") && wrong.slug === conflict,
  );
  for (const key of unfounded) join(joined, key, unfounded[0] ?? key);
  const [missing, ...others] = sightings.flatMap(({ deviation: { key, wrong }, wanted }) =>
    wrong.kind === "accepted" && wanted?.problems?.[0] === conflict ? [key] : [],
  );
  if (missing === undefined) return;
  for (const key of others) join(joined, key, missing);
  joinWitnessed(joined, sightings, missing, "idempotency");
  // the response is that of the first request with the key, so that it repeats the members of another one
  for (const [key, own] of byKey(sightings))
    if (
      own.every(({ deviation, requirement }) => isOfCreates(deviation) && toChapter(requirement) === "audit")
    )
      join(joined, key, missing);
}

function isOfCreates({ wrong, operation }: Sighting["deviation"]): boolean {
  return (
    wrong.kind === "member" && (operation === "createReleaseUpload" || operation === "createTrustUpload")
  );
}

/** True if all that is known of a deviation is that checks could not go on after writes that succeeded. */
function isOnlyAccepted(sightings: readonly Sighting[], key: string): boolean {
  return sightings.every(
    ({ requirement, deviation }) =>
      deviation.key !== key ||
      (requirement.verdict === "blocked" && deviation.exchange?.request.method !== "GET"),
  );
}
