/** Precedence of versions (SemVer 2.0.0, section 11). */
import { withoutBuild } from "./versions.ts";

function toParts(version: string): {
  readonly numbers: readonly string[];
  readonly prerelease: readonly string[];
} {
  const [, numbers = "", prerelease] = /^([^-]*)(?:-(.*))?$/.exec(withoutBuild(version)) ?? [];
  return { numbers: numbers.split("."), prerelease: prerelease === undefined ? [] : prerelease.split(".") };
}

function isNumber(identifier: string): boolean {
  return /^\d+$/.test(identifier);
}

/** Numbers of any size: neither has leading zeros. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function compareIdentifiers(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return compareTexts(a, b);
}

/** The first difference of two lists; a list that has more comes later. */
function compareLists(
  a: readonly string[],
  b: readonly string[],
  compare: (one: string, other: string) => number,
): number {
  for (const [place, one] of a.entries()) {
    const other = b[place];
    const difference = other === undefined ? 1 : compare(one, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** True for a version without a prerelease. */
export function isStable(version: string): boolean {
  return toParts(version).prerelease.length === 0;
}

/** Negative if the first version has lower precedence, 0 if both have the same: build metadata does not count. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [toParts(a), toParts(b)];
  const numbers = compareLists(left.numbers, right.numbers, compareNumbers);
  if (numbers !== 0) return numbers;
  if (isStable(a) !== isStable(b)) return isStable(a) ? 1 : -1;
  return compareLists(left.prerelease, right.prerelease, compareIdentifiers);
}
