/** Scopes and name segments, well-formed and broken in one way each (Resources, Shared formats). */
import { type Arbitrary, array, constantFrom, integer, oneof, string, tuple } from "fast-check";

const letters = "abcdefghijklmnopqrstuvwxyz";

const digits = "0123456789";

/**
 * Characters that no scope and no name segment holds; those that clients, proxies or servers take out of paths are not
 * among them (slashes, dots alone, path parameters).
 */
export const foreignCharacters: readonly string[] = [
  ..."ABZ_.~+:@!$'()*,= ",
  "\n",
  "\t",
  "é",
  "ß",
  "ａ",
  "а",
  "\u212A",
  "٣",
  "\u200B",
  "名",
];

/**
 * A well-formed scope or name segment: words of lowercase letters and digits with single hyphens between them.
 * @param longest the most characters; at least 1
 */
export function labels(longest: number): Arbitrary<string> {
  const word = string({ unit: constantFrom(...letters, ...digits), minLength: 1, maxLength: 12 });
  return array(word, { minLength: 1, maxLength: 6 }).map((words) =>
    words.join("-").slice(0, longest).replace(/-$/, ""),
  );
}

/** A label that would be well-formed but for two or more hyphens in a row. */
export function labelsWithDoubleHyphen(longest: number): Arbitrary<string> {
  const half = Math.floor((longest - 4) / 2);
  return tuple(labels(half), integer({ min: 2, max: 4 }), labels(half)).map(
    ([before, hyphens, after]) => `${before}${"-".repeat(hyphens)}${after}`,
  );
}

/** A label that would be well-formed but for a hyphen at its end. */
export function labelsWithHyphenAtEnd(longest: number): Arbitrary<string> {
  return labels(longest - 1).map((label) => `${label}-`);
}

/** A label that would be well-formed but for a hyphen at its start. */
export function labelsWithHyphenAtStart(longest: number): Arbitrary<string> {
  return labels(longest - 1).map((label) => `-${label}`);
}

/** A label that would be well-formed but for one foreign character, at any place. */
export function labelsWithForeignCharacter(longest: number): Arbitrary<string> {
  const half = Math.floor((longest - 2) / 2);
  const inside = tuple(labels(half), constantFrom(...foreignCharacters), labels(half));
  const around = tuple(labels(half), constantFrom(...foreignCharacters));
  return oneof(
    inside.map(([before, foreign, after]) => `${before}${foreign}${after}`),
    around.map(([label, foreign]) => `${label}${foreign}`),
    around.map(([label, foreign]) => `${foreign}${label}`),
  );
}

/** The most characters of the last segment of a volume name. */
export const maxSegmentLength = 128;

/**
 * A label of exactly so many characters: the given one, a hyphen, and letters up to the length.
 * @throws RangeError where the label leaves no room for that
 */
export function toLabelOfLength(label: string, length: number): string {
  const room = length - label.length - 1;
  if (room < 1)
    throw new RangeError(`Cannot make "${label}" ${length} characters long: it has ${label.length}`);
  return `${label}-${"x".repeat(room)}`;
}
