/** How two trees that are published under one identity differ, in words. */
import { escapeLetters } from "../../harness/expect/quote.ts";
import type { ArchiveEntry } from "../../harness/given/archive.ts";

function bytesOf({ content = "" }: ArchiveEntry): Buffer {
  return Buffer.from(content as string);
}

/** A name as text; letters beyond ASCII are escaped, since equal ones may be composed in different ways. */
function quoteName(name: string): string {
  return escapeLetters(JSON.stringify(name));
}

function toTarget({ linkname }: ArchiveEntry): string {
  return linkname === undefined ? "nothing" : quoteName(linkname);
}

/** The first thing that is different, and how much more is. */
export function describeDifference(plain: readonly ArchiveEntry[], varied: readonly ArchiveEntry[]): string {
  const one = new Map(plain.map((entry) => [entry.name, entry]));
  const other = new Map(varied.map((entry) => [entry.name, entry]));
  const removed = [...one.keys()].filter((name) => !other.has(name));
  const added = [...other.keys()].filter((name) => !one.has(name));
  const renamed = removed.flatMap((name, place) => {
    const next = added[place];
    return next === undefined ? [] : [`${quoteName(name)} is called ${quoteName(next)} in the other tree`];
  });
  const changed = [...one].flatMap(([name, entry], index) => {
    const counterpart = other.get(name);
    if (counterpart === undefined) return [];
    if (entry.linkname !== counterpart.linkname)
      return [
        `${quoteName(name)} leads to ${toTarget(entry)} and, in the other tree, to ${toTarget(counterpart)}`,
      ];
    const [a, b] = [bytesOf(entry), bytesOf(counterpart)];
    if (a.equals(b)) return [];
    const place = a.findIndex((byte, index) => byte !== b[index]);
    const first = place < 0 ? Math.min(a.length, b.length) : place;
    return [
      `${quoteName(name)}, entry ${index + 1} of ${one.size}, has other content from byte ${first + 1} on (${a.length} and ${b.length} bytes)`,
    ];
  });
  const [first = "nothing but the packing differs", ...more] = [
    ...renamed,
    ...removed.slice(renamed.length).map((name) => `${quoteName(name)} is only in the first tree`),
    ...added.slice(renamed.length).map((name) => `${quoteName(name)} is only in the other tree`),
    ...changed,
  ];
  return more.length === 0 ? first : `${first}; and ${more.length} more`;
}
