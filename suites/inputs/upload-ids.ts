/** Ids that look like those of the registry. */

const classes: readonly string[] = [
  "0123456789",
  "abcdef",
  "ghijklmnopqrstuvwxyz",
  "ABCDEF",
  "GHIJKLMNOPQRSTUVWXYZ",
];

/**
 * An id of the same shape that was never given out: with one other letter or digit of the same class, at the last place that
 * has one before the end, where no version of a UUID and no padding of base64 is. Undefined for a short id, which a counter may
 * give out next, and for one without letters and digits.
 */
export function unusedIdLike(id: string): string | undefined {
  if (id.length < 16) return undefined;
  for (let position = id.length - 5; position >= 0; position -= 1) {
    const character = id.charAt(position);
    const alphabet = classes.find((letters) => letters.includes(character));
    if (alphabet === undefined) continue;
    const other = alphabet.charAt((alphabet.indexOf(character) + 1) % alphabet.length);
    return `${id.slice(0, position)}${other}${id.slice(position + 1)}`;
  }
  return undefined;
}
