/** Digests that differ from a given one in one digit, so that a comparison of a part is noticed. */

const prefix = "sha256:";

/**
 * The digest with another hexadecimal digit at one place.
 * @param index from 0 to 63
 */
export function withOtherDigit(digest: string, index: number): string {
  const at = prefix.length + index;
  const digit = digest[at] === "0" ? "1" : "0";
  return digest.slice(0, at) + digit + digest.slice(at + 1);
}

/** A place in the middle: comparisons of the first or of the last digits leave it out. */
export const middleDigit = 32;

/** The last place. */
export const lastDigit = 63;
