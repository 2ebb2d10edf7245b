import { toVisibleLines } from "../visible-text.ts";

/**
 * A copy of a JSON value with control and format characters of every text as escapes. Pages are made from such a copy. HTML
 * escaping prevents markup; this prevents that text of a registry changes the reading order or has invisible characters.
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
