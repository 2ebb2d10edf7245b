import { toVisibleLines } from "../visible-text.ts";

/**
 * Gives a copy of any JSON-like value in which every text shows its control and format characters as escapes. Pages are made
 * from such a copy: escaping HTML keeps a registry's text from being markup, this keeps it from turning the reading order or
 * hiding behind invisible characters.
 */
export function toVisibleTexts<T>(value: T): T {
  return visit(value) as T;
}

function visit(value: unknown): unknown {
  if (typeof value === "string") return toVisibleLines(value);
  if (Array.isArray(value)) return value.map(visit);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [toVisibleLines(key), visit(member)]),
  );
}
