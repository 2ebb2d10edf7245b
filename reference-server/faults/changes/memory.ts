/** What a broken registry remembers between requests. */
import type { Call, Registry } from "../../call.ts";

/** A value for each registry, made when it is first needed: several may run in one process. */
export function perRegistry<T>(make: () => T): (call: Pick<Call, "registry">) => T {
  const values = new WeakMap<Registry, { readonly value: T }>();
  return ({ registry }) => {
    const known = values.get(registry) ?? { value: make() };
    values.set(registry, known);
    return known.value;
  };
}

/** Counts by key, beginning with 1. */
export function counting(): (call: Pick<Call, "registry">, key?: string) => number {
  const counts = perRegistry(() => new Map<string, number>());
  return (call, key = "") => {
    const count = (counts(call).get(key) ?? 0) + 1;
    counts(call).set(key, count);
    return count;
  };
}
