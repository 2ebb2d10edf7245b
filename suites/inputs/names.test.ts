import { type Arbitrary, assert, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { nameSegment, scope } from "../../schemas/compiled/wire.js";
import {
  foreignCharacters,
  labels,
  labelsWithDoubleHyphen,
  labelsWithForeignCharacter,
  labelsWithHyphenAtEnd,
  labelsWithHyphenAtStart,
  toLabelOfLength,
} from "../../suites/inputs/names.ts";

const runs = { numRuns: 2000 };

describe("well-formed labels", () => {
  test("are scopes where they have at most 64 characters", () => {
    assert(
      property(labels(64), (label) => scope(label)),
      runs,
    );
  });

  test("are name segments where they have at most 128 characters", () => {
    assert(
      property(labels(128), (label) => nameSegment(label)),
      runs,
    );
  });

  test("are no longer than was asked for", () => {
    assert(
      property(labels(3), (label) => label.length >= 1 && label.length <= 3),
      runs,
    );
  });
});

const broken: Readonly<Record<string, (longest: number) => Arbitrary<string>>> = {
  labelsWithDoubleHyphen,
  labelsWithForeignCharacter,
  labelsWithHyphenAtEnd,
  labelsWithHyphenAtStart,
};

test.each(Object.keys(broken))(
  "%s gives what is neither scope nor name segment, within the length",
  (name) => {
    assert(
      property(
        broken[name]?.(40) ?? labels(1),
        (label) => !scope(label) && !nameSegment(label) && label.length <= 40,
      ),
      runs,
    );
  },
);

test("no foreign character may stand in a label", () => {
  for (const character of foreignCharacters)
    expect(nameSegment(`a${character}b`), JSON.stringify(character)).toBe(false);
});

test("a label is filled up to a length exactly", () => {
  expect(toLabelOfLength("conf-a", 128)).toHaveLength(128);
  expect(nameSegment(toLabelOfLength("conf-a", 128))).toBe(true);
  expect(toLabelOfLength("a", 3)).toBe("a-x");
});

test("a label that leaves no room cannot be filled up", () => {
  expect(() => toLabelOfLength("abc", 4)).toThrow('Cannot make "abc" 4 characters long');
});
