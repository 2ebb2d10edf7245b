/** `${NAME}` in the strings of a target file. */

/**
 * Replaces every `${NAME}` in every string of a JSON value.
 * @returns the value, and the names that `environment` does not have
 */
export function interpolate(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly value: unknown; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  function visit(current: unknown): unknown {
    if (typeof current === "string") {
      return current.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
        const found = environment[name];
        if (found === undefined) missing.add(name);
        return found ?? whole;
      });
    }
    if (Array.isArray(current)) return current.map(visit);
    if (typeof current === "object" && current !== null) {
      return Object.fromEntries(Object.entries(current).map(([key, member]) => [key, visit(member)]));
    }
    return current;
  }
  return { value: visit(value), missing: [...missing] };
}
