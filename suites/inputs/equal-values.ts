/** Values that are equal although they are written in different ways. */

/** A purl with percent-encodings in capitals (RFC 3986 section 6.2.2.1), and the `+` of build metadata as it is. */
export function toPlainPurl(purl: string): string {
  return purl.replaceAll(/%[0-9a-f]{2}/giu, (code) => code.toUpperCase()).replaceAll("%2B", "+");
}

/** True if two purls are the same but for how they are encoded. */
export function isSamePurl(a: string, b: string): boolean {
  return toPlainPurl(a) === toPlainPurl(b);
}

/** The value with every list and the members of every object in one order: no order of declarations, components, artifacts, attachments or rows is stated. */
export function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map((item) => inOneOrder(item))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, inOneOrder(member)]),
  );
}
