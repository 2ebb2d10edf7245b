/** Deviations that belong to others, and how sightings are put in order by them. */
import type { Deviation, Sighting } from "./deviation.ts";
import type { Wrong } from "./wrong.ts";

/** For each key that belongs to another one: that one, which may belong to a third. */
export type Joined = Map<string, string>;

/** The key that a key belongs to in the end; itself if to none. */
export function resolve(joined: Joined, key: string): string {
  let last = key;
  for (let next = joined.get(key); next !== undefined; next = joined.get(next)) last = next;
  return last;
}

/** Makes a key, and all that belong to it, belong to another one. */
export function join(joined: Joined, key: string, to: string): void {
  const target = resolve(joined, to);
  if (resolve(joined, key) !== target) joined.set(resolve(joined, key), target);
}

/** Makes a function that joins each key to the first that was given for the same thing. */
export function joinerOf(joined: Joined): (same: string, key: string) => void {
  const firsts = new Map<string, string>();
  return (same, key) => {
    const first = firsts.get(same) ?? key;
    firsts.set(same, first);
    join(joined, key, first);
  };
}

/** Sightings by the key of their deviation; those of one key have the same thing wrong. */
export function byKey(
  sightings: readonly Sighting[],
): ReadonlyMap<string, readonly [Sighting, ...Sighting[]]> {
  const groups = new Map<string, [Sighting, ...Sighting[]]>();
  for (const sighting of sightings) {
    const { key } = sighting.deviation;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sighting]);
    else group.push(sighting);
  }
  return groups;
}

/** The deviations of sightings, each once. */
export function deviationsOf(sightings: readonly Sighting[]): readonly Deviation[] {
  return [...new Map(sightings.map(({ deviation }) => [deviation.key, deviation])).values()];
}

/** The keys of what is wrong in some way, each once. */
export function keysWhere(
  sightings: readonly Sighting[],
  isIt: (wrong: Wrong) => boolean,
): readonly string[] {
  return deviationsOf(sightings).flatMap(({ key, wrong }) => (isIt(wrong) ? [key] : []));
}

/** The chapter of the requirement, by its id. */
export function toChapter({ id }: Sighting["requirement"]): string {
  return id.split("/")[0] ?? "";
}
