/** `${NAME}` in the strings of a target file. */

export interface Interpolated {
  readonly value: unknown;
  /** The variables that are not set or are empty, each with the JSON pointer of the first string that names it. */
  readonly missing: readonly { readonly name: string; readonly pointer: string; readonly isEmpty: boolean }[];
}

/** Replaces every `${NAME}` in every string of a JSON value. */
export function interpolate(
  value: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): Interpolated {
  const missing = new Map<string, Interpolated["missing"][number]>();
  function visit(current: unknown, pointer: string): unknown {
    if (typeof current === "string") {
      return current.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
        const found = environment[name];
        // a CI service sets the variable of a secret that is not there to an empty text
        if ((found ?? "") === "" && !missing.has(name))
          missing.set(name, { name, pointer, isEmpty: found !== undefined });
        return (found ?? "") === "" ? whole : (found ?? whole);
      });
    }
    if (Array.isArray(current)) return current.map((item, index) => visit(item, `${pointer}/${index}`));
    if (typeof current === "object" && current !== null) {
      return Object.fromEntries(
        Object.entries(current).map(([key, member]) => [key, visit(member, `${pointer}/${key}`)]),
      );
    }
    return current;
  }
  return { value: visit(value, ""), missing: [...missing.values()] };
}
