/** Deviations of several operations that one look at the token, or one memory of idempotency keys, explains. */
import type { Sighting } from "./deviation.ts";
import { byKey, join, type Joined, joinerOf, keysOf, toChapter } from "./joined-keys.ts";

const ofTokens: readonly string[] = ["authentication-required", "authorization-failed"];

/**
 * One missing look at the token: requests without authority are accepted, or refused for what is looked at later. A check that
 * expects some refusal says less than one that names the problem: the cause has its name only if nothing names a problem.
 */
export function joinAuthority(joined: Joined, sightings: readonly Sighting[]): void {
  const keys = [...new Set(sightings.map(({ deviation }) => deviation.key))];
  const toExact = (slug: string): string | undefined =>
    keys.find((key) => key.startsWith("accepted protected ") && key.endsWith(` ${slug}`));
  const inexact = keys.find((key) => /^accepted \S+ authentication a client error$/.test(key));
  const slugs = ofTokens.filter((slug) => toExact(slug) !== undefined);
  for (const slug of slugs.length > 0 ? slugs : ofTokens) {
    const accepted = toExact(slug) ?? inexact;
    if (accepted === undefined) continue;
    for (const key of keys)
      if (
        key.endsWith(" authentication a client error") ||
        key.endsWith(` for ${slug}`) ||
        isOnlyAccepted(sightings, key)
      )
        join(joined, key, accepted);
    joinWitnessed(joined, sightings, accepted);
  }
}

/** Chapters that look at what the requests of others did. */
export const witnesses: ReadonlySet<string> = new Set(["audit", "histories"]);

/** True if a request that should succeed is refused for its token: nothing that was accepted leads to that. */
function isRefusedForItsToken(key: string): boolean {
  return key.startsWith("refused ") && ofTokens.some((slug) => key.endsWith(` ${slug}`));
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
    if (isIts && !isRefusedForItsToken(key)) join(joined, key, to);
  }
}

/** Several problems in place of the one about the token: it is looked at too late. */
export function joinOrder(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  for (const key of keysOf(sightings)) {
    const [, expected] = / for (authentication-required|authorization-failed)$/.exec(key) ?? [];
    if (expected !== undefined) joinSame(expected, key);
  }
}

/**
 * What one memory of idempotency keys gets wrong in several operations: conflicts without a reason; and missing conflicts, with all else
 * that only requirements of the same chapter see, such as a second upload.
 */
export function joinKeys(joined: Joined, sightings: readonly Sighting[]): void {
  const conflict = "idempotency-conflict";
  const unfounded = keysOf(sightings).filter(
    (key) =>
      (key.startsWith("refused ") && key.endsWith(` ${conflict}`)) ||
      key.startsWith(`problem ${conflict} for `),
  );
  for (const key of unfounded) join(joined, key, unfounded[0] ?? key);
  const [missing, ...others] = sightings.flatMap(({ deviation: { key }, wanted }) =>
    key.startsWith("accepted ") && wanted?.problems?.[0] === conflict ? [key] : [],
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

function isOfCreates({ key, operation }: Sighting["deviation"]): boolean {
  return key.startsWith("member ") && /^create\w+Upload$/.test(operation ?? "");
}

/** True if all that is known of a deviation is that checks could not go on after writes that succeeded. */
function isOnlyAccepted(sightings: readonly Sighting[], key: string): boolean {
  return (
    key.startsWith("content ") &&
    sightings.every(
      ({ requirement, deviation }) =>
        deviation.key !== key ||
        (requirement.verdict === "blocked" && deviation.exchange?.request.method !== "GET"),
    )
  );
}
