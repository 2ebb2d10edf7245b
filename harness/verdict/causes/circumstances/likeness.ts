/** How two texts look alike that somebody has taken for one another. */

/** Fewer characters at the beginning are those of most versions. */
const minOfVersions = 16;

/** Numbers of a version as a program keeps them that has 32 bits for each. */
function in32Bits(text: string): string {
  return text.replaceAll(/\d+/g, (digits) => String(BigInt.asUintN(32, BigInt(digits))));
}

function commonBeginning(one: string, other: string): number {
  const place = [...one].findIndex((character, index) => character !== other[index]);
  return place === -1 ? one.length : place;
}

/** The words after "which" for two texts that are one if they are read without care; undefined for any others. */
export function describeSpelling(own: string, other: string): string | undefined {
  if (own === other) return undefined;
  if (own.toLowerCase() === other.toLowerCase()) return "differs in letter case only";
  if (own.replaceAll("-", ".") === other.replaceAll("-", "."))
    return own.split("-").length > other.split("-").length
      ? "has a dot for a hyphen"
      : "has a hyphen for a dot";
  if (own.replace(/\+.*/, "") === other.replace(/\+.*/, "")) return "differs in build metadata only";
  return in32Bits(own) === in32Bits(other) ? "has the same numbers in 32 bits" : undefined;
}

/** How `own` is spoken of, and how many characters the two have to have in common at the beginning: fewer are the same by chance. */
interface Comparison {
  readonly it?: string;
  readonly minBeginning?: number;
}

/**
 * @returns the words after "which", or undefined if they do not look alike
 */
export function describeLikeness(
  own: string,
  other: string,
  { it = "it", minBeginning = minOfVersions }: Comparison = {},
): string | undefined {
  if (own === other) return undefined;
  const spelling = describeSpelling(own, other);
  if (spelling !== undefined) return spelling;
  if (other.startsWith(own)) return `begins with ${it}`;
  if (own.startsWith(other)) return `is the beginning of ${it}`;
  if (other.endsWith(own)) return `ends with ${it}`;
  if (own.endsWith(other)) return `is the end of ${it}`;
  const length = commonBeginning(own, other);
  return length < minBeginning ? undefined : `is the same in its first ${length} characters`;
}
