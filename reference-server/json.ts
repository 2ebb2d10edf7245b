/** Any JSON value; a member that is `undefined` is left out when the value is written. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

/** Whether a value read from JSON is an object: neither an array nor `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * How deeply arrays and objects are nested in `value`; a scalar has depth 0. It does not recurse, so
 * that a deeply nested value cannot exhaust the stack.
 */
export function depthOf(value: unknown): number {
  let depth = 0;
  let level: unknown[] = [value];
  for (;;) {
    const below: unknown[] = [];
    let isNested = false;
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      isNested = true;
      for (const member of Object.values(item)) below.push(member);
    }
    if (!isNested) return depth;
    depth += 1;
    level = below;
  }
}

/** JSON text with the members of every object in one order, so that equal values give equal text. */
export function toCanonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => toCanonicalJson(item)).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members: string[] = [];
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${toCanonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

/** The object that is a member of `body`, or an empty one. */
export function objectAt(body: JsonObject, name: string): JsonObject {
  const value = body[name];
  return isJsonObject(value) ? value : {};
}

/** The string that is a member of `body`, or an empty one. */
export function textAt(body: JsonObject, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : "";
}

/** A member as a string: a string unchanged, anything else as JSON, an absent member as an empty string. */
export function textMember(body: JsonObject, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
