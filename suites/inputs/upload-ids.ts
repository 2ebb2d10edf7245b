/** Ids that look like those of the registry. */

const classes: readonly string[] = [
  "0123456789",
  "abcdef",
  "ghijklmnopqrstuvwxyz",
  "ABCDEF",
  "GHIJKLMNOPQRSTUVWXYZ",
];

/**
 * An id of the same shape that was never given out: with one other character of the same class, near the end, where no version
 * of a UUID and no padding of base64 is. Undefined for a short id, which a counter may give out next.
 */
export function unusedIdLike(id: string): string | undefined {
  if (id.length < 16) return undefined;
  const position = id.length - 5;
  const character = id.charAt(position);
  const alphabet = classes.find((letters) => letters.includes(character));
  if (alphabet === undefined) return undefined;
  const other = alphabet.charAt((alphabet.indexOf(character) + 1) % alphabet.length);
  return `${id.slice(0, position)}${other}${id.slice(position + 1)}`;
}
