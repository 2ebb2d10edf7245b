/** Ids that look like those of the registry. */

export const readingOfCase =
  "The text calls ids opaque strings, so one in another case is another id. UUIDs and ULIDs are exempt: their own specifications ignore the case.";

/** Why nothing is sent for an id that is the same in another case. */
export const noCase = "upload ids are short, have no letters, or are UUIDs or ULIDs";

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

/**
 * The id as a pattern of SQL that it matches itself, where `_` stands for any character: not one of the last four. Undefined for a short id,
 * and for one without letters and digits.
 */
export function idAsPattern(id: string): string | undefined {
  const pattern = id.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*.{4}$)/u, "_");
  return id.length < 16 || pattern === id ? undefined : pattern;
}

/** The id without its last character. Undefined for a short id, since what is left may be the id of another upload. */
export function shortenedId(id: string): string | undefined {
  const characters = [...id];
  return characters.length < 16 ? undefined : characters.slice(0, -1).join("");
}

const capital = /^[A-Z]$/;

const isLetter = (character: string): boolean => /^[A-Za-z]$/.test(character);

/** True if capitals and small letters alternate, as in base64. Where they do not, their difference may have no meaning. */
function mixesCases(id: string): boolean {
  const capitals = [...id].filter(isLetter).map((letter) => capital.test(letter));
  return capitals.filter((isCapital, index) => index > 0 && isCapital !== capitals[index - 1]).length >= 4;
}

function inOtherCase(letter: string): string {
  return capital.test(letter) ? letter.toLowerCase() : letter.toUpperCase();
}

/** The id with one letter in the other case, not among the last four. Undefined if the case may have no meaning, or for a short id. */
export function idWithLetterInOtherCase(id: string): string | undefined {
  if (id.length < 16 || !mixesCases(id)) return undefined;
  for (let position = id.length - 5; position >= 0; position -= 1) {
    const character = id.charAt(position);
    if (isLetter(character))
      return `${id.slice(0, position)}${inOtherCase(character)}${id.slice(position + 1)}`;
  }
  return undefined;
}

/** UUIDs and ULIDs, whose own specifications say that their case has no meaning. */
const withoutCase = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{26}$/i;

/** The id with each letter in the other case. Undefined for a short id, one without letters, and one whose case has no meaning. */
export function idInOtherCase(id: string): string | undefined {
  if (id.length < 16 || withoutCase.test(id)) return undefined;
  const other = [...id]
    .map((character) => (isLetter(character) ? inOtherCase(character) : character))
    .join("");
  return other === id ? undefined : other;
}
