/** Deviations in problem documents that are one: a type and its status, and several members of the same documents. */
import type { Sighting } from "./deviation.ts";
import { byKey, join, type Joined, joinerOf, keysWhere } from "./joined-keys.ts";

/**
 * A problem whose slug belongs to another status. Where a check that expects a problem of that status was blocked by it, the type is
 * wrong; else the status.
 */
export function joinTypes(joined: Joined, sightings: readonly Sighting[]): void {
  for (const [key, own] of byKey(sightings)) {
    const type = own[0].deviation.wrong;
    if (type.kind !== "type") continue;
    const [status] = keysWhere(
      sightings,
      (one) => one.kind === "status" && one.status === type.status && one.slug === type.slug,
    );
    if (status === undefined) continue;
    const isType = own.some(({ requirement }) => requirement.verdict === "blocked");
    join(joined, isType ? status : key, isType ? key : status);
  }
}

/** Several members that are wrong in the same problems: the documents as a whole are wrong. */
export function joinProblemMembers(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  for (const [key, own] of byKey(sightings)) {
    if (own[0].deviation.wrong.kind !== "problem member") continue;
    const judged = own.filter(({ requirement }) => requirement.verdict !== "blocked");
    const same = [...new Set(judged.flatMap(({ exchanges }) => exchanges))].toSorted().join(" ");
    if (same !== "") joinSame(same, key);
  }
}
