/** Versions, well-formed and broken in one way each (Resources, Shared formats: SemVer 2.0.0 syntax). */
import {
  type Arbitrary,
  array,
  constantFrom,
  integer,
  maxSafeInteger,
  oneof,
  option,
  string,
  tuple,
} from "fast-check";

/** What a version is made of. */
interface Parts {
  readonly numbers: readonly string[];
  readonly prerelease: readonly string[] | undefined;
  readonly build: readonly string[] | undefined;
}

/** Versions longer than this are a matter of limits that the specification does not give. */
const maxVersionLength = 63;

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const identifierCharacters = `0123456789${letters}-`;

/** Characters that no version holds anywhere. */
export const foreignVersionCharacters: readonly string[] = [..."_~!*/ %:@,^", "é", "ａ", "٣", "\u200B"];

function toVersion({ numbers, prerelease, build }: Parts): string {
  const before = prerelease === undefined ? "" : `-${prerelease.join(".")}`;
  const after = build === undefined ? "" : `+${build.join(".")}`;
  return `${numbers.join(".")}${before}${after}`;
}

function numberTexts(): Arbitrary<string> {
  return oneof(
    { weight: 5, arbitrary: integer({ min: 0, max: 30 }) },
    { weight: 1, arbitrary: maxSafeInteger().map(Math.abs) },
  ).map(String);
}

/** Letters, digits and hyphens, at least one of them no digit, so that leading zeros are fine. */
function wordIdentifiers(): Arbitrary<string> {
  const characters = string({ unit: constantFrom(...identifierCharacters), maxLength: 4 });
  return tuple(characters, constantFrom(...letters, "-"), characters).map((pieces) => pieces.join(""));
}

function prereleaseIdentifiers(): Arbitrary<string> {
  return oneof(integer({ min: 0, max: 99 }).map(String), wordIdentifiers());
}

function buildIdentifiers(): Arbitrary<string> {
  return string({ unit: constantFrom(...identifierCharacters), minLength: 1, maxLength: 5 });
}

function listsOf(identifiers: Arbitrary<string>): Arbitrary<string[]> {
  return array(identifiers, { minLength: 1, maxLength: 3 });
}

function parts(): Arbitrary<Parts> {
  return tuple(
    tuple(numberTexts(), integer({ min: 0, max: 99 }).map(String), numberTexts()),
    option(listsOf(prereleaseIdentifiers()), { nil: undefined }),
    option(listsOf(buildIdentifiers()), { nil: undefined }),
  )
    .map(([numbers, prerelease, build]) => ({ numbers, prerelease, build }))
    .filter((made) => toVersion(made).length <= maxVersionLength - 2);
}

/** A well-formed version of fewer than 64 characters, with numbers below 2^53. */
export function versions(): Arbitrary<string> {
  return parts().map(toVersion);
}

/** A version or a purl without build metadata: versions that differ only there may be the same release. */
export function withoutBuild(text: string): string {
  return text.replace(/(?:\+|%2B).*$/i, "");
}

function replaceAt(list: readonly string[], index: number, item: string): readonly string[] {
  return list.map((old, place) => (place === index ? item : old));
}

function insertAt(list: readonly string[], index: number, item: string): readonly string[] {
  const place = index % (list.length + 1);
  return [...list.slice(0, place), item, ...list.slice(place)];
}

/** A version that would be well-formed but for a zero before major, minor, patch, or a numeric prerelease identifier. */
export function versionsWithLeadingZero(): Arbitrary<string> {
  const place = integer({ min: 0, max: 5 });
  return tuple(parts(), place, integer({ min: 0, max: 99 })).map(([made, index, number]) => {
    const padded = `0${number}`;
    if (index < 3) return toVersion({ ...made, numbers: replaceAt(made.numbers, index, padded) });
    return toVersion({ ...made, prerelease: insertAt(made.prerelease ?? [], index, padded) });
  });
}

/** A version that would be well-formed but for an empty prerelease or build identifier. */
export function versionsWithEmptyIdentifier(): Arbitrary<string> {
  return tuple(parts(), constantFrom("prerelease", "build"), integer({ min: 0, max: 3 })).map(
    ([made, part, index]) => toVersion({ ...made, [part]: insertAt(made[part] ?? [], index, "") }),
  );
}

/** A version with fewer or more than three numbers, or with something before or after it. */
export function versionsOfOtherShape(): Arbitrary<string> {
  const version = versions();
  return oneof(
    tuple(parts(), integer({ min: 1, max: 2 })).map(([made, count]) =>
      toVersion({ ...made, numbers: made.numbers.slice(0, count) }),
    ),
    tuple(parts(), numberTexts()).map(([made, more]) =>
      toVersion({ ...made, numbers: [...made.numbers, more] }),
    ),
    tuple(constantFrom("v", "V", "=", "^", "~", ">=", "-", "+", " ", "."), version).map((pieces) =>
      pieces.join(""),
    ),
    tuple(version, constantFrom(" ", "\n", "\t", " - 2.0.0")).map((pieces) => pieces.join("")),
    tuple(parts(), integer({ min: 0, max: 2 }), constantFrom("x", "*", "", "-1", "1e1")).map(
      ([made, index, other]) => toVersion({ ...made, numbers: replaceAt(made.numbers, index, other) }),
    ),
  );
}

/** A version that would be well-formed but for one character that identifiers do not have, or a second plus sign. */
export function versionsWithForeignCharacter(): Arbitrary<string> {
  const foreign = tuple(wordIdentifiers(), constantFrom(...foreignVersionCharacters), wordIdentifiers()).map(
    (pieces) => pieces.join(""),
  );
  return tuple(
    parts(),
    constantFrom("prerelease", "build", "plus"),
    foreign,
    integer({ min: 0, max: 3 }),
  ).map(([made, part, text, index]) => {
    if (part === "plus") return `${toVersion({ ...made, build: made.build ?? ["a"] })}+b`;
    return toVersion({ ...made, [part]: insertAt(made[part] ?? [], index, text) });
  });
}
