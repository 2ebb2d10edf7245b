/** What is kept of a very long response to a write: the write was done, whatever else its response says. */

/** Longer members are left out; none of the text is as long, but for an address that holds its file. */
const maxText = 4 * 1024;
const maxItems = 100;
/** The text nests less than this. */
const maxDepth = 6;

/** The same JSON without what is long, so that what is compared with it later is what is left. */
export function lighten(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.length > maxText ? undefined : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return undefined;
  if (Array.isArray(value))
    return value.length > maxItems ? undefined : value.map((item) => lighten(item, depth + 1));
  const kept = Object.entries(value)
    .slice(0, maxItems)
    .map(([name, member]) => [name, lighten(member, depth + 1)] as const);
  return Object.fromEntries(kept.filter(([, member]) => member !== undefined));
}
