/**
 * The keyword `uniqueItems`, put into every compiled validator in place of ajv's own, which compares every item with every
 * other, and which throws when an item from a registry holds a member named `valueOf`.
 */

/**
 * Finds two equal items. Its text is copied into the compiled validators, so it refers to nothing outside itself.
 * @param {readonly unknown[]} items
 * @returns {readonly [number, number] | undefined} positions of the first two that are equal
 */
export function findDuplicate(items) {
  const seen = new Map();
  // Deeper than any document of the API: a tower of brackets must not exhaust the stack. What lies below counts as unequal.
  const deepest = 100;
  let tooDeep = 0;
  const canonical = (value, depth) => {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (depth > deepest) return `too deep ${(tooDeep += 1)}`;
    if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
    const members = Object.keys(value).toSorted();
    return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`).join(",")}}`;
  };
  for (const [index, item] of items.entries()) {
    const key = canonical(item, 0);
    const first = seen.get(key);
    if (first !== undefined) return [first, index];
    seen.set(key, index);
  }
  return undefined;
}
